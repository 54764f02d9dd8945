//! The engine: both readers, kept warm, and the descent into everything that the text would run. It answers for
//! every text and never fails.

use crate::account::{self, Account};
use crate::analysis::{Analysis, Reason, Trust};
use crate::descend::{Job, descend};
use crate::limits::MAX_BYTES;
use crate::meet::meet;
use crate::tokens::{self, Fail, Tokens};
use crate::tree::{NodeKind, Stopped, TreeParser, TreeReading};

/// Reads commands. One per thread: the parser and its buffers are used again for each text, and no answer
/// depends on the texts before it.
pub struct Engine {
    readers: Option<Readers>,
    /// What is broken on purpose.
    #[cfg(feature = "sabotage")]
    pub fault: Option<&'static crate::sabotage::Fault>,
}

/// Both readers and their buffers.
pub(crate) struct Readers {
    parser: TreeParser,
    tree: TreeReading,
    spare: Vec<Tokens>,
}

impl Engine {
    /// An engine that answers Unavailable (cold) until [`Engine::warm`] is called.
    pub fn cold() -> Engine {
        Engine {
            readers: None,
            #[cfg(feature = "sabotage")]
            fault: None,
        }
    }

    /// A warm engine.
    pub fn new() -> Engine {
        let mut engine = Engine::cold();
        engine.warm();
        engine
    }

    /// Loads the grammar. False if that fails: the engine then stays cold.
    pub fn warm(&mut self) -> bool {
        if self.readers.is_none() {
            self.readers = TreeParser::new().map(|parser| Readers {
                parser,
                tree: TreeReading::default(),
                spare: Vec::new(),
            });
        }
        self.readers.is_some()
    }

    /// What the text would run. The same text gets the same answer from every warm engine on every machine.
    pub fn analyze(&mut self, command: &str) -> Analysis {
        let Some(readers) = &mut self.readers else {
            return Analysis::unavailable(Reason::Cold);
        };
        let mut analysis = Analysis::empty();
        match descend(readers, Job::command(command), &mut analysis) {
            Ok(()) => {
                #[cfg(feature = "sabotage")]
                crate::sabotage::spoil(self.fault, readers, &mut analysis);
                analysis
            }
            Err(reason) => Analysis::unavailable(reason),
        }
    }

    /// The kinds of nodes that tree-sitter-bash makes of the text, each with its parent's, in the order of the
    /// text: what a text is made of, not what it runs. Nothing when cold or over the limits.
    pub fn node_kinds(&mut self, command: &str, visit: &mut dyn FnMut(NodeKind)) {
        if let Some(readers) = &mut self.readers {
            readers.parser.kinds(command, visit);
        }
    }

    /// How the text is built and where its values come from, for a person; none when it can't be read. It costs more
    /// than an analysis, and no answer depends on it.
    pub fn account(&mut self, command: &str) -> Option<Account> {
        account::of(self.readers.as_mut()?, command)
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Readers {
    /// Reads a text twice. The tokens come with the trust that the meeting gives them; hand them back with
    /// [`Readers::give_back`].
    pub(crate) fn read(&mut self, text: &str) -> Result<(Tokens, Trust), Reason> {
        if text.len() > MAX_BYTES {
            return Err(Reason::TooLarge);
        }
        if memchr::memchr(0, text.as_bytes()).is_some() {
            return Err(Reason::Nul);
        }
        let mut tokens = self.spare.pop().unwrap_or_default();
        match self.meet(text, &mut tokens) {
            Ok(trust) => Ok((tokens, trust)),
            Err(reason) => {
                self.spare.push(tokens);
                Err(reason)
            }
        }
    }

    fn meet(&mut self, text: &str, tokens: &mut Tokens) -> Result<Trust, Reason> {
        tokens::read(text, tokens).map_err(|fail| match fail {
            Fail::Syntax => Reason::SyntaxError,
            Fail::TooDeep => Reason::TooDeep,
        })?;
        self.parser.read(text, &mut self.tree).map_err(|stopped| match stopped {
            Stopped::BudgetSpent | Stopped::TooManyNodes => Reason::BudgetSpent,
        })?;
        meet(tokens, &self.tree).ok_or(Reason::Distrusted)
    }

    /// Takes the buffers back.
    pub(crate) fn give_back(&mut self, tokens: Tokens) {
        self.spare.push(tokens);
    }
}
