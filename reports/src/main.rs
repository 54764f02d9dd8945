//! The binary `guarddiff`: everything is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    guarddiff_reports::run(std::env::args_os()).into()
}
