//! Rows of package and version managers: data, sorted by name.

use crate::programs::subcommands::{COMMAND, Other, Subcommand};
use crate::programs::wrappers::{PLAIN, Then, Wrapper};

/// Options of npx and `npm exec`.
const NPX: &str = "y,yes no no-install p,package: c,call@ w,workspace: ws,workspaces \
    iwr,include-workspace-root q,quiet s,silent d dd ddd loglevel: prefix: \
    registry: cache: userconfig: ignore-existing prefer-offline offline h,help! \
    v,version!";

/// Options of pnpm, before a subcommand.
const PNPM: &str = "C,dir: F,filter: filter-prod: r,recursive w,workspace-root s,silent loglevel: \
    reporter: stream parallel aggregate-output if-present no-bail bail sort \
    no-sort reverse workspace-concurrency: color no-color use-stderr stdin \
    resume-from: report-summary ignore-workspace fail-if-no-match h,help! \
    v,version!";

/// Options of pnpx and `pnpm dlx`.
const PNPM_DLX: &str = "package: allow-build: c,shell-mode? s,silent reporter: h,help!";

/// Options of bun and `bun run`.
const BUN: &str = "cwd: b,bun silent F,filter: r,preload: require: import: env-file: elide-lines: \
    hot watch smol no-clear-screen inspect:: inspect-brk:: if-present e,eval% \
    p,print% i port: conditions: v,version! h,help! revision! config:: c:: \
    main-fields: extension-order: tsconfig-override: d,define: l,loader: shell: \
    title:";

/// Options of bunx and `bun x`.
const BUNX: &str = "bun b p,package: silent verbose no-install";

/// Options of `uv run`, uvx and `uv tool run`.
const UV: &str = "from: with: with-editable: with-requirements: extra: all-extras no-extra: dev \
    no-dev only-dev group: no-group: no-default-groups only-group: all-groups \
    env-file: no-env-file m,module s,script gui-script p,python: active no-active \
    no-sync locked frozen exact inexact no-editable isolated no-project \
    all-packages package: directory: project: index: default-index: i,index-url: \
    extra-index-url: f,find-links: index-strategy: keyring-provider: resolution: \
    prerelease: fork-strategy: exclude-newer: link-mode: U,upgrade \
    P,upgrade-package: reinstall reinstall-package: refresh refresh-package: \
    C,config-setting,config-settings: cache-dir: config-file: color: \
    allow-insecure-host: python-platform: no-index no-sources no-build \
    no-build-package: no-binary no-binary-package: no-build-isolation \
    no-build-isolation-package: build-isolation compile-bytecode no-cache n \
    offline no-config q,quiet v,verbose native-tls managed-python \
    no-managed-python no-python-downloads no-progress python-preference: h,help! \
    V,version!";

/// pnpm's own subcommands: another first word is a script or, as under `pnpm exec`, a command.
const PNPM_OWN: &str = "add i install up update upgrade remove rm uninstall un link ln unlink import \
    rebuild rb prune fetch dedupe patch patch-commit patch-remove audit list ls la \
    ll outdated why licenses run run-script test t start stop restart create init \
    publish pack deploy server store root bin setup env config c get set \
    completion doctor cache cat-file cat-index find-hash approve-builds \
    ignored-builds install-test it self-update login logout whoami view info show \
    version bugs docs home repo search ping owner team token dist-tag deprecate \
    unpublish access adduser edit profile pkg prefix star stars xmas catalog help";

/// python-dotenv's own subcommands; dotenv-cli has none, and runs what stands there.
const DOTENV_OWN: &str = "list get set unset";

/// rtk's own subcommands: another first word is a command whose output it shortens.
const RTK_OWN: &str = "gain discover init config learn session economics cc-economics hook rewrite \
    read smart json deps env log diff verify trust untrust telemetry";

/// Programs that find a command in a project or in a package.
pub(super) const ROWS: &[Wrapper] = &[
    Wrapper {
        name: "asdf",
        source: "asdf exec",
        then: Then::Subcommands(&[Subcommand { names: &["exec"], ..COMMAND }], Other::Data),
        plain: "asdf exec",
        ..PLAIN
    },
    Wrapper {
        name: "aws-vault",
        source: "aws-vault 7.2",
        then: Then::Subcommands(
            &[Subcommand { names: &["exec"], then: Then::Behind(&["--"]), ..COMMAND }],
            Other::Data,
        ),
        plain: "aws-vault exec profile --",
        ..PLAIN
    },
    Wrapper {
        name: "bun",
        source: "bun 1.2",
        options: BUN,
        then: Then::Subcommands(
            &[
                Subcommand { names: &["x"], options: BUNX, ..COMMAND },
                Subcommand { names: &["run"], options: BUN, ..COMMAND },
                Subcommand { names: &["exec"], then: Then::CodeWord, ..COMMAND },
            ],
            Other::Data,
        ),
        plain: "bun x",
        valued: Some("bun --cwd dir run"),
        ..PLAIN
    },
    Wrapper {
        name: "bundle",
        source: "bundler 2.5",
        options: "no-color V,verbose r,retry: h,help! v,version!",
        then: Then::Subcommands(
            &[Subcommand {
                names: &["exec", "e", "ex", "exe"],
                options: "keep-file-descriptors no-keep-file-descriptors gemfile:",
                ..COMMAND
            }],
            Other::Data,
        ),
        plain: "bundle exec",
        valued: Some("bundle exec --gemfile Gemfile"),
        ..PLAIN
    },
    Wrapper {
        name: "bunx",
        source: "bun 1.2",
        options: BUNX,
        plain: "bunx",
        valued: Some("bunx -p tool"),
        ..PLAIN
    },
    Wrapper {
        name: "conda",
        source: "conda 24.9",
        options: "h,help! V,version! v,verbose q,quiet",
        then: Then::Subcommands(
            &[Subcommand {
                names: &["run"],
                options: "n,name: p,prefix: r,root-prefix: v,verbose dev \
                    debug-wrapper-scripts cwd: no-capture-output,live-stream \
                    a,attach: e,env: d,detach clean-env label: h,help!",
                ..COMMAND
            }],
            Other::Data,
        ),
        plain: "conda run",
        valued: Some("conda run -n base"),
        ..PLAIN
    },
    Wrapper {
        name: "deno",
        source: "deno 2.1",
        options: "q,quiet L,log-level: h,help! V,version!",
        then: Then::Subcommands(
            &[Subcommand { names: &["eval"], then: Then::Script, ..COMMAND }],
            Other::Data,
        ),
        ..PLAIN
    },
    Wrapper {
        name: "direnv",
        source: "direnv 2.32",
        then: Then::Subcommands(
            &[Subcommand { names: &["exec"], operands: 1, ..COMMAND }],
            Other::Data,
        ),
        plain: "direnv exec .",
        ..PLAIN
    },
    Wrapper {
        name: "doppler",
        source: "doppler 3.69",
        then: Then::Subcommands(
            &[Subcommand {
                names: &["run"],
                options: "command@ p,project: c,config: t,token: h,help!",
                then: Then::Behind(&["--"]),
                ..COMMAND
            }],
            Other::Data,
        ),
        plain: "doppler run --",
        valued: Some("doppler run -p app --"),
        ..PLAIN
    },
    Wrapper {
        name: "dotenv",
        source: "dotenv-cli 7.4, python-dotenv 1.0",
        options: "e,export: f,file: q,quote: v: o p: c:: debug override version! help!",
        then: Then::Subcommands(
            &[Subcommand { names: &["run"], options: "override no-override help!", ..COMMAND }],
            Other::Command(DOTENV_OWN),
        ),
        plain: "dotenv",
        valued: Some("dotenv -f .env run"),
        ..PLAIN
    },
    Wrapper {
        name: "dotenvx",
        source: "dotenvx 1.31",
        then: Then::Subcommands(
            &[Subcommand { names: &["run"], then: Then::Behind(&["--"]), ..COMMAND }],
            Other::Data,
        ),
        plain: "dotenvx run --",
        ..PLAIN
    },
    Wrapper {
        name: "goenv",
        source: "goenv exec",
        then: Then::Subcommands(&[Subcommand { names: &["exec"], ..COMMAND }], Other::Data),
        plain: "goenv exec",
        ..PLAIN
    },
    Wrapper {
        name: "infisical",
        source: "infisical 0.34",
        then: Then::Subcommands(
            &[Subcommand { names: &["run"], then: Then::Behind(&["--"]), ..COMMAND }],
            Other::Data,
        ),
        plain: "infisical run --",
        ..PLAIN
    },
    Wrapper {
        name: "jenv",
        source: "jenv exec",
        then: Then::Subcommands(&[Subcommand { names: &["exec"], ..COMMAND }], Other::Data),
        plain: "jenv exec",
        ..PLAIN
    },
    Wrapper {
        name: "lerna",
        source: "lerna 8.1",
        then: Then::Subcommands(
            &[Subcommand { names: &["exec"], then: Then::Behind(&["--"]), ..COMMAND }],
            Other::Data,
        ),
        plain: "lerna exec --",
        ..PLAIN
    },
    Wrapper {
        name: "mamba",
        source: "conda 24.9",
        options: "h,help! V,version! v,verbose q,quiet",
        then: Then::Subcommands(
            &[Subcommand {
                names: &["run"],
                options: "n,name: p,prefix: r,root-prefix: v,verbose dev \
                    debug-wrapper-scripts cwd: no-capture-output,live-stream \
                    a,attach: e,env: d,detach clean-env label: h,help!",
                ..COMMAND
            }],
            Other::Data,
        ),
        plain: "mamba run",
        valued: Some("mamba run -n base"),
        ..PLAIN
    },
    Wrapper {
        name: "micromamba",
        source: "conda 24.9",
        options: "h,help! V,version! v,verbose q,quiet",
        then: Then::Subcommands(
            &[Subcommand {
                names: &["run"],
                options: "n,name: p,prefix: r,root-prefix: v,verbose dev \
                    debug-wrapper-scripts cwd: no-capture-output,live-stream \
                    a,attach: e,env: d,detach clean-env label: h,help!",
                ..COMMAND
            }],
            Other::Data,
        ),
        plain: "micromamba run",
        valued: Some("micromamba run -n base"),
        ..PLAIN
    },
    Wrapper {
        name: "mise",
        source: "mise 2025.1",
        options: "C,cd: E,env: j,jobs: q,quiet v,verbose y,yes raw silent no-config \
            h,help! V,version!",
        then: Then::Subcommands(
            &[Subcommand {
                names: &["exec", "x"],
                options: "c,command@ j,jobs: C,cd: E,env: raw q,quiet v,verbose y,yes \
                    fresh-env no-prepare h,help!",
                then: Then::Behind(&["--"]),
                ..COMMAND
            }],
            Other::Data,
        ),
        plain: "mise exec --",
        valued: Some("mise exec -j 2 --"),
        ..PLAIN
    },
    Wrapper {
        name: "nix",
        source: "nix 2.18",
        then: Then::Subcommands(
            &[Subcommand {
                names: &["develop", "shell"],
                then: Then::Behind(&["-c", "--command"]),
                ..COMMAND
            }],
            Other::Data,
        ),
        plain: "nix develop -c",
        valued: Some("nix develop .#ci --command"),
        ..PLAIN
    },
    Wrapper {
        name: "nix-shell",
        source: "nix 2.18",
        options: "p,packages run@ command@ pure impure i: I: A,attr: E,expr: keep: arg? \
            argstr? j,max-jobs: cores: Q,no-build-output v,verbose quiet \
            k,keep-going K,keep-failed option? exclude: show-trace help! version!",
        then: Then::OptionsOrShell,
        ..PLAIN
    },
    Wrapper {
        name: "nodenv",
        source: "nodenv exec",
        then: Then::Subcommands(&[Subcommand { names: &["exec"], ..COMMAND }], Other::Data),
        plain: "nodenv exec",
        ..PLAIN
    },
    Wrapper {
        name: "npm",
        source: "npm 11.19",
        options: "C,prefix: w,workspace: ws,workspaces iwr,include-workspace-root \
            s,silent q,quiet d dd ddd loglevel: registry: cache: userconfig: \
            g,global y,yes f,force h,help! v,version!",
        then: Then::Subcommands(
            &[Subcommand { names: &["exec", "x"], options: NPX, then: Then::Undashed, ..COMMAND }],
            Other::Data,
        ),
        plain: "npm exec --",
        valued: Some("npm --prefix dir exec --"),
        ..PLAIN
    },
    Wrapper {
        name: "npx",
        source: "npm 11.19",
        options: NPX,
        plain: "npx --no-install",
        valued: Some("npx -p tool"),
        ..PLAIN
    },
    Wrapper {
        name: "nx",
        source: "nx 20",
        then: Then::Subcommands(
            &[Subcommand { names: &["exec"], then: Then::Behind(&["--"]), ..COMMAND }],
            Other::Data,
        ),
        plain: "nx exec --",
        ..PLAIN
    },
    Wrapper {
        name: "op",
        source: "1Password CLI 2.30",
        then: Then::Subcommands(
            &[Subcommand { names: &["run"], then: Then::Behind(&["--"]), ..COMMAND }],
            Other::Data,
        ),
        plain: "op run --",
        ..PLAIN
    },
    Wrapper {
        name: "pdm",
        source: "pdm 2.20",
        options: "q,quiet v,verbose c,config: p,project: n,non-interactive \
            I,ignore-python h,help! V,version!",
        then: Then::Subcommands(
            &[Subcommand {
                names: &["run"],
                options: "s,site-packages venv: no-site-packages recreate l,list! j,json \
                    p,project: v,verbose q,quiet h,help!",
                ..COMMAND
            }],
            Other::Data,
        ),
        plain: "pdm run",
        valued: Some("pdm run -p ."),
        ..PLAIN
    },
    Wrapper {
        name: "pipenv",
        source: "pipenv 2024",
        options: "q,quiet v,verbose python: clear site-packages pypi-mirror: support! \
            h,help! version! venv! where! envs! rm! bare",
        then: Then::Subcommands(&[Subcommand { names: &["run"], ..COMMAND }], Other::Data),
        plain: "pipenv run",
        valued: Some("pipenv --python 3 run"),
        ..PLAIN
    },
    Wrapper {
        name: "pipx",
        source: "pipx 1.7",
        options: "q,quiet v,verbose h,help! version!",
        then: Then::Subcommands(
            &[Subcommand {
                names: &["run"],
                options: "no-cache path pypackages spec: v,verbose q,quiet python: \
                    system-site-packages i,index-url: e,editable pip-args: with: \
                    fetch-missing-python h,help!",
                ..COMMAND
            }],
            Other::Data,
        ),
        plain: "pipx run",
        valued: Some("pipx run --spec pkg"),
        ..PLAIN
    },
    Wrapper {
        name: "pnpm",
        source: "pnpm 10",
        options: PNPM,
        then: Then::Subcommands(
            &[
                Subcommand {
                    names: &["exec"],
                    options: "C,dir: F,filter: filter-prod: r,recursive w,workspace-root \
                    s,silent loglevel: reporter: stream parallel aggregate-output \
                    if-present no-bail bail sort no-sort reverse \
                    workspace-concurrency: color no-color use-stderr stdin \
                    resume-from: report-summary ignore-workspace fail-if-no-match \
                    h,help! v,version! c,shell-mode?",
                    ..COMMAND
                },
                Subcommand { names: &["dlx"], options: PNPM_DLX, ..COMMAND },
            ],
            Other::Command(PNPM_OWN),
        ),
        plain: "pnpm exec",
        valued: Some("pnpm -C dir exec"),
        ..PLAIN
    },
    Wrapper { name: "pnpx", source: "pnpm 10", options: PNPM_DLX, plain: "pnpx", ..PLAIN },
    Wrapper {
        name: "poetry",
        source: "poetry 1.8",
        options: "q,quiet n,no-interaction v,verbose ansi no-ansi no-plugins no-cache \
            C,directory: P,project: h,help! V,version!",
        then: Then::Subcommands(&[Subcommand { names: &["run"], ..COMMAND }], Other::Data),
        plain: "poetry run",
        valued: Some("poetry -C dir run"),
        ..PLAIN
    },
    Wrapper {
        name: "pyenv",
        source: "pyenv exec",
        then: Then::Subcommands(&[Subcommand { names: &["exec"], ..COMMAND }], Other::Data),
        plain: "pyenv exec",
        ..PLAIN
    },
    Wrapper {
        name: "rbenv",
        source: "rbenv exec",
        then: Then::Subcommands(&[Subcommand { names: &["exec"], ..COMMAND }], Other::Data),
        plain: "rbenv exec",
        ..PLAIN
    },
    Wrapper {
        name: "rtk",
        source: "rtk 0.27",
        options: "v,verbose u,ultra-compact skip-env h,help! V,version!",
        then: Then::Subcommands(
            &[Subcommand { names: &["err", "test", "summary", "proxy"], ..COMMAND }],
            Other::Command(RTK_OWN),
        ),
        plain: "rtk",
        ..PLAIN
    },
    Wrapper {
        name: "rustup",
        source: "rustup 1.27",
        options: "v,verbose q,quiet h,help! V,version!",
        then: Then::Subcommands(
            &[Subcommand { names: &["run"], options: "install h,help!", operands: 1, ..COMMAND }],
            Other::Data,
        ),
        plain: "rustup run stable",
        ..PLAIN
    },
    Wrapper {
        name: "rye",
        source: "rye 0.43",
        options: "h,help! version!",
        then: Then::Subcommands(
            &[Subcommand {
                names: &["run"],
                options: "l,list! pyproject: v,verbose q,quiet h,help!",
                ..COMMAND
            }],
            Other::Data,
        ),
        plain: "rye run",
        ..PLAIN
    },
    Wrapper {
        name: "uv",
        source: "uv 0.5",
        options: "q,quiet v,verbose color: native-tls offline allow-insecure-host: \
            no-progress directory: project: config-file: no-config n,no-cache \
            cache-dir: managed-python no-managed-python no-python-downloads \
            python-preference: h,help! V,version!",
        then: Then::Subcommands(
            &[
                Subcommand { names: &["run"], options: UV, ..COMMAND },
                Subcommand {
                    names: &["tool"],
                    then: Then::Subcommands(
                        &[Subcommand { names: &["run"], options: UV, ..COMMAND }],
                        Other::Data,
                    ),
                    ..COMMAND
                },
            ],
            Other::Data,
        ),
        plain: "uv run",
        valued: Some("uv run --with pkg"),
        ..PLAIN
    },
    Wrapper {
        name: "uvx",
        source: "uv 0.5",
        options: UV,
        plain: "uvx",
        valued: Some("uvx --from pkg"),
        ..PLAIN
    },
    Wrapper {
        name: "volta",
        source: "volta 2.0",
        options: "verbose very-verbose quiet h,help! v,version!",
        then: Then::Subcommands(
            &[Subcommand {
                names: &["run"],
                options: "node: npm: pnpm: yarn: env: no-npm no-pnpm no-yarn bundled-npm h,help!",
                ..COMMAND
            }],
            Other::Data,
        ),
        plain: "volta run",
        valued: Some("volta run --node 20"),
        ..PLAIN
    },
    Wrapper {
        name: "yarn",
        source: "yarn 1.22 and 4.5",
        options: "s,silent cwd: h,help! v,version!",
        then: Then::Subcommands(
            &[
                Subcommand { names: &["exec"], ..COMMAND },
                Subcommand { names: &["dlx"], options: "p,package: q,quiet", ..COMMAND },
                Subcommand {
                    names: &["workspace"],
                    operands: 1,
                    then: Then::Subcommands(
                        &[Subcommand { names: &["exec"], ..COMMAND }],
                        Other::Data,
                    ),
                    ..COMMAND
                },
            ],
            Other::Data,
        ),
        plain: "yarn exec",
        valued: Some("yarn --cwd dir exec"),
        ..PLAIN
    },
];
