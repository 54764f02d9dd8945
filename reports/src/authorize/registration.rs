//! How the authorizer comes into the permission system's chain and leaves it: a handle that unregisters when it is
//! dropped, held for one root session that has a person before it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use super::answer::{Answer, Verdict};
use super::details::Details;

/// The authorizer's name in the chain.
pub const NAME: &str = "inner-cmd";

/// An authorizer as the chain holds it.
pub type Link = Box<dyn FnMut(&Details) -> Answer>;

/// The permission system's chain of authorizers; clones are the same chain.
#[derive(Clone, Default)]
pub struct Chain(Rc<RefCell<Links>>);

#[derive(Default)]
struct Links {
    registered: u64,
    by_name: BTreeMap<String, (u64, Rc<RefCell<Link>>)>,
}

/// A name that another link has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the chain has a link named {0} already")]
pub struct NameTaken(pub String);

impl Chain {
    /// Puts a link into the chain, for as long as the handle lives.
    ///
    /// # Errors
    /// When there is one of that name.
    pub fn register(&self, name: &str, link: Link) -> Result<Registration, NameTaken> {
        let mut links = self.0.borrow_mut();
        if links.by_name.contains_key(name) {
            return Err(NameTaken(name.to_owned()));
        }
        links.registered += 1;
        let number = links.registered;
        links.by_name.insert(name.to_owned(), (number, Rc::new(RefCell::new(link))));
        Ok(Registration { chain: Rc::downgrade(&self.0), name: name.to_owned(), number })
    }

    /// Whether a link of that name is in the chain.
    pub fn has(&self, name: &str) -> bool {
        self.0.borrow().by_name.contains_key(name)
    }

    /// How many links were ever registered.
    pub fn registered(&self) -> u64 {
        self.0.borrow().registered
    }

    /// Asks the links of these names in this order: the first that allows or denies decides, else the last answer
    /// stands. None where no name is registered: the permission system then goes on to a person.
    pub fn ask(&self, order: &[&str], details: &Details) -> Option<Answer> {
        let mut last = None;
        for name in order {
            let link = self.0.borrow().by_name.get(*name).map(|(_, link)| Rc::clone(link));
            let Some(link) = link else { continue };
            let answer = (*link.borrow_mut())(details);
            if answer.verdict != Verdict::Defer {
                return Some(answer);
            }
            last = Some(answer);
        }
        last
    }
}

/// A link's place in the chain; dropping it takes the link out.
pub struct Registration {
    chain: Weak<RefCell<Links>>,
    name: String,
    number: u64,
}

impl Drop for Registration {
    fn drop(&mut self) {
        let Some(chain) = self.chain.upgrade() else { return };
        let mut links = chain.borrow_mut();
        if links.by_name.get(&self.name).is_some_and(|(number, _)| *number == self.number) {
            links.by_name.remove(&self.name);
        }
    }
}

/// A session that began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Started {
    /// Its id.
    pub id: String,
    /// Whether a person sits before it.
    pub has_ui: bool,
    /// Whether it is no subagent's.
    pub is_root: bool,
}

/// What was heard of sessions and of the permission system, and the registration that follows from it.
pub struct Lifecycle {
    make: Box<dyn FnMut(&Started) -> Link>,
    session: Option<Started>,
    ready: Option<(Chain, String)>,
    registration: Option<Registration>,
}

impl Lifecycle {
    /// Nothing heard yet. `make` makes the link for a session, with its session manager captured.
    pub fn new(make: Box<dyn FnMut(&Started) -> Link>) -> Lifecycle {
        Lifecycle { make, session: None, ready: None, registration: None }
    }

    /// A session began; what was registered for another one goes.
    pub fn session_start(&mut self, session: Started) -> Result<(), NameTaken> {
        if self.session.as_ref() != Some(&session) {
            self.registration = None;
        }
        self.session = Some(session);
        self.settle()
    }

    /// The permission system is ready for a session; it says so repeatedly.
    pub fn service_ready(&mut self, chain: &Chain, session: &str) -> Result<(), NameTaken> {
        let known = self.ready.as_ref();
        if !known.is_some_and(|(old, id)| Rc::ptr_eq(&old.0, &chain.0) && id == session) {
            self.registration = None;
        }
        self.ready = Some((chain.clone(), session.to_owned()));
        self.settle()
    }

    /// The session ended.
    pub fn session_shutdown(&mut self) {
        self.registration = None;
        self.session = None;
    }

    /// Whether the authorizer is in the chain.
    pub fn is_registered(&self) -> bool {
        self.registration.is_some()
    }

    fn settle(&mut self) -> Result<(), NameTaken> {
        let (Some(session), Some((chain, ready_for))) = (&self.session, &self.ready) else {
            return Ok(());
        };
        let wanted = session.has_ui && session.is_root && !session.id.is_empty();
        if wanted && session.id == *ready_for && self.registration.is_none() {
            self.registration = Some(chain.register(NAME, (self.make)(session))?);
        }
        Ok(())
    }
}
