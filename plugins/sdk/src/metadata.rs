//! The plugin's own description, and the macros that put it into the component.

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

            $crate::__section!();
        };
    };
}

/// Makes the crate an optimizer: declares its metadata as `METADATA`, writes that into the component, and exports it.
///
/// `name` is the plugin's, `asks` the grants that it needs, and `optimizer` a type with the trait
/// [`Optimizer`](crate::Optimizer). Two keys are optional: `config` is a type with [`Schema`](crate::Schema) that says
/// what the provider's configuration may hold, and `hints`, a `&'static [&'static str]`, names kinds of output of which
/// this optimizer wants to be told beyond those of which every one is. An optimizer that runs programs which its configuration names asks for
/// `"process": ["*"]`; it is granted those that are named there. Version and description come from `Cargo.toml`.
///
/// ```
/// use toolhost_plugin::{Failure, Optimizer, Replacement, ToolCall, optimizer};
///
/// /// Leaves out lines with nothing in them.
/// struct Blanks;
///
/// impl Optimizer for Blanks {
///     fn reduce_output(
///         _call: &ToolCall,
///         _filter_hint: Option<&str>,
///         output: String,
///     ) -> Result<Option<Replacement>, Failure> {
///         let kept: String = output.split_inclusive('\n').filter(|line| *line != "\n").collect();
///         let is_shorter = kept.len() < output.len();
///         Ok(is_shorter.then(|| Replacement::new(kept).because("left out blank lines")))
///     }
/// }
///
/// optimizer! {
///     name: "blanks",
///     asks: {},
///     optimizer: Blanks,
/// }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! optimizer {
    (
        name: $name:literal,
        asks: $asks:tt,
        $(config: $config:ty,)?
        $(hints: $hints:expr,)?
        optimizer: $optimizer:ty $(,)?
    ) => {
        /// What this plugin tells the host about itself, without running.
        pub const METADATA: $crate::Json = $crate::Json::Object(&[
            ("wit", $crate::Json::Text($crate::__private::WIT_VERSION)),
            ("name", $crate::Json::Text($name)),
            ("version", $crate::Json::Text(env!("CARGO_PKG_VERSION"))),
            ("description", $crate::Json::Text(env!("CARGO_PKG_DESCRIPTION"))),
            ("kind", $crate::Json::Text("optimizer")),
            ("asks", $crate::json!($asks)),
            $(("config_schema", <$config as $crate::Schema>::SCHEMA),)?
            $(("hints", $crate::Json::Texts($hints)),)?
        ]);

        // Where there is nothing to export to, the type is held against the trait all the same.
        const _: () = $crate::__private::is_optimizer::<$optimizer>();

        #[cfg(target_family = "wasm")]
        const _: () = {
            struct Plugin;

            impl $crate::__private::OptimizerGuest for Plugin {
                fn rewrite_command(
                    call: $crate::ToolCall,
                ) -> Result<Option<$crate::Replacement>, $crate::Failure> {
                    <$optimizer as $crate::Optimizer>::rewrite_command(&call)
                }

                fn reduce_output(
                    call: $crate::ToolCall,
                    filter_hint: Option<String>,
                    output: String,
                ) -> Result<Option<$crate::Replacement>, $crate::Failure> {
                    <$optimizer as $crate::Optimizer>::reduce_output(&call, filter_hint.as_deref(), output)
                }
            }

            $crate::__private::export_optimizer!(Plugin with_types_in $crate::bindings::optimizer);

            $crate::__section!();
        };
    };
}

/// Writes the crate's `METADATA` into the component.
#[doc(hidden)]
#[macro_export]
macro_rules! __section {
    () => {
        // Without `#[used]`, which would keep a second copy in linear memory: a static in a custom
        // section is written in any case.
        #[doc(hidden)]
        #[unsafe(link_section = "toolhost:plugin")]
        #[allow(long_running_const_eval, reason = "a long grammar is written byte by byte")]
        pub static SECTION: [u8; METADATA.len()] = METADATA.bytes();
    };
}
