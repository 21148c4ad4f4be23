//! Running a granted program.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::time::timeout_at;

use super::exchange::{Exchange, Over};
use super::places::Places;
use super::program::Program;
use super::types::{Completed, Policy, Request};
use crate::spawn::{Attended, Exit, Launch, Life, Order, Spawner};
use crate::{Failure, workdir};

/// Runs granted programs.
#[derive(Clone)]
pub struct Processes {
    spawner: Arc<Spawner>,
    places: Places,
    policy: Arc<Policy>,
}

impl Processes {
    /// For one caller, or for several that were granted the same.
    pub fn new(spawner: Arc<Spawner>, places: Places, policy: Arc<Policy>) -> Processes {
        Processes { spawner, places, policy }
    }

    /// Waits for a place and runs a program to completion. When this returns, nothing of its tree is left and its place
    /// is free. Dropping the future ends the tree without grace; its place is free when the tree is gone.
    ///
    /// A program that exits is complete, whatever its children do: an output that they hold is read until it was
    /// silent for 50 ms, 1 s at most, and then they are ended.
    ///
    /// # Errors
    /// Before anything ran: `denied` (the program or a variable is not granted, or the program cannot be run),
    /// `not_found` (the program or the working directory is not there), `invalid_argument` (what no program can be
    /// handed), `busy` (no place became free in time).
    ///
    /// After the tree was ended: `limit_exceeded` (an output is too long), `timed_out` (the deadline passed; output
    /// seen after it is no answer, even of a program that has ended), `io` (processes of the tree withstood).
    pub async fn run(&self, request: Request) -> Result<Completed, Failure> {
        self.run_in_place(request, || {}).await
    }

    /// As [`Processes::run`], for callers that give up by themselves: `placed` is called when the wait for a place is
    /// over.
    ///
    /// # Errors
    /// As there.
    pub async fn run_in_place(
        &self,
        request: Request,
        placed: impl FnOnce() + Send,
    ) -> Result<Completed, Failure> {
        let (program, launch) = self.prepare(&request)?;
        let deadline = request.deadline;
        let place = self.places.take(deadline).await?;
        placed();
        let started = Instant::now();
        if deadline.is_some_and(|deadline| started >= deadline) {
            let path = program.path().display();
            let message = format!("the time for {path} was over before it could start; nothing was run");
            return Err(Failure::new("timed_out", message));
        }
        let (over_in, over) = oneshot::channel::<()>();
        let spawn = self.spawner.spawn_apart(launch, &request.stdin, Box::new((place, over_in)));
        let Some(spawned) = within(deadline, spawn).await else {
            // What may have been started is ended, since nobody owns it. What it held is dropped then.
            let _ = over.await;
            return Err(timed_out(program));
        };
        let (mut tree, pipes) = spawned.map_err(|error| program.failure(&error))?;
        let mut exchange =
            Exchange::new(pipes, request.stdin, request.max_stdout_bytes, request.max_stderr_bytes);
        let ended = within(deadline, converse(&mut exchange, &mut tree, started)).await;
        let answer = match ended {
            Some(Ok((exit, wall_time))) => {
                let (stdout, stderr) = exchange.into_bytes();
                Ok(Completed { exit, stdout, stderr, wall_time })
            }
            Some(Err(Over::Stdout)) => Err(too_long(program, "standard output", request.max_stdout_bytes)),
            Some(Err(Over::Stderr)) => Err(too_long(program, "standard error", request.max_stderr_bytes)),
            None => Err(timed_out(program)),
        };
        let withstood = end(tree, answer.is_ok()).await;
        if withstood > 0 {
            let path = program.path().display();
            return Err(Failure::new("io", format!("{withstood} processes of {path} could not be ended")));
        }
        match deadline {
            Some(deadline) if answer.is_ok() && Instant::now() >= deadline => Err(timed_out(program)),
            _ => answer,
        }
    }

    /// Checks everything that can be checked without starting anything.
    fn prepare(&self, request: &Request) -> Result<(&Program, Launch), Failure> {
        let policy = &*self.policy;
        let program = Program::find(&policy.programs, &request.program)?;
        if request.arguments.iter().any(|argument| argument.contains('\0')) {
            let message = "an argument holds a NUL character, which no program can take";
            return Err(Failure::new("invalid_argument", message));
        }
        for (name, value) in &request.environment {
            if !policy.variables.contains(name) {
                let message = format!("the variable `{name}` is not granted; nothing was run");
                return Err(Failure::new("denied", message));
            }
            if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
                let message = format!("{name:?} cannot be an environment variable");
                return Err(Failure::new("invalid_argument", message));
            }
        }
        let workdir = workdir::find(&policy.workdir, request.workdir.as_deref())?;
        program.check()?;
        let own = request.environment.iter().map(|(name, value)| (name.into(), value.into()));
        let launch = Launch {
            program: program.path().to_owned(),
            arguments: request.arguments.iter().map(Into::into).collect(),
            environment: policy.environment.iter().cloned().chain(own).collect(),
            workdir,
        };
        Ok((program, launch))
    }
}

/// Has everything pass until the program has ended and its outputs are drained; how it ended, and after what time.
async fn converse(
    exchange: &mut Exchange,
    tree: &mut Attended,
    started: Instant,
) -> Result<(Exit, Duration), Over> {
    tree.during(async |life| {
        let exit = exchange.until_exit(life).await?;
        let wall_time = started.elapsed();
        exchange.drain().await?;
        Ok((exit, wall_time))
    })
    .await
}

/// Waits until nothing is left of the tree, which is ended unless it is `complete` and has left nobody behind. How many
/// processes withstood.
async fn end(mut tree: Attended, complete: bool) -> u32 {
    let life = *tree.tree().life.borrow();
    if !complete || !matches!(life, Life::Exited(_, 0) | Life::Gone(_)) {
        tree.tree().order(Order::Kill);
    }
    tree.during(async |life| match life.wait_for(|life| life.is_over()).await.as_deref() {
        Ok(Life::Survived(_, count)) => *count,
        _ => 0,
    })
    .await
}

/// The future's output, if it comes before the deadline.
async fn within<T>(deadline: Option<Instant>, future: impl Future<Output = T>) -> Option<T> {
    match deadline {
        Some(deadline) => timeout_at(deadline.into(), future).await.ok(),
        None => Some(future.await),
    }
}

fn timed_out(program: &Program) -> Failure {
    Failure::new("timed_out", format!("{} was not done in time, and was ended", program.path().display()))
}

fn too_long(program: &Program, output: &str, most: usize) -> Failure {
    let message =
        format!("the {output} of {} is longer than {most} bytes; it was ended", program.path().display());
    Failure::new("limit_exceeded", message).detail("output", output).detail("max_bytes", most)
}
