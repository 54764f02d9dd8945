//! Which kinds of nodes stand in which, for whoever asks what a text is made of. It reads nothing into them.

use super::TreeParser;

/// A node of the grammar and the one that it stands in, both by their names in tree-sitter-bash.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NodeKind {
    /// The kind of the node: a rule such as `command`, or a token such as `&&`.
    pub kind: &'static str,
    /// The kind of its parent; empty for the root.
    pub parent: &'static str,
    /// Whether it is part of what the parser could not read, or was made up by it.
    pub is_error: bool,
}

impl TreeParser {
    /// The kinds of all nodes in the order of the text; nothing for a text that is over the allowances.
    pub(crate) fn kinds(&mut self, text: &str, visit: &mut dyn FnMut(NodeKind)) {
        let Ok(tree) = self.parse(text) else { return };
        let mut cursor = tree.walk();
        let mut parents: Vec<(&'static str, bool)> = Vec::new();
        loop {
            let node = cursor.node();
            let (parent, wrong) = parents.last().copied().unwrap_or_default();
            let is_error = wrong || node.is_error() || node.is_missing();
            visit(NodeKind { kind: node.kind(), parent, is_error });
            if cursor.goto_first_child() {
                parents.push((node.kind(), is_error));
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                parents.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, pairs: &[&str]) {
        let mut seen = Vec::new();
        TreeParser::new().expect("the grammar loads").kinds(text, &mut |it| {
            let mark = if it.is_error { "!" } else { "" };
            seen.push(format!("{}>{}{mark}", it.parent, it.kind));
        });
        assert_eq!(seen, pairs, "{text:?}");
    }

    #[test]
    fn every_node_is_told_with_its_parent() {
        check("", &[">program"]);
        check(
            "a && b",
            &[
                ">program",
                "program>list",
                "list>command",
                "command>command_name",
                "command_name>word",
                "list>&&",
                "list>command",
                "command>command_name",
                "command_name>word",
            ],
        );
        check("a\0", &[]);
    }
}
