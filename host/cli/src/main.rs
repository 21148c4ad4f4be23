//! `toolhost-host`, the program behind `toolhost`: reads the command line and the environment, wires the libraries
//! together, prints.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 the tool or the
//! command failed, 2 the command line or the configuration is wrong.

#![forbid(unsafe_code)]

mod arguments;
mod builtins;
mod commands;
mod configuration;
mod control;
mod environment;
mod failure;
mod optimizing;
mod output;
#[cfg(unix)]
mod standing;
mod stop;
mod trust;
mod wiring;

use std::process::ExitCode;

use clap::Parser;
use tokio::runtime::Builder;

use crate::arguments::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are errors to clap, with an exit code of their own.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    log(&arguments);
    let mut threads = match &arguments.command {
        Command::Mcp(_) | Command::Standby(_) => Builder::new_multi_thread(),
        Command::Call(call) if call.tool == arguments::LINES => Builder::new_multi_thread(),
        // One call at most: further threads would be made for nothing.
        _ => Builder::new_current_thread(),
    };
    let runtime = match threads.enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failure::report(&anyhow::Error::new(error)),
    };
    let code = runtime.block_on(commands::run(arguments)).unwrap_or_else(|error| failure::report(&error));
    // A thread may still read standard input, which nothing can interrupt.
    runtime.shutdown_background();
    code
}

/// Log lines go to standard error: warnings, with `-v` what is done, with `-vv` every detail.
fn log(arguments: &Arguments) {
    let level = match arguments.global.verbose {
        // It says itself what each provider did.
        0 if matches!(arguments.command, Command::Optimize(_)) => "warn,toolhost_optimizer=error",
        0 => "warn,rmcp=error",
        1 => "info,rmcp=warn",
        _ => "debug,wasmtime=info,cranelift=info",
    };
    tracing_subscriber::fmt().with_env_filter(level).with_writer(std::io::stderr).without_time().init();
}
