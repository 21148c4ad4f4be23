//! What cannot be served is left out with its reason, and costs nothing else.

use toolhost_loader::{FaultCause, Generation};

use crate::support::{Setup, bad, component, output, wasm};

/// The fault of the one provider of a block, with another one beside it that serves.
async fn fault_of(provider: &str) -> (String, FaultCause) {
    let setup = Setup::new();
    let mut generation =
        setup.optimizing("timeout_ms: 60000", &[provider.to_owned(), bad("good", "mode: shrink, bytes: 2")]);
    assert_eq!(generation.faults.len(), 1, "{provider}: {:?}", generation.faults);
    let fault = generation.faults.pop().unwrap();
    assert_eq!(&*fault.place.file, "user.yaml", "{provider}");
    let reduced = generation.optimizer.turn().reduce(&[output("make", "a text")]).await;
    assert_eq!(reduced[0].as_ref().map(|reduced| reduced.text.as_str()), Some("a "), "{provider}");
    let told: Vec<_> = setup.told.take().into_iter().map(|(provider, class, _)| (provider, class)).collect();
    let told: Vec<_> = told.iter().map(|(provider, class)| (provider.as_str(), class.as_str())).collect();
    assert_eq!(told, [("broken", "unservable"), ("good", "changed")], "{provider}");
    (fault.plugin, fault.cause)
}

#[tokio::test]
async fn each_has_its_reason() {
    let (tool, runner) = (component("noop"), component("runner"));
    let missing = component("no_such_component");
    let digest = format!("sha256:{}", "0".repeat(64));
    for (provider, reason) in [
        (
            "{ id: broken, type: wasm, component: 'builtin:fold_all' }".to_owned(),
            "plugin \"broken\": no component `builtin:fold_all` is part of this toolhost; there are: exec_json, noop"
                .to_owned(),
        ),
        (
            wasm("broken", &missing, ""),
            format!("plugin \"broken\": {} cannot be read: No such file or directory (os error 2)", missing.display()),
        ),
        (
            wasm("broken", &tool, ""),
            "plugin \"broken\": it is of kind \"tool\", and no optimizer".to_owned(),
        ),
        (
            wasm("broken", &runner, ""),
            "plugin \"broken\": imports toolhost:plugin/process@0.1.0, which needs the grant \"process\"; add \
             `process: [/path/to/program]` to its `grants`"
                .to_owned(),
        ),
        (
            wasm("broken", &component("bad_optimizer"), "config: { mode: dance }"),
            "plugin \"broken\": its `config` does not fit: `mode`: ".to_owned(),
        ),
        (
            wasm("broken", &component("no_metadata"), ""),
            "plugin \"broken\": carries no metadata (custom section `toolhost:plugin`); ".to_owned(),
        ),
        (
            wasm("broken", &component("optimizers/noop"), &format!("digest: '{digest}'")),
            "plugin \"broken\": the component has the digest sha256:".to_owned(),
        ),
    ] {
        let (plugin, cause) = fault_of(&provider).await;
        assert_eq!(plugin, "broken");
        let cause = cause.to_string();
        assert!(cause.starts_with(&reason), "{provider}\n{cause}\n{reason}");
    }
    let mismatch =
        fault_of(&wasm("broken", &component("optimizers/noop"), &format!("digest: '{digest}'"))).await.1;
    let end = format!("the configuration wants {digest}; if you changed it yourself, write the new digest");
    assert!(mismatch.to_string().ends_with(&end), "{mismatch}");
}

#[test]
fn a_type_that_there_is_not_and_a_missing_path_are_faults() {
    let setup = Setup::new();
    let reasons = |generation: Generation| -> Vec<String> {
        generation.faults.iter().map(|fault| fault.cause.to_string()).collect()
    };
    let generation = setup.optimizing(
        "timeout_ms: 60000",
        &["{ type: exec_jsn, path: /bin/true }".to_owned(), "{ type: exec_json }".to_owned()],
    );
    let reasons = reasons(generation);
    assert_eq!(reasons.len(), 2, "{reasons:?}");
    assert!(reasons[0].contains("there is no type \"exec_jsn\""), "{reasons:?}");
    assert!(reasons[1].contains("the key \"path\" is missing"), "{reasons:?}");
}

#[test]
fn an_optimizer_is_no_tool() {
    let setup = Setup::new();
    let generation = setup.load(&format!(
        "plugins: {{ other: {{ component: '{}' }} }}\nprofiles: {{ default: {{ tools: [other] }} }}\n",
        component("bad_optimizer").display()
    ));
    assert!(generation.tools.is_empty());
    let reasons: Vec<_> = generation.faults.iter().map(|fault| fault.cause.to_string()).collect();
    assert_eq!(
        reasons,
        [
            "plugin \"other\": it is of kind \"optimizer\", and no tool; name it as `type` of a provider of tool_optimizers"
        ]
    );
}

#[test]
fn a_block_that_is_off_loads_nothing() {
    let setup = Setup::new();
    let generation = setup.load(
        "profiles: { default: { tools: [] } }\n\
         tool_optimizers: { enabled: false, providers: [{ type: wasm, component: 'builtin:nothing' }] }\n",
    );
    assert!(generation.faults.is_empty(), "{:?}", generation.faults);
    assert!(setup.told.take().is_empty());
}
