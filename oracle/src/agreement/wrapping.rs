//! Shapes that a known command is put into, to see whether it is still found there. It says nothing of what must come
//! out.

/// One shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wrapping {
    /// The word of the table.
    pub name: &'static str,
    before: &'static str,
    after: &'static str,
    form: Form,
}

/// How the command stands in its shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// As bash grammar: bash parses it with the rest.
    Grammar,
    /// As the lines of a heredoc, which only another shell reads.
    Lines,
    /// In single quotes, which only another shell or `eval` reads.
    Quoted,
}

/// Every shape.
pub const WRAPPINGS: [Wrapping; 16] = [
    grammar("$( )", "echo \"$(\n", "\n)\""),
    grammar("$( ) bare", "x=$(", "\n)"),
    grammar("<( )", "cat <(\n", "\n)"),
    grammar(">( )", "tee >(\n", "\n) < f"),
    grammar("( )", "(\n", "\n)"),
    grammar("{ }", "{\n", "\n}"),
    grammar("function", "f() {\n", "\n}; f"),
    grammar("function name", "function f {\n", "\n}\nf"),
    grammar("if", "if true; then\n", "\nfi"),
    grammar("while", "while read -r l; do\n", "\ndone < f"),
    grammar("for", "for i in 1 2; do\n", "\ndone"),
    grammar("case", "case x in\n(x)\n", "\n;;\nesac"),
    grammar("behind &&", "true && {\n", "\n}"),
    Wrapping {
        name: "heredoc to bash",
        before: "bash <<'WRAP_END'\n",
        after: "\nWRAP_END\n",
        form: Form::Lines,
    },
    Wrapping { name: "bash -c", before: "bash -c ", after: "", form: Form::Quoted },
    Wrapping { name: "eval", before: "eval ", after: "", form: Form::Quoted },
];

const fn grammar(name: &'static str, before: &'static str, after: &'static str) -> Wrapping {
    Wrapping { name, before, after, form: Form::Grammar }
}

impl Wrapping {
    /// The command in its shape; none where the shape would end inside it.
    pub fn wrap(&self, text: &str) -> Option<String> {
        let (before, after) = (self.before, self.after);
        match self.form {
            Form::Grammar => Some(format!("{before}{text}{after}")),
            Form::Lines if text.contains("WRAP_END") => None,
            Form::Lines => Some(format!("{before}{text}{after}")),
            Form::Quoted => Some(format!("{before}'{}'{after}", text.replace('\'', r"'\''"))),
        }
    }

    /// Whether bash keeps the command as a string that it doesn't parse.
    pub fn is_string(&self) -> bool {
        match self.form {
            Form::Grammar => false,
            Form::Lines | Form::Quoted => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, text: &str, expected: Option<&str>) {
        let wrapping = WRAPPINGS.iter().find(|wrapping| wrapping.name == name).expect("a shape");
        assert_eq!(wrapping.wrap(text).as_deref(), expected);
    }

    #[test]
    fn a_command_stands_in_its_shape_as_grammar_or_as_a_string() {
        check("( )", "a; b", Some("(\na; b\n)"));
        check("bash -c", "a 'b'", Some(r"bash -c 'a '\''b'\'''"));
        check("heredoc to bash", "a", Some("bash <<'WRAP_END'\na\nWRAP_END\n"));
        check("heredoc to bash", "WRAP_END", None);
    }
}
