//! The plugin's own description, and the macro that puts it into the component.

/// Version of the WIT package that the bindings are made of.
pub const WIT_VERSION: &str = "0.1.0";

/// Makes the crate a plugin: declares its metadata as `METADATA`, writes that into the component, and exports
/// its tools.
///
/// `name` is the plugin's, `asks` the grants that it needs, in the shape of `grants` in the configuration,
/// and `tools` the functions with `#[tool]`. `config` is optional: a `#[derive(Arguments)]` struct that says
/// what the plugin's `config` block may hold. Version and description come from `Cargo.toml`.
#[macro_export]
macro_rules! plugin {
    (name: $name:literal, asks: $asks:tt, $(config: $config:ty,)? tools: [$($tool:path),+ $(,)?] $(,)?) => {
        /// What this plugin tells the host about itself, without running.
        pub const METADATA: $crate::Json = $crate::Json::Object(&[
            ("wit", $crate::Json::Text($crate::__private::WIT_VERSION)),
            ("name", $crate::Json::Text($name)),
            ("version", $crate::Json::Text(env!("CARGO_PKG_VERSION"))),
            ("description", $crate::Json::Text(env!("CARGO_PKG_DESCRIPTION"))),
            ("kind", $crate::Json::Text("tool")),
            ("asks", $crate::json!($asks)),
            $(("config_schema", <$config as $crate::Schema>::SCHEMA),)?
            ("tools", $crate::Json::Array(&[$(<$tool as $crate::Tool>::DECLARATION),+])),
        ]);

        #[cfg(target_family = "wasm")]
        const _: () = {
            struct Plugin;

            impl $crate::__private::Guest for Plugin {
                fn call(tool: String, arguments: String) -> Result<$crate::Outcome, $crate::Failure> {
                    $(
                        if tool == <$tool as $crate::Tool>::NAME {
                            return <$tool as $crate::Tool>::call(&arguments);
                        }
                    )+
                    Err($crate::__private::unknown_tool(&tool))
                }
            }

            $crate::__private::export_tool!(Plugin with_types_in $crate::bindings);

            // Without `#[used]`, which would keep a second copy in linear memory: a static in a custom
            // section is written in any case.
            #[doc(hidden)]
            #[unsafe(link_section = "toolhost:plugin")]
            #[allow(long_running_const_eval, reason = "a long grammar is written byte by byte")]
            pub static SECTION: [u8; METADATA.len()] = METADATA.bytes();
        };
    };
}
