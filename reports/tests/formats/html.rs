//! A page as a browser would take it apart: known elements only, each closed where it should be.

/// The elements that a page is made of.
const KNOWN: &[&str] = &[
    "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "h4", "p", "ul", "li",
    "div", "span", "table", "thead", "tbody", "tr", "th", "td", "svg", "g", "rect", "text",
    "section", "details", "summary", "code", "pre", "b", "i", "a", "mark", "ins",
];

/// The attributes of those.
const ATTRIBUTES: &[&str] = &[
    "lang",
    "charset",
    "http-equiv",
    "content",
    "name",
    "class",
    "viewBox",
    "role",
    "aria-label",
    "x",
    "y",
    "width",
    "height",
    "text-anchor",
    "href",
    "rel",
    "open",
];

/// Fails unless the page is one document of known elements, without a script, and takes nothing from elsewhere.
#[track_caller]
pub(super) fn sound(page: &str) {
    let mut rest = page.strip_prefix("<!doctype html>\n").unwrap();
    let mut open: Vec<&str> = Vec::new();
    while let Some((_, tag)) = rest.split_once('<') {
        let (tag, behind) = tag.split_once('>').unwrap();
        rest = behind;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed without being open");
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(KNOWN.contains(&name), "<{tag}>");
        for (name, value) in attributes_of(attributes) {
            assert!(ATTRIBUTES.contains(&name), "{name} in <{tag}>");
            if name == "href" {
                assert!(value.starts_with("http"), "{value}");
            }
        }
        if name != "meta" {
            open.push(name);
        }
        if name == "style" {
            rest = &rest[rest.find("</style>").unwrap()..];
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
    assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""));
    for part in ["@import", "url("] {
        let (style, _) = page.split_once("</style>").unwrap();
        assert!(!style.contains(part), "{part}");
    }
}

/// Names and values of `a="b" c`.
fn attributes_of(mut text: &str) -> Vec<(&str, &str)> {
    let mut all = Vec::new();
    while !text.is_empty() {
        let end = text.find(['=', ' ']).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let (value, rest) = match rest.strip_prefix("=\"") {
            Some(rest) => rest.split_once('"').unwrap(),
            None => ("", rest),
        };
        all.push((name, value));
        text = rest.trim_start();
    }
    all
}

#[test]
fn the_reader_of_pages_says_no() {
    let refused = |body: &str| {
        let page = format!(
            "<!doctype html>\n<html><meta content=\"default-src 'none'; style-src 'unsafe-inline'\"><style></style>{body}</html>"
        );
        std::panic::catch_unwind(|| sound(&page)).is_err()
    };
    assert!(!refused("<p class=\"a\">b</p>"));
    for body in [
        "<script>",
        "<p>",
        "</p>",
        "<p onclick=\"x\"></p>",
        "<a href=\"javascript:x\"></a>",
        "<img>",
    ] {
        assert!(refused(body), "{body}");
    }
}
