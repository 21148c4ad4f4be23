//! The host's side of the WIT package, generated. The world below has every interface that this host serves; what a
//! component is linked with is decided in `links.rs`.

#![allow(missing_docs, reason = "the macro writes this module; the WIT files document it")]
#![allow(clippy::all, reason = "the macro writes this module")]
#![allow(unreachable_pub, reason = "the macro writes this module")]

wasmtime::component::bindgen!({
    path: "../../wit",
    inline: "
        package toolhost:host;

        world plugin-host {
            import toolhost:plugin/types@0.1.0;
            import toolhost:plugin/context@0.1.0;
            import toolhost:plugin/spool@0.1.0;
            import toolhost:plugin/terminal@0.1.0;
            import toolhost:plugin/process@0.1.0;
            import toolhost:plugin/workspace@0.1.0;
            import toolhost:plugin/workspace-edit@0.1.0;
            import toolhost:plugin/search@0.1.0;
            import toolhost:plugin/catalog@0.1.0;
            export toolhost:plugin/tool@0.1.0;
        }
    ",
    world: "toolhost:host/plugin-host",
    imports: {
        "toolhost:plugin/spool": async | trappable,
        "toolhost:plugin/terminal": async | trappable,
        "toolhost:plugin/process": async | trappable,
        "toolhost:plugin/search": async | trappable,
        "toolhost:plugin/workspace": async | trappable,
        "toolhost:plugin/workspace-edit": async | trappable,
        default: trappable,
    },
    exports: { default: async },
    with: {
        "toolhost:plugin/spool.output": toolhost_capability::spool::Output,
        "toolhost:plugin/workspace-edit.change-set": crate::imports::Staged,
    },
});

/// What an optimizer exports. It imports what a tool does, so that both have one linker.
pub(crate) mod optimizing {
    wasmtime::component::bindgen!({
        path: "../../wit",
        inline: "
            package toolhost:host;

            world optimizer-host {
                export toolhost:plugin/optimizer@0.1.0;
            }
        ",
        world: "toolhost:host/optimizer-host",
        exports: { default: async },
        with: {
            "toolhost:plugin/types": crate::bindings::toolhost::plugin::types,
        },
    });
}
