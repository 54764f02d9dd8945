//! The edges between the crates, read from their manifests: downward only.

use super::Complaint;
use super::checkout::{Checkout, File};

/// The folders, lowest layer first.
const LAYERS: [&str; 5] = ["engine", "corpus", "oracle", "allowlist", "reports"];

/// Each dependency of a crate on one that is not below it, and each of xtask on any.
pub(crate) fn upward_edges(checkout: &Checkout) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (layer, folder) in LAYERS.iter().enumerate() {
        complaints.extend(edges_above(checkout, folder, layer));
    }
    complaints.extend(edges_above(checkout, "xtask", 0));
    complaints
}

fn edges_above(checkout: &Checkout, folder: &str, layer: usize) -> Vec<Complaint> {
    let path = format!("{folder}/Cargo.toml");
    let Some(manifest) = checkout.file(&path) else {
        return vec![Complaint::new(&path, 0, "no manifest to look at")];
    };
    let above = |name: &str| {
        let folder = name.strip_prefix("guarddiff-")?;
        LAYERS.iter().position(|known| *known == folder).filter(|&other| other >= layer)
    };
    dependencies(manifest)
        .filter(|(_, name)| above(name).is_some())
        .map(|(line, name)| Complaint::new(&path, line, format!("depends upward, on {name}")))
        .collect()
}

/// The names under every table of dependencies: dev, build and target tables too.
fn dependencies(manifest: &File) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    manifest.text.lines().enumerate().filter_map(move |(number, line)| {
        let line = line.trim();
        let name = if let Some(table) = line.strip_prefix('[') {
            let table = table.split(']').next().unwrap_or_default();
            inside = table.ends_with("dependencies");
            let (parent, name) = table.rsplit_once('.').unwrap_or_default();
            parent.ends_with("dependencies").then_some(name)
        } else {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            (inside && !name.is_empty() && !name.starts_with('#')).then_some(name)
        };
        Some((number + 1, name?.trim_matches('"')))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(folder: &str, manifest: &str, expected: &[usize]) {
        let path = format!("{folder}/Cargo.toml");
        let mut found = upward_edges(&Checkout::of(&[(path.as_str(), manifest)]));
        found.retain(|complaint| complaint.path == path);
        let lines: Vec<usize> = found.iter().map(|complaint| complaint.line).collect();
        assert_eq!(lines, expected, "{manifest}");
    }

    #[test]
    fn edges_that_do_not_go_down_are_complained_of() {
        check("oracle", "[dependencies]\nguarddiff-engine.workspace = true\nmemchr = \"2\"", &[]);
        check("corpus", "[dependencies]\nguarddiff-oracle.workspace = true", &[2]);
        check("engine", "[dev-dependencies]\nguarddiff-corpus = { path = \"../corpus\" }", &[2]);
        check("engine", "[dependencies.guarddiff-engine]\nworkspace = true", &[1]);
        check(
            "oracle",
            "[target.'cfg(unix)'.build-dependencies]\n\"guarddiff-reports\" = \"1\"",
            &[2],
        );
        check("reports", "[features]\nsabotage = []\nguarddiff-reports = []", &[]);
        check(
            "xtask",
            "[dependencies]\nclap.workspace = true\nguarddiff-engine.workspace = true",
            &[3],
        );
    }

    #[test]
    fn a_manifest_that_is_gone_is_complained_of() {
        assert_eq!(upward_edges(&Checkout::of(&[])).len(), LAYERS.len() + 1);
    }
}
