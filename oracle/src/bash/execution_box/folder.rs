//! The box's folder: programs and stubs, the command, what the run may write, and the log. It is swept away when the
//! box goes, and, after a crash, by the next box.
//!
//! ```text
//! lock      locked as long as the box lives
//! first     the script of the first process
//! stub      what every other program is; unknown: the same for what is in no folder of PATH
//! bin/      PATH: links to real programs and to the stub
//! jobs/     N: a command; N.codes: which exit codes the stubs give it
//! run/      the only part that can be written: now (the job), ends (exit codes), and for each job N
//!           N/work (current folder), N/home, N/log (a file for each start of a stub)
//! ```

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};

use super::stub::{self, ExitCodes, Seen};
use super::{REAL, descendants, program};

const PREFIX: &str = "guarddiff-box-";

/// The folders of a job.
const OWN: [&str; 3] = ["work", "home", "log"];

/// The user and group of the box's processes, where it is another than ours.
pub(super) type User = Option<u32>;

/// A folder that is removed with the value.
#[derive(Debug)]
pub(super) struct Folder {
    root: tempfile::TempDir,
    user: User,
    programs: BTreeSet<String>,
    _lock: File,
}

impl Folder {
    /// A new folder with everything that does not change from run to run.
    ///
    /// # Errors
    /// That it cannot be made, or has a name that PATH or a script cannot hold.
    pub(super) fn new(bash: &Path, user: User) -> io::Result<Folder> {
        let temporary = temporary()?;
        if temporary.to_str().is_none_or(|name| name.contains(':')) {
            let what = "has a colon in its name, or what is no UTF-8";
            return Err(io::Error::other(format!("{} {what}", temporary.display())));
        }
        // Another user's processes must be able to pass through.
        let mode = if user.is_some() { 0o711 } else { 0o700 };
        let root = tempfile::Builder::new()
            .prefix(PREFIX)
            .permissions(Permissions::from_mode(mode))
            .tempdir_in(temporary)?;
        let path = root.path();
        let lock = File::create(path.join("lock.new"))?;
        lock.lock()?;
        fs::rename(path.join("lock.new"), path.join("lock"))?;
        for (name, text) in [("stub", stub::text(bash, path)), ("unknown", stub::text(bash, path))]
        {
            fs::write(path.join(name), text)?;
            fs::set_permissions(path.join(name), Permissions::from_mode(0o755))?;
        }
        // It must be there when it is allowed to be read.
        File::create(path.join("first"))?;
        for folder in ["bin", "jobs", "run"] {
            fs::create_dir(path.join(folder))?;
            fs::set_permissions(path.join(folder), Permissions::from_mode(0o755))?;
        }
        let mut programs = BTreeSet::new();
        for name in REAL {
            let file = if name == "bash" { Some(bash.to_owned()) } else { program(name) };
            if let Some(file) = file {
                symlink(file, path.join("bin").join(name))?;
                programs.insert(name.to_owned());
            }
        }
        let mut folder = Folder { root, user, programs, _lock: lock };
        folder.add_stub("git");
        folder.add_stub("glab");
        Ok(folder)
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        self.root.path()
    }

    /// Whether PATH holds a program of that name.
    pub(super) fn has(&self, program: &str) -> bool {
        self.programs.contains(program)
    }

    /// Adds a stub under a name, unless that is no name of a file, or a program of that name is there.
    pub(super) fn add_stub(&mut self, name: &str) {
        let is_name = !matches!(name, "" | "." | "..") && !name.contains(['/', '\0']);
        if is_name && !REAL.contains(&name) && !self.has(name) {
            let made = symlink("../stub", self.path().join("bin").join(name));
            if made.is_ok() {
                self.programs.insert(name.to_owned());
            }
        }
    }

    /// Writes what the next jobs need. What is there from jobs before is used again: making and removing files is most
    /// of what a job costs this process.
    pub(super) fn prepare<'a>(
        &self,
        jobs: impl Iterator<Item = (&'a str, ExitCodes)>,
    ) -> io::Result<()> {
        let run = self.path().join("run");
        for (nth, (command, codes)) in jobs.enumerate() {
            let job = self.path().join("jobs").join(nth.to_string());
            fs::write(&job, format!("{command}\n"))?;
            fs::write(job.with_extension("codes"), codes.line())?;
            let own = run.join(nth.to_string());
            self.own_folder(&own)?;
            for name in OWN {
                self.own_folder(&own.join(name))?;
            }
        }
        for name in ["now", "ends"] {
            File::create(run.join(name))?;
            chown(run.join(name), self.user, self.user)?;
        }
        Ok(())
    }

    fn own_folder(&self, folder: &Path) -> io::Result<()> {
        match fs::create_dir(folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Ok(()) | Err(_) => {}
        }
        fs::set_permissions(folder, Permissions::from_mode(0o755))?;
        chown(folder, self.user, self.user)
    }

    /// The exit codes of the jobs that came to their end, in order.
    pub(super) fn ends(&self) -> Vec<i32> {
        let text = fs::read_to_string(self.path().join("run/ends")).unwrap_or_default();
        text.lines().map_while(|line| line.parse().ok()).collect()
    }

    /// A number that grows with every job that comes to its end.
    pub(super) fn progress(&self) -> u64 {
        fs::metadata(self.path().join("run/ends")).map_or(0, |meta| meta.len())
    }

    /// What the stubs logged for one job, in the order of their starts, and how many logs are torn.
    pub(super) fn seen(&self, job: usize) -> (Vec<Seen>, u64) {
        let log = self.path().join("run").join(job.to_string()).join("log");
        let entries = fs::read_dir(log).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.sort();
        let read = |file: &PathBuf| Seen::parse(&fs::read(file).ok()?);
        let seen: Vec<Seen> = files.iter().filter_map(read).collect();
        let torn = (files.len() - seen.len()) as u64;
        (seen, torn)
    }

    /// Removes what the jobs wrote; their empty folders stay for the next ones.
    pub(super) fn empty(&self) {
        for job in entries(&self.path().join("run")) {
            if !is_folder(&job) || job.file_name().is_none_or(|name| !is_number(name)) {
                remove(&job);
                continue;
            }
            let _ = fs::set_permissions(&job, Permissions::from_mode(0o755));
            for inner in entries(&job) {
                let is_own = OWN.iter().any(|own| inner.ends_with(own)) && is_folder(&inner);
                if !is_own {
                    remove(&inner);
                    continue;
                }
                let _ = fs::set_permissions(&inner, Permissions::from_mode(0o755));
                entries(&inner).iter().for_each(|left| remove(left));
            }
        }
    }

    /// Bytes and number of all that the jobs have written so far, their own folders not counted; counted up to a limit.
    pub(super) fn usage(&self, limit: u64) -> (u64, u64) {
        let (mut bytes, mut count) = (0, 0);
        // How deep an entry stands tells what is a job's own folder: run/N and run/N/work.
        let mut waiting = vec![(self.path().join("run"), 0)];
        while let Some((folder, depth)) = waiting.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let Ok(meta) = entry.metadata() else { continue };
                bytes += 512 * meta.blocks();
                count += u64::from(depth > 1 || !meta.is_dir());
                if count > limit {
                    return (bytes, count);
                }
                if meta.is_dir() {
                    waiting.push((entry.path(), depth + 1));
                }
            }
        }
        (bytes, count)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What the run made unreadable would keep the folder alive.
        self.empty();
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Whether it is a folder, and no link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_dir())
}

fn is_number(name: &OsStr) -> bool {
    name.as_encoded_bytes().iter().all(u8::is_ascii_digit)
}

/// Removes a file or a tree, folders without permissions in it included. What cannot be removed is left to the next
/// sweep.
fn remove(tree: &Path) {
    if !is_folder(tree) {
        let _ = fs::remove_file(tree);
        return;
    }
    if fs::remove_dir_all(tree).is_ok() {
        return;
    }
    let mut waiting = vec![tree.to_owned()];
    while let Some(folder) = waiting.pop() {
        let _ = fs::set_permissions(&folder, Permissions::from_mode(0o700));
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                waiting.push(entry.path());
            }
        }
    }
    let _ = fs::remove_dir_all(tree);
}

/// The folder for temporary files, without a link in the way, which would be another path for bash than for what it is
/// told of its own name; never a relative one.
fn temporary() -> io::Result<PathBuf> {
    let folder = std::env::temp_dir();
    folder
        .canonicalize()
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder.display())))
}

/// Removes the folders of boxes that died without doing it, with every process that is still in them.
pub(super) fn sweep() {
    let Ok(temporary) = temporary() else { return };
    let own = rustix::process::geteuid().as_raw();
    for entry in fs::read_dir(temporary).into_iter().flatten().flatten() {
        let named = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        let ours = entry.metadata().is_ok_and(|meta| meta.is_dir() && meta.uid() == own);
        if !named || !ours {
            continue;
        }
        let Ok(lock) = File::open(entry.path().join("lock")) else { continue };
        if lock.try_lock().is_ok() {
            descendants::kill_inside(&entry.path());
            remove(&entry.path());
        }
    }
}

/// A path as one word of bash.
pub(super) fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"))
}
