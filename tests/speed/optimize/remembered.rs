//! An output that was reduced before, from the memory of the process and from the store after a restart.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use toolhost_capability::spawn::Spawner;
use toolhost_optimizer::{Key, Layered, Optimizer, Reduced, ShellCall, ShellOutput, Unobserved};
use toolhost_runtime::Engine;
use toolhost_store::{Clock, Store};

use super::log;
use super::remembering::OnDisk;
use crate::fixture::{Optimizers, components, engine, generation, in_front, median};

const ROUNDS: usize = 100;
const BYTES: usize = 500_000;
/// Bytes of the reduction, as a fifth of the output.
const SHORT: usize = 100_000;

pub(super) async fn run() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host { engine: engine(folder.path()), spawner: Spawner::new(folder.path()).unwrap() };
    let output = ShellOutput {
        call: ShellCall::new("exec_command", "1", "cat out"),
        original_command: None,
        text: log(0, BYTES),
    };
    let first = host.start(folder.path());
    let (reduced, _) = reduce(&first, &output).await;
    assert!(!reduced.is_remembered && reduced.text.len() == SHORT, "{reduced:?}");
    let (mut memory, mut store, mut key) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (again, time) = reduce(&first, &output).await;
        assert!(again.is_remembered && again.text == reduced.text, "{again:?}");
        memory.push(time);

        let restarted = host.start(folder.path());
        let (again, time) = reduce(&restarted, &output).await;
        assert!(again.is_remembered && again.text == reduced.text, "{again:?}");
        store.push(time);

        let start = Instant::now();
        std::hint::black_box(Key::of_output("exec_command", "cat out", &output.text));
        key.push(start.elapsed());
    }
    println!(
        "optimize a reduction of {BYTES} bytes to {SHORT} that is remembered: {:?} from memory, {:?} from the store \
         after a restart (each at most 1 ms); its key alone {:?}",
        median(memory),
        median(store),
        median(key),
    );
}

struct Host {
    engine: Arc<Engine>,
    spawner: Arc<Spawner>,
}

impl Host {
    /// The optimizer of a program that has just started, whose store is in `folder`.
    fn start(&self, folder: &Path) -> Arc<Optimizer> {
        let component = components().join("bad_optimizer.wasm").canonicalize().unwrap();
        let block = format!(
            "{{ enabled: true, output_reduce: {{ enabled: true, acceptance: off, timeout_ms: 0 }}, providers: \
             [{{ type: wasm, component: {}, config: {{ mode: shrink, bytes: {SHORT} }} }}] }}",
            component.display()
        );
        let store = Arc::new(Store::open(&folder.join("optimizers.sqlite"), Clock::system()).unwrap());
        let memory = Arc::new(Layered::new(in_front(), Arc::new(OnDisk::new(store))));
        let optimizers = Optimizers { block: &block, memory, observer: Arc::new(Unobserved) };
        generation(&self.engine, &self.spawner, folder, optimizers).1.optimizer
    }
}

/// A turn with this one output, and its time.
async fn reduce(optimizer: &Optimizer, output: &ShellOutput) -> (Reduced, Duration) {
    let start = Instant::now();
    let reduced = optimizer.turn().reduce(std::slice::from_ref(output)).await.pop().flatten();
    let time = start.elapsed();
    (reduced.unwrap(), time)
}
