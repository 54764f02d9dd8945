//! What each node kind of the grammar means to the reader, resolved once into a table indexed by kind id.
//! Knows names of kinds only, never a text.

use tree_sitter::Language;

/// The part that a node plays in a reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A token of no meaning by itself: a bracket, a keyword, an operator of an expression.
    Token,
    /// `#` to the end of the line.
    Comment,
    /// `&&`, `||`, `&`.
    Separator,
    /// `|`, `|&`.
    Pipe,
    /// Holds statements and may stand in a list or a pipeline without closing it off.
    Sequence,
    /// Holds statements; what stands behind its end belongs to no command inside.
    Block,
    /// `{ … }` or `(( … ))`.
    Compound,
    /// One arm of a `case`: its `|` are no pipes.
    CaseItem,
    /// `for ((…))`: its head holds no statements.
    ArithmeticFor,
    /// A statement with its redirects.
    Redirected,
    /// A simple command; also the declaration builtins, `unset` and a run of assignments.
    Command,
    /// One assignment: a word of a command, or a command by itself.
    Assignment,
    /// `[ … ]` or `[[ … ]]`.
    Test,
    /// An operation inside a test or inside arithmetic.
    Expression,
    /// `>f`, `2>&1`, `<<<x` and the like.
    Redirect,
    /// `<<E` with all that the grammar hangs into it.
    Heredoc,
    /// The delimiter behind `<<`.
    HeredocStart,
    /// The body.
    HeredocBody,
    /// The end line.
    HeredocEnd,
    /// Digits, or `{name}`, in front of a redirect's operator.
    Descriptor,
    /// A word or a part of one that holds no command.
    Leaf,
    /// A word or a part of one that may hold a command.
    Composite,
    /// `$(…)`, backticks, `<(…)`, `>(…)`.
    Substitution,
    /// What the parser could not fit in.
    Error,
}

/// The kind id of ERROR nodes; it lies outside the language's own ids.
const ERROR_KIND: u16 = u16::MAX;

/// Every named kind of the grammar, and the tokens that are more than [`Role::Token`].
const ROLES: &[(&str, bool, Role)] = &[
    ("&&", false, Role::Separator),
    ("||", false, Role::Separator),
    ("&", false, Role::Separator),
    ("|", false, Role::Pipe),
    ("|&", false, Role::Pipe),
    ("comment", true, Role::Comment),
    ("program", true, Role::Sequence),
    ("list", true, Role::Sequence),
    ("pipeline", true, Role::Sequence),
    ("negated_command", true, Role::Sequence),
    ("do_group", true, Role::Sequence),
    ("elif_clause", true, Role::Sequence),
    ("else_clause", true, Role::Sequence),
    ("subshell", true, Role::Block),
    ("for_statement", true, Role::Block),
    ("while_statement", true, Role::Block),
    ("if_statement", true, Role::Block),
    ("case_statement", true, Role::Block),
    ("function_definition", true, Role::Block),
    ("compound_statement", true, Role::Compound),
    ("case_item", true, Role::CaseItem),
    ("c_style_for_statement", true, Role::ArithmeticFor),
    ("redirected_statement", true, Role::Redirected),
    ("command", true, Role::Command),
    ("declaration_command", true, Role::Command),
    ("unset_command", true, Role::Command),
    ("variable_assignments", true, Role::Command),
    ("variable_assignment", true, Role::Assignment),
    ("test_command", true, Role::Test),
    ("binary_expression", true, Role::Expression),
    ("unary_expression", true, Role::Expression),
    ("ternary_expression", true, Role::Expression),
    ("postfix_expression", true, Role::Expression),
    ("parenthesized_expression", true, Role::Expression),
    ("file_redirect", true, Role::Redirect),
    ("herestring_redirect", true, Role::Redirect),
    ("heredoc_redirect", true, Role::Heredoc),
    ("heredoc_start", true, Role::HeredocStart),
    ("heredoc_body", true, Role::HeredocBody),
    ("heredoc_end", true, Role::HeredocEnd),
    ("file_descriptor", true, Role::Descriptor),
    ("word", true, Role::Leaf),
    ("raw_string", true, Role::Leaf),
    ("ansi_c_string", true, Role::Leaf),
    ("string_content", true, Role::Leaf),
    ("heredoc_content", true, Role::Leaf),
    ("simple_expansion", true, Role::Leaf),
    ("variable_name", true, Role::Leaf),
    ("special_variable_name", true, Role::Leaf),
    ("brace_expression", true, Role::Leaf),
    ("test_operator", true, Role::Leaf),
    ("regex", true, Role::Leaf),
    ("extglob_pattern", true, Role::Leaf),
    ("command_name", true, Role::Composite),
    ("concatenation", true, Role::Composite),
    ("string", true, Role::Composite),
    ("translated_string", true, Role::Composite),
    ("expansion", true, Role::Composite),
    ("arithmetic_expansion", true, Role::Composite),
    ("number", true, Role::Composite),
    ("array", true, Role::Composite),
    ("subscript", true, Role::Composite),
    ("command_substitution", true, Role::Substitution),
    ("process_substitution", true, Role::Substitution),
];

/// The role of every kind id of one loaded grammar.
pub(super) struct Kinds {
    roles: Vec<Role>,
}

impl Kinds {
    /// The table for `language`, or `None` when it lacks a kind that the reader relies on: then it is another
    /// grammar, whose trees would be misread.
    pub(super) fn of(language: &Language) -> Option<Kinds> {
        let mut roles = vec![Role::Token; language.node_kind_count()];
        let mut found = [false; ROLES.len()];
        for (id, role) in roles.iter_mut().enumerate() {
            let id = id as u16;
            // An alias gives several ids one name; all of them play the same part.
            let (Some(name), named) =
                (language.node_kind_for_id(id), language.node_kind_is_named(id))
            else {
                continue;
            };
            if let Some(row) = ROLES.iter().position(|row| row.0 == name && row.1 == named) {
                *role = ROLES[row].2;
                found[row] = true;
            }
        }
        found.iter().all(|found| *found).then_some(Kinds { roles })
    }

    /// The role of a node of this kind.
    pub(super) fn role(&self, kind: u16) -> Role {
        match self.roles.get(kind as usize) {
            Some(role) => *role,
            None if kind == ERROR_KIND => Role::Error,
            None => Role::Token,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_kind_of_the_grammar_has_a_role() {
        let language: Language = tree_sitter_bash::LANGUAGE.into();
        assert!(Kinds::of(&language).is_some());
        for id in 0..language.node_kind_count() as u16 {
            if language.node_kind_is_named(id) && language.node_kind_is_visible(id) {
                let name = language.node_kind_for_id(id).unwrap_or_default();
                assert!(
                    ROLES.iter().any(|row| row.0 == name && row.1),
                    "{name} ({id}) has no role"
                );
            }
        }
    }

    #[test]
    fn no_kind_is_listed_twice() {
        for (at, row) in ROLES.iter().enumerate() {
            assert!(
                !ROLES[..at].iter().any(|other| (other.0, other.1) == (row.0, row.1)),
                "{}",
                row.0
            );
        }
    }
}
