//! A loaded component: inspected, its grants settled, compiled when it is first needed.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::Value;

use crate::binary::Binary;
use crate::bindings::PluginHostPre;
use crate::bindings::optimizing::OptimizerHostPre;
use crate::compile::Slot;
use crate::digest::Digest;
use crate::engine::Engine;
use crate::error::{LoadCause, LoadError};
use crate::grants::Grants;
use crate::inspect::{Structure, inspect_as};
use crate::limits::Limits;
use crate::links::{self, Links};
use crate::metadata::{Kind, Metadata};
use crate::state::CallState;
use crate::text;

/// What it takes to load a plugin.
#[derive(Debug, Clone)]
pub struct PluginSpec {
    /// Its key in the configuration.
    pub id: String,
    /// Its bytes.
    pub component: Binary,
    /// What the configuration grants it. It gets no more than it asks for.
    pub granted: Grants,
    /// Bounds of its calls.
    pub limits: Limits,
    /// Its `config` block: an object, or null for none.
    pub config: Value,
    /// Values of environment variables. It sees those whose names it asks for and is granted.
    pub env: Vec<(String, String)>,
}

/// A loaded component. Cheap until its first call: nothing was compiled yet.
pub struct Plugin {
    pub(crate) id: Arc<str>,
    pub(crate) engine: Arc<Engine>,
    pub(crate) limits: Limits,
    pub(crate) config: Arc<str>,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) effective: Grants,
    metadata: Metadata,
    imports: Vec<String>,
    digest: Digest,
    /// Until it is compiled; a component with an interpreter in it is large.
    component: Mutex<Option<Binary>>,
    slot: Arc<Slot>,
    linked: OnceLock<Result<Linked, LoadError>>,
}

/// A compiled component with its imports, ready for any number of sandboxes.
pub(crate) enum Linked {
    /// It has tools.
    Tool(PluginHostPre<CallState>),
    /// It optimizes.
    Optimizer(OptimizerHostPre<CallState>),
}

impl Plugin {
    /// Inspects a component and settles its grants. Runs no guest code and compiles nothing.
    ///
    /// # Errors
    ///
    /// If it is no component that this host serves, or imports what it is not granted.
    pub fn load(engine: &Arc<Engine>, spec: PluginSpec) -> Result<Arc<Self>, LoadError> {
        let PluginSpec { id, component, granted, limits, config, mut env } = spec;
        let failed = |cause| LoadError::new(&id, cause);
        let digest = component.digest();
        let is_known_valid = component.is_built_in() || engine.compiler.has_code(&digest);
        let structure = if is_known_valid { Structure::KnownValid } else { Structure::Unknown };
        let inspection = inspect_as(&component, structure).map_err(|error| failed(error.into()))?;
        let metadata = inspection.metadata;
        links::check(&inspection.imports, &metadata.asks, &granted).map_err(failed)?;
        let config = match config {
            Value::Null => "{}".into(),
            Value::Object(_) => config.to_string().into(),
            _ => return Err(failed(LoadCause::Config)),
        };
        let effective = metadata.asks.intersection(&granted);
        env.retain(|(name, _)| effective.env.contains(name));
        Ok(Arc::new(Self {
            id: id.into(),
            engine: Arc::clone(engine),
            limits,
            config,
            env,
            effective,
            digest,
            metadata,
            imports: inspection.imports,
            component: Mutex::new(Some(component)),
            slot: engine.compiler.slot(digest),
            linked: OnceLock::new(),
        }))
    }

    /// Its key in the configuration.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its identity.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// What it says of itself.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// What it may reach: what it asks for and is granted.
    pub fn effective_grants(&self) -> &Grants {
        &self.effective
    }

    /// Bounds of its calls; a call may narrow them.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Names of its imports.
    pub fn imports(&self) -> &[String] {
        &self.imports
    }

    /// Compiles the component, or takes its code from the cache, so that the first call need not wait for it.
    ///
    /// # Errors
    ///
    /// If it cannot be compiled or does not fit the host. The same error comes again without another attempt.
    pub async fn prepare(&self) -> Result<(), LoadError> {
        self.linked().await.map(|_| ())
    }

    pub(crate) async fn linked(&self) -> Result<&Linked, LoadError> {
        if self.linked.get().is_none() {
            let component = self.component.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some(component) = component {
                let compiled = self.engine.compiler.fill(&self.slot, &self.engine.wasm, &component).await;
                self.linked.get_or_init(|| match compiled {
                    Ok(component) => self.link(&component),
                    Err(why) => Err(LoadError::new(&self.id, LoadCause::Compile(why.to_string()))),
                });
                *self.component.lock().unwrap_or_else(PoisonError::into_inner) = None;
            }
        }
        match self.linked.get() {
            Some(linked) => linked.as_ref().map_err(Clone::clone),
            None => Err(LoadError::new(&self.id, LoadCause::Compile("it was not kept".to_owned()))),
        }
    }

    fn link(&self, component: &wasmtime::component::Component) -> Result<Linked, LoadError> {
        self.engine
            .linker(Links::of(&self.effective))
            .and_then(|linker| {
                let imported = linker.instantiate_pre(component)?;
                Ok(match self.metadata.kind {
                    Kind::Tool => Linked::Tool(PluginHostPre::new(imported)?),
                    Kind::Optimizer => Linked::Optimizer(OptimizerHostPre::new(imported)?),
                })
            })
            .map_err(|error| {
                let why = text::line(&format!("{error:#}"), text::ERROR_BYTES);
                LoadError::new(&self.id, LoadCause::Misfit(why))
            })
    }
}
