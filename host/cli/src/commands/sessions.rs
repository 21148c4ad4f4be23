//! `toolhost sessions`: the live commands of running hosts.

use std::process::ExitCode;

use toolhost_control::{Question, Reply};

use crate::arguments::SessionsCommand;
use crate::control::{ask_all, ask_one};
use crate::environment::Folders;
use crate::failure::Usage;
use crate::output;

/// Lists commands, or ends one.
pub(crate) fn run(folders: &Folders, command: &SessionsCommand) -> anyhow::Result<ExitCode> {
    match command {
        SessionsCommand::List => list(folders),
        SessionsCommand::End { id } => end(folders, id),
    }
}

fn list(folders: &Folders) -> anyhow::Result<ExitCode> {
    let mut lines = String::new();
    for (host, reply) in ask_all(folders, &Question::Sessions) {
        let Reply::Sessions(sessions) = reply else { continue };
        for session in sessions.iter().filter(|session| session.running) {
            let command: String =
                session.command.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            lines.push_str(&format!(
                "{host}.{}.{}\t{} s\tidle {} s\t{}\t{command}\n",
                session.client, session.session, session.age_seconds, session.idle_seconds, session.workdir
            ));
        }
    }
    output::text(&lines)?;
    Ok(ExitCode::SUCCESS)
}

fn end(folders: &Folders, id: &str) -> anyhow::Result<ExitCode> {
    let Some((host, client, session)) = parse(id) else {
        let usage = Usage::new(format!("{id:?} is no session; one looks like 4711.1.3"));
        return Err(usage.hint("`toolhost sessions list` prints them.").into());
    };
    let Some(reply) = ask_one(folders, host, &Question::End { client, session })? else {
        return Err(Usage::new(format!("no host with the process id {host} runs")).into());
    };
    match reply {
        Reply::Ended(0) => Ok(ExitCode::SUCCESS),
        Reply::Ended(survivors) => {
            output::complain("error", &format!("{survivors} processes of {id} withstood"));
            Ok(ExitCode::FAILURE)
        }
        Reply::Failed(why) => Err(Usage::new(why).into()),
        Reply::Sessions(_) | Reply::Called { .. } => Ok(ExitCode::FAILURE),
    }
}

fn parse(id: &str) -> Option<(u32, u64, u32)> {
    let mut parts = id.split('.');
    let parsed = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    parts.next().is_none().then_some(parsed)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn an_id_has_three_numbers() {
        let rows = [
            ("4711.1.3", Some((4711, 1, 3))),
            ("4711.1", None),
            ("4711.1.3.4", None),
            ("a.b.c", None),
            ("", None),
        ];
        for (id, expected) in rows {
            assert_eq!(parse(id), expected, "{id}");
        }
    }
}
