//! Redaction from outside: what is hidden, what stays, and the laws that keep spans and answers in place. Every secret
//! is put together here at run time, so that no scanner takes this file for a leak.

use guarddiff_corpus::redact::{redact, rules, shape};
use proptest::prelude::*;

use crate::support;

/// Letters and digits that look random, of a length.
fn random(alphabet: &str, length: usize) -> String {
    let alphabet = alphabet.as_bytes();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 40).unwrap_or(0)
    };
    (0..length).map(|_| char::from(alphabet[next() % alphabet.len()])).collect()
}

fn mixed(length: usize) -> String {
    random("abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ123456789", length)
}

fn hex(length: usize) -> String {
    random("abcdef123456789", length)
}

fn upper(length: usize) -> String {
    random("ABCDEFGHIJKLMNOPQRSTUVWYZ234567", length)
}

/// Rule, what announces the secret, the secret, and what follows.
fn planted() -> Vec<(&'static str, String, String, &'static str)> {
    let m = mixed;
    let prefixed = [
        ("github-token", "ghp", "_", m(36)),
        ("github-token", "gho", "_", m(36)),
        ("github-token", "ghs", "_", m(36)),
        ("github-fine-grained-token", "github", "_pat_", m(82)),
        ("gitlab-token", "gl", "pat-", m(20)),
        ("npm-token", "np", "m_", m(36)),
        ("pypi-token", "py", "pi-", format!("AgEI{}", m(60))),
        ("rubygems-key", "ruby", "gems_", hex(48)),
        ("docker-token", "dckr", "_pat_", m(27)),
        ("atlassian-token", "ATA", "TT3", m(60)),
        ("bitbucket-token", "AT", "BB", m(32)),
        ("google-api-key", "AI", "za", m(35)),
        ("google-oauth-token", "ya", "29.", m(60)),
        ("google-client-secret", "GOC", "SPX-", m(28)),
        ("digitalocean-token", "dop", "_v1_", hex(64)),
        ("databricks-token", "da", "pi", hex(32)),
        ("heroku-key", "HR", "KU-", m(36)),
        ("planetscale-token", "psc", "ale_tkn_", m(43)),
        ("anthropic-key", "sk-", "ant-api03-", m(93)),
        ("openai-key", "sk-", "proj-", m(48)),
        ("openai-key", "s", "k-", m(48)),
        ("hugging-face-new-token", "h", "f_", m(34)),
        ("groq-key", "gs", "k_", m(52)),
        ("replicate-token", "r", "8_", m(37)),
        ("slack-token", "xo", "xb-", format!("123456789012-{}", m(24))),
        ("slack-app-token", "xa", "pp-", format!("1-A1-{}", m(40))),
        ("sendgrid-key", "S", "G.", format!("{}.{}", m(22), m(43))),
        ("mailgun-key", "ke", "y-", hex(32)),
        ("stripe-key", "sk", "_live_", m(24)),
        ("stripe-key", "rk", "_live_", m(24)),
        ("stripe-webhook-secret", "wh", "sec_", m(32)),
        ("shopify-token", "sh", "pat_", hex(32)),
        ("hashicorp-vault-token", "hv", "s.", m(90)),
        ("doppler-token", "dp", ".pt.", m(43)),
        ("pulumi-token", "pu", "l-", hex(40)),
        ("postman-key", "PM", "AK-", format!("{}-{}", hex(24), hex(34))),
        ("linear-key", "lin", "_api_", m(40)),
        ("figma-token", "fi", "gd_", m(40)),
        ("grafana-token", "gl", "sa_", m(41)),
        ("new-relic-key", "NR", "AK-", upper(27)),
        ("sonar-token", "sq", "p_", hex(40)),
        ("tailscale-key", "ts", "key-auth-", m(30)),
        ("age-secret-key", "AGE-SEC", "RET-KEY-1", upper(58)),
    ];
    let mut all: Vec<_> = prefixed
        .into_iter()
        .map(|(rule, a, b, secret)| (rule, format!("{a}{b}"), secret, ""))
        .collect();
    let surrounded = [
        ("aws-secret-key", "AWS_SECRET_ACCESS_KEY=", m(40), ""),
        ("azure-storage-key", "x;AccountKey=", m(86), "=="),
        ("azure-signature", "https://a.blob.core.windows.net/c?sv=1&sig=", m(43), ""),
        (
            "slack-webhook",
            "https://hooks.slack.com/services/",
            format!("T{}/B{}/{}", upper(8), upper(8), m(24)),
            "",
        ),
        (
            "discord-webhook",
            "https://discord.com/api/webhooks/",
            format!("123456789123456789/{}", m(68)),
            "",
        ),
        ("jwt", "", format!("eyJ{}.eyJ{}.{}", m(30), m(50), m(43)), ""),
        ("bearer-header", "-H 'Authorization: Bearer ", m(24), "'"),
        ("authorization-header", "-H 'Authorization: Basic ", m(24), "'"),
        ("key-header", "-H 'X-Api-Key: ", m(24), "'"),
        ("url-password", "https://bob:", m(12), "@db.host/x"),
        ("url-token-user", "https://", m(40), "@git.host/x"),
        ("url-parameter", "'https://a.b/c?access_token=", m(32), "'"),
        ("curl-user", "curl -u bob:", m(12), " https://a.b"),
        ("curl-user", "curl -s --user 'bob:", m(12), "' https://a.b"),
        ("mysql-password", "mysql -u root -p", m(12), " db"),
        ("sshpass-password", "sshpass -p ", m(12), " ssh h"),
        ("redis-password", "redis-cli -a ", m(12), " ping"),
        ("mongo-password", "mongosh --password ", m(12), ""),
        ("login-password", "docker login -u bob -p ", m(12), ""),
        ("ldap-password", "ldapsearch -x -w ", m(12), ""),
        ("password-option", "tool --password=", m(12), ""),
        ("token-option", "tool --token ", m(24), ""),
        ("password-variable", "PGPASSWORD=", m(12), " psql"),
        ("password-assignment", "DB_PASSWORD='", m(12), "' ./run"),
        ("token-assignment", "export MY_TOKEN=", m(24), ""),
        ("token-assignment", "CLIENT_SECRET=\"", m(24), "\" ./run"),
        ("json-password", "-d '{\"password\": \"", m(12), "\"}'"),
        ("json-token", "-d '{\"api_key\":\"", m(24), "\"}'"),
        ("netrc-password", "machine a.b login bob password ", m(12), ""),
        ("password-on-pipe", "echo ", m(12), " | sudo -S ls"),
        (
            "private-key",
            "-----BEGIN RSA PRIV",
            format!("ATE KEY-----\n{}\n{}\n", m(64), m(64)),
            "-----END RSA PRIVATE KEY-----",
        ),
        ("email", "", "jane.doe@corp-mail".to_owned(), ".com"),
        ("home-directory", concat!("cat /ho", "me/"), "janedoe".to_owned(), "/.ssh/id"),
        ("home-directory", concat!("cd /Us", "ers/"), "janedoe".to_owned(), ""),
        ("home-directory-windows", "dir C:\\Users\\", "janedoe".to_owned(), "\\x"),
    ];
    let surrounded = surrounded
        .into_iter()
        .map(|(rule, before, secret, after)| (rule, before.to_owned(), secret, after));
    all.extend(surrounded);
    let access_key = ("aws-access-key", String::new(), format!("AK{}{}", "IA", upper(16)), "");
    all.push(access_key);
    all
}

/// Where secrets stand in commands.
const PLACES: [(&str, &str); 6] = [
    ("", ""),
    ("cd x && ", " && git commit -m y"),
    ("git commit -m \"use ", " from now on\""),
    ("cat > f <<'EOF'\n", "\nEOF\ngit add f"),
    ("echo \"", "\" > .env"),
    ("if true; then ", "; fi"),
];

#[test]
fn no_planted_secret_survives_anywhere_in_a_command() {
    let planted = planted();
    let kinds: std::collections::BTreeSet<&str> = planted.iter().map(|it| it.0).collect();
    assert!(kinds.len() > 60, "{}", kinds.len());
    assert!(kinds.iter().all(|kind| rules().any(|rule| rule == *kind)));
    for (rule, before, secret, after) in &planted {
        for (open, close) in PLACES {
            let command = format!("{open}{before}{secret}{after}{close}");
            let redacted = redact(&command);
            // The first line of a private key says only what it is.
            let heart = secret.strip_prefix("ATE KEY-----\n").unwrap_or(secret);
            for piece in heart.split(['\n', '/', '.', '-', '@', '_']).filter(|it| it.len() >= 4) {
                let fixed = piece.starts_with("eyJ") || piece == "mail";
                assert!(fixed || !redacted.text.contains(piece), "{rule}: {}", redacted.text);
            }
            assert_eq!(shape(&command), shape(&redacted.text), "{rule}");
            assert_eq!(command.len(), redacted.text.len(), "{rule}");
            assert!(redacted.is_changed(), "{rule}");
        }
        let alone = redact(&format!("{before}{secret}{after}"));
        assert!(alone.counts.contains_key(rule), "{rule}: {:?}", alone.counts);
    }
}

#[track_caller]
fn stays(command: &str) {
    assert_eq!(redact(command).text, command);
}

#[test]
fn what_is_no_secret_stays() {
    stays("git commit -m \"Add a token\n\nCo-Authored-By: Claude <noreply@anthropic.com>\"");
    stays("git clone git@github.com:a/b.git && git push https://github.com/a/b.git");
    stays("curl -H \"Authorization: Bearer $TOKEN\" https://api.host/x");
    stays("export GITHUB_TOKEN=$(gh auth token)");
    stays("npm i pkg@1.2.3 @scope/pkg@latest && go get github.com/a/b@v1.2.3");
    stays("psql postgres://postgres:postgres@localhost:5432/db");
    stays("git rev-parse 3f786850e387550fdab836ed7e6dc881de23001b");
    stays("docker run -p 8080:80 -e PASSWORD=password x && PASS=0 && TOKEN= ./x");
    let homes = ["", "user/x", "runner/x", "git"].map(|name| format!("/{}/{name}", "home"));
    stays(&format!("ls {} ./app/home/page.tsx", homes.join(" ")));
    stays("sed 's@foo@bar.txt@' f; python3 -m pytest tests/test_token.py -k token_secret");
    stays(
        "uuidgen; echo 123e4567-e89b-12d3-a456-426614174000 sha256:9f86d081884c7d659a2feaa0c55ad015",
    );
    stays("mysql -u root -p db; mysql -p$PASS db; mkdir -p src/main");
}

#[test]
fn a_placeholder_is_of_the_same_classes() {
    let secret = format!("gl{}AbC-12_zZ9AbCdEfGhIj", "pat-");
    let redacted = redact(&format!("echo {secret} 'é'"));
    assert_eq!(redacted.text, format!("echo gl{}XxX-00_xX0XxXxXxXxXx 'é'", "pat-"));
    assert_eq!(redacted.counts.into_iter().collect::<Vec<_>>(), [("gitlab-token", 1)]);
}

#[test]
fn agents_commands_hold_next_to_nothing_that_is_hidden_for_no_reason() {
    let Some(folder) = support::shared("corpora/commands") else { return };
    let text = std::fs::read_to_string(folder.join("agents.jsonl")).unwrap();
    let (mut all, mut wrong) = (0_u64, 0_u64);
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let command = row["command"].as_str().unwrap();
        let redacted = redact(command);
        all += 1;
        // No command of this corpus holds a live secret: whatever is taken for one is taken wrongly. Addresses and
        // homes are what they look like.
        let names = ["email", "home-directory"];
        if redacted.counts.keys().any(|rule| !names.contains(rule)) {
            wrong += 1;
            eprintln!("hidden by {:?}: {command}", redacted.counts.keys());
        }
    }
    eprintln!("{wrong} of {all} commands redacted for no reason");
    assert!(all > 9000);
    assert!(wrong * 200 < all, "{wrong} of {all}");
}

fn texts() -> impl Strategy<Value = String> {
    let pieces =
        planted().into_iter().map(|(_, before, secret, after)| format!("{before}{secret}{after}"));
    let mut pieces: Vec<String> = pieces.collect();
    pieces.extend(
        [" ", "\n", "'", "\"", "\\", "=", ":", "@", "x", "é", "/", "-", "&&"].map(str::to_owned),
    );
    let piece = prop_oneof![
        4 => proptest::sample::select(pieces),
        1 => proptest::collection::vec(any::<char>(), 0..6).prop_map(String::from_iter),
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn redacting_again_changes_nothing(text in texts()) {
        let once = redact(&text);
        let twice = redact(&once.text);
        prop_assert_eq!(&once.text, &twice.text);
        prop_assert!(!twice.is_changed());
    }

    #[test]
    fn every_byte_keeps_its_place_and_its_class(text in texts()) {
        let redacted = redact(&text);
        prop_assert_eq!(text.len(), redacted.text.len());
        prop_assert_eq!(shape(&text), shape(&redacted.text));
        prop_assert_eq!(redacted.is_changed(), text != redacted.text);
    }
}
