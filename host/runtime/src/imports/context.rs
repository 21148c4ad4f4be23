//! `context`: what every plugin may know and say. Nothing here reaches outside the sandbox.

use tracing::Level;

use crate::bindings::toolhost::plugin::context::{self, Host};
use crate::state::CallState;
use crate::text;

/// Target of the lines that plugins log.
pub(crate) const LOG_TARGET: &str = "plugin";

impl Host for CallState {
    fn config(&mut self) -> wasmtime::Result<String> {
        self.count()?;
        self.meter.bytes_in(self.config.len());
        Ok(self.meter.host_now(|| self.config.to_string()))
    }

    fn log(&mut self, level: context::Level, message: String) -> wasmtime::Result<()> {
        self.count()?;
        self.meter.bytes_out(message.len());
        if self.meter.log_line(self.limits.log_lines) {
            let message = text::line(&message, self.limits.log_line_bytes as usize);
            self.meter.host_now(|| emit(level, &self.plugin, &message));
        }
        Ok(())
    }

    fn progress(&mut self, fraction: f32, message: Option<String>) -> wasmtime::Result<()> {
        self.count()?;
        self.meter.bytes_out(message.as_ref().map_or(0, String::len));
        let Some(fraction) = advance(self.progress, fraction, message.is_some()) else { return Ok(()) };
        self.progress = fraction;
        let message = message.map(|message| text::line(&message, self.limits.log_line_bytes as usize));
        self.meter.host_now(|| self.powers.progress.report(fraction, message));
        Ok(())
    }

    fn platform(&mut self) -> wasmtime::Result<(String, String)> {
        self.count()?;
        Ok(self.powers.platform.clone())
    }

    fn budget(&mut self) -> wasmtime::Result<u32> {
        self.count()?;
        Ok(self.powers.budget)
    }
}

fn emit(level: context::Level, plugin: &str, message: &str) {
    match level {
        context::Level::Trace => tracing::event!(target: LOG_TARGET, Level::TRACE, plugin, "{message}"),
        context::Level::Debug => tracing::event!(target: LOG_TARGET, Level::DEBUG, plugin, "{message}"),
        context::Level::Info => tracing::event!(target: LOG_TARGET, Level::INFO, plugin, "{message}"),
        context::Level::Warn => tracing::event!(target: LOG_TARGET, Level::WARN, plugin, "{message}"),
        context::Level::Error => tracing::event!(target: LOG_TARGET, Level::ERROR, plugin, "{message}"),
    }
}

/// The fraction to report: within bounds and no smaller than the last one; none where there is nothing new to say.
fn advance(last: f32, fraction: f32, has_message: bool) -> Option<f32> {
    if fraction.is_nan() {
        return None;
    }
    let next = fraction.clamp(0.0, 1.0).max(last);
    (next > last || has_message).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_never_falls_and_never_repeats_in_silence() {
        for (last, fraction, has_message, expected) in [
            (0.0, 0.5, false, Some(0.5)),
            (0.5, 0.4, false, None),
            (0.5, 0.4, true, Some(0.5)),
            (0.5, 0.5, false, None),
            (0.0, 7.0, false, Some(1.0)),
            (0.0, -1.0, true, Some(0.0)),
            (0.2, f32::NAN, true, None),
            (0.2, f32::INFINITY, false, Some(1.0)),
        ] {
            assert_eq!(advance(last, fraction, has_message), expected, "{last} {fraction} {has_message}");
        }
    }
}
