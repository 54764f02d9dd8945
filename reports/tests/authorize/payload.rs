//! Evidence from the payload: the full command where it differs from the unit, and nothing else.

use guarddiff_reports::authorize::Evidence;
use guarddiff_reports::authorize::details::Details;
use guarddiff_reports::authorize::payload::{Flaw, read};
use serde_json::json;

use super::{World, assistant, call, session};

#[test]
fn the_unit_is_the_full_command_where_no_entry_says_otherwise() {
    let details = Details::of_call(None, "timeout 5 x", "timeout 5 x", None);
    assert_eq!(read(&details), Ok(("timeout 5 x".to_owned(), "timeout 5 x".to_owned())));
    let mut details = Details::of_call(None, "timeout 5 x", "timeout 5 x; ls", None);
    assert_eq!(read(&details), Ok(("timeout 5 x; ls".to_owned(), "timeout 5 x".to_owned())));
    // Other entries say nothing about the command.
    details.0["payload"]["evidence"] = json!([{"label": "path", "text": "rm"}, 7, null]);
    assert_eq!(read(&details), Ok(("timeout 5 x".to_owned(), "timeout 5 x".to_owned())));
}

#[test]
fn a_command_that_is_missing_is_no_other_command() {
    let mut details = Details::of_call(None, "timeout 5 x", "timeout 5 x", None);
    details.0.as_object_mut().unwrap().shift_remove("command");
    assert!(read(&details).is_ok());
    details.0["command"] = json!(7);
    assert_eq!(read(&details), Err(Flaw::OtherCommand));
}

#[test]
fn the_payload_is_not_looked_at_where_the_session_is_the_evidence() {
    let mut world = World::new("timeout 5 x && git push", "timeout 5 x");
    world.details.0["payload"]["evidence"][0]["text"] = json!("timeout 5 x");
    assert_eq!(world.ask().1[0].0, "x && git push");
    world.evidence = Evidence::Payload;
    assert_eq!(world.ask().1[0].0, "x");
    world.session = Some(session(&[assistant(&[call("c1", "a"), call("c1", "b")])]));
    assert_eq!(world.ask().0.reason.name(), "inner-allow");
}

#[test]
fn every_flaw_has_a_name_of_its_own() {
    let names: std::collections::BTreeSet<&str> = Flaw::ALL.map(Flaw::name).into();
    assert_eq!(names.len(), Flaw::ALL.len());
    assert!(Flaw::ALL.iter().all(|flaw| !flaw.sentence().is_empty()));
}
