//! What wit-bindgen makes of the WIT package: the only module with unsafe code, all of it generated.
//!
//! The first world names every interface. `wasm-ld` drops the functions that a plugin does not call, and the
//! component encoder then drops the interfaces without functions, so a component imports exactly what its
//! code uses. The test `components` holds that for every tool in this repository.

#![allow(unsafe_code, reason = "wit-bindgen lifts and lowers values by raw pointers")]
#![allow(missing_docs, reason = "the documentation is in the WIT files, and not every item there has one")]
#![allow(
    unreachable_pub,
    reason = "which of the generated items are reachable depends on the interfaces that are exported again"
)]
#![allow(
    clippy::all,
    clippy::undocumented_unsafe_blocks,
    clippy::allow_attributes_without_reason,
    reason = "generated code"
)]

wit_bindgen::generate!({
    path: "../../wit",
    inline: r#"
        package toolhost:sdk;

        world plugin {
            include toolhost:plugin/tool-base@0.1.0;
            import toolhost:plugin/catalog@0.1.0;
            import toolhost:plugin/process@0.1.0;
            import toolhost:plugin/search@0.1.0;
            import toolhost:plugin/terminal@0.1.0;
            import toolhost:plugin/workspace@0.1.0;
            import toolhost:plugin/workspace-edit@0.1.0;
        }
    "#,
    world: "toolhost:sdk/plugin",
    generate_all,
    pub_export_macro: true,
    export_macro_name: "export_tool",
    default_bindings_module: "::toolhost_plugin::bindings",
    runtime_path: "::wit_bindgen::rt",
});

/// The export of an optimizer. Its world is apart, so that no component has to export both.
pub mod optimizer {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: r#"
            package toolhost:sdk-optimizer;

            world optimizer {
                export toolhost:plugin/optimizer@0.1.0;
            }
        "#,
        world: "toolhost:sdk-optimizer/optimizer",
        with: { "toolhost:plugin/types@0.1.0": crate::bindings::toolhost::plugin::types },
        generate_all,
        pub_export_macro: true,
        export_macro_name: "export_optimizer",
        default_bindings_module: "::toolhost_plugin::bindings::optimizer",
        runtime_path: "::wit_bindgen::rt",
    });
}
