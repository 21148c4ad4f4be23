//! What wasmtime asks before a guest's memory or table is made or grows.

use std::sync::Arc;

use wasmtime::ResourceLimiter;

use crate::account::Meter;
use crate::config::INSTANCES_PER_CALL;
use crate::limits::Limits;

/// Sums over all memories and tables of a store; wasmtime's own `StoreLimits` bounds each one alone.
///
/// A grant is never taken back when the growth fails afterwards: wasmtime reports failures that it never asked
/// about, and a guest could turn such reports into room that it does not have.
pub(crate) struct Limiter {
    memory: Sum,
    tables: Sum,
    refused: Option<Refused>,
    meter: Arc<Meter>,
}

/// The last growth that the limiter refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Bytes of memory that the call would have had in sum.
    Memory(u64),
    /// Table elements that the call would have had in sum.
    Tables(u64),
}

/// What all memories, or all tables, of a store have together.
struct Sum {
    held: usize,
    limit: usize,
}

enum Growth {
    Granted,
    /// The memory's or table's own maximum forbids it; that is no refusal of ours.
    PastMaximum,
    /// The sum would have been this, which is past the limit.
    PastLimit(u64),
}

impl Sum {
    fn new(limit: u64) -> Self {
        Self { held: 0, limit: usize::try_from(limit).unwrap_or(usize::MAX) }
    }

    fn grow(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> Growth {
        if maximum.is_some_and(|maximum| desired > maximum) {
            return Growth::PastMaximum;
        }
        let wanted = self.held.saturating_sub(current).saturating_add(desired);
        if wanted > self.limit {
            return Growth::PastLimit(wanted as u64);
        }
        self.held = wanted;
        Growth::Granted
    }
}

impl Limiter {
    pub(crate) fn new(limits: &Limits, meter: Arc<Meter>) -> Self {
        Self {
            memory: Sum::new(limits.memory),
            tables: Sum::new(limits.table_elements.into()),
            refused: None,
            meter,
        }
    }

    pub(crate) fn refused(&self) -> Option<Refused> {
        self.refused
    }

    fn answer(&mut self, growth: &Growth, refused: fn(u64) -> Refused) -> bool {
        if let Growth::PastLimit(wanted) = growth {
            self.refused = Some(refused(*wanted));
        }
        matches!(growth, Growth::Granted)
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let growth = self.memory.grow(current, desired, maximum);
        self.meter.memory(self.memory.held as u64);
        Ok(self.answer(&growth, Refused::Memory))
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let growth = self.tables.grow(current, desired, maximum);
        Ok(self.answer(&growth, Refused::Tables))
    }

    fn instances(&self) -> usize {
        INSTANCES_PER_CALL as usize
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn limiter(memory: u64, table_elements: u32) -> Limiter {
        Limiter::new(&Limits { memory, table_elements, ..Limits::standard() }, Arc::new(Meter::new()))
    }

    #[test]
    fn memory_is_summed_over_memories() {
        let mut limiter = limiter(100, 0);
        for (current, desired, maximum, allowed) in [
            (0, 60, None, true),       // first memory
            (0, 30, None, true),       // second memory: 90 in sum
            (60, 80, None, false),     // first again: 110
            (60, 70, None, true),      // 100: the limit itself is allowed
            (30, 40, Some(35), false), // past the memory's own maximum: no refusal of ours
        ] {
            assert_eq!(
                limiter.memory_growing(current, desired, maximum).unwrap(),
                allowed,
                "{current} to {desired}"
            );
        }
        assert_eq!(limiter.refused(), Some(Refused::Memory(110)));
        assert_eq!(limiter.meter.account().peak_memory, 100);
    }

    #[test]
    fn a_failed_growth_gives_no_room() {
        let mut limiter = limiter(100, 0);
        assert!(limiter.memory_growing(0, 90, None).unwrap());
        limiter.memory_grow_failed(wasmtime::Error::msg("never asked")).unwrap();
        assert!(!limiter.memory_growing(0, 20, None).unwrap());
    }

    #[test]
    fn table_elements_are_summed_over_tables() {
        let mut limiter = limiter(0, 10);
        assert!(limiter.table_growing(0, 6, None).unwrap());
        assert!(!limiter.table_growing(0, 5, None).unwrap());
        assert_eq!(limiter.refused(), Some(Refused::Tables(11)));
    }
}
