//! The subcommands that git itself has: none of them can be shadowed by an alias.
//!
//! From `git --list-cmds=main,builtins` and the `git-*` programs of `git --exec-path`, git 2.47.3. Left out is
//! what distributions package apart (svn, p4, cvs, send-email, gui): where it is missing an alias may take
//! its name.

/// Every subcommand that a git brings with it, sorted.
#[rustfmt::skip]
static KNOWN: &[&str] = &[
    "add", "am", "annotate", "apply", "archive", "bisect", "blame", "branch", "bugreport", "bundle",
    "cat-file", "check-attr", "check-ignore", "check-mailmap", "check-ref-format", "checkout",
    "checkout--worker", "checkout-index", "cherry", "cherry-pick", "clean", "clone", "column",
    "commit", "commit-graph", "commit-tree", "config", "count-objects", "credential",
    "credential-cache", "credential-cache--daemon", "credential-store", "daemon", "describe",
    "diagnose", "diff", "diff-files", "diff-index", "diff-tree", "difftool", "difftool--helper",
    "fast-export", "fast-import", "fetch", "fetch-pack", "filter-branch", "fmt-merge-msg",
    "for-each-ref", "for-each-repo", "format-patch", "fsck", "fsck-objects", "fsmonitor--daemon",
    "gc", "get-tar-commit-id", "grep", "hash-object", "help", "hook", "http-backend", "http-fetch",
    "http-push", "imap-send", "index-pack", "init", "init-db", "instaweb", "interpret-trailers",
    "log", "ls-files", "ls-remote", "ls-tree", "mailinfo", "mailsplit", "maintenance", "merge",
    "merge-base", "merge-file", "merge-index", "merge-octopus", "merge-one-file", "merge-ours",
    "merge-recursive", "merge-recursive-ours", "merge-recursive-theirs", "merge-resolve",
    "merge-subtree", "merge-tree", "mergetool", "mergetool--lib", "mktag", "mktree",
    "multi-pack-index", "mv", "name-rev", "notes", "pack-objects", "pack-redundant", "pack-refs",
    "patch-id", "pickaxe", "prune", "prune-packed", "pull", "push", "quiltimport", "range-diff",
    "read-tree", "rebase", "receive-pack", "reflog", "refs", "remote", "remote-ext", "remote-fd",
    "remote-ftp", "remote-ftps", "remote-http", "remote-https", "repack", "replace", "replay",
    "request-pull", "rerere", "reset", "restore", "rev-list", "rev-parse", "revert", "rm",
    "send-pack", "sh-i18n", "sh-i18n--envsubst", "sh-setup", "shell", "shortlog", "show",
    "show-branch", "show-index", "show-ref", "sparse-checkout", "stage", "stash", "status",
    "stripspace", "submodule", "submodule--helper", "switch", "symbolic-ref", "tag", "unpack-file",
    "unpack-objects", "update-index", "update-ref", "update-server-info", "upload-archive",
    "upload-archive--writer", "upload-pack", "var", "verify-commit", "verify-pack", "verify-tag",
    "version", "web--browse", "whatchanged", "worktree", "write-tree",
];

/// What a subcommand is to the checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// `commit`
    Commit,
    /// `add` and its other name `stage`.
    Stage,
    /// `for-each-repo`, which runs another subcommand in several places.
    ForEachRepo,
    /// Any other that git has.
    Other,
    /// None of git's: an alias, a program `git-NAME` on the path, or an error.
    Foreign,
}

/// What the subcommand of this name is to the checks. Names are case-sensitive.
pub(crate) fn kind(name: &str) -> Kind {
    match name {
        "commit" => Kind::Commit,
        "add" | "stage" => Kind::Stage,
        "for-each-repo" => Kind::ForEachRepo,
        _ if KNOWN.binary_search(&name).is_ok() => Kind::Other,
        _ => Kind::Foreign,
    }
}

/// Whether some dashed program `git-NAME` ends so.
pub(crate) fn any_ends_with(suffix: &str) -> bool {
    KNOWN.iter().any(|known| {
        known.ends_with(suffix)
            || suffix.strip_suffix(known).is_some_and(|start| "git-".ends_with(start))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_for_its_search() {
        assert!(KNOWN.is_sorted());
    }

    #[test]
    fn stage_is_another_name_of_add_and_commit_tree_is_no_commit() {
        assert_eq!(kind("stage"), Kind::Stage);
        assert_eq!(kind("commit"), Kind::Commit);
        assert_eq!(kind("commit-tree"), Kind::Other);
        assert_eq!(kind("commit-graph"), Kind::Other);
        assert_eq!(kind("Commit"), Kind::Foreign);
        assert_eq!(kind("ci"), Kind::Foreign);
    }
}
