//! Each kind of declaration that Rust has. Words in a comment are text: Seat, in_comment.

use std::collections::{BTreeMap, HashMap as Renamed};
pub use crate::inner::Deep;

extern crate alloc as other_alloc;

/* in_comment */
pub const LIMIT: usize = 3;
static GREETING: &str = "in_string Seat";
pub static mut COUNTER: u32 = 0;
const CALLBACK: fn(u32) -> u32 = |callback_parameter| callback_parameter;

pub mod inner {
    pub struct Deep;
}

mod declared_by_file;

macro_rules! make {
    ($name:ident) => {
        pub struct $name;
        fn made_by_macro() {}
    };
    ($($name:ident),*) => {
        $(fn $name() {} fn repeated() {})*
    };
}

make!(Made);

#[derive(Debug, Clone)]
pub struct Seat<'a, T: Clone> {
    pub row: u32,
    /// Documented.
    number: BTreeMap<String, T>,
    pub(crate) guest: Option<&'a str>,
    r#type: Renamed<u8, u8>,
}

struct Pair(u32, Deep);
struct Unit;

union Bits {
    word: u32,
    bytes: [u8; 4],
}

pub enum Shape {
    Round { radius: f64 },
    #[allow(dead_code)]
    Square(f64),
    Empty,
    Numbered = 7,
}

pub trait Draw: Clone {
    type Canvas;
    const DEPTH: u8;
    fn draw(&self, canvas: &mut Self::Canvas);
    fn twice(&self) {
        let local = 1;
        let _ = local;
    }
}

type Alias<T> = Vec<T>;

impl<'a, T: Clone> Seat<'a, T> {
    const FIRST: u32 = 1;
    pub fn new(row: u32) -> Self {
        let helper = |value: u32| value + 1;
        let mut counted = move || helper(row);
        fn nested() {}
        nested();
        counted();
        todo!()
    }
    pub async unsafe fn r#match(&self) {}
}

impl<T: Clone> Draw for Seat<'_, T> {
    type Canvas = Unit;
    const DEPTH: u8 = 1;
    fn draw(&self, canvas: &mut Unit) {
        self.number.get("in_string");
        println!("{}", LIMIT);
    }
}

unsafe extern "C" {
    fn strlen(text: *const u8) -> usize;
    static environ: *const *const u8;
}

extern "C" fn exported() {}
const fn computed<const N: usize>() -> usize {
    N
}

bitflags! {
    pub struct Flags: u32 {
        const READ = 1;
        const WRITE: u32 = 2;
    }
}

cfg_if! {
    if #[cfg(unix)] {
        pub fn in_cfg(pointer: *const Unit) {}
        enum InCfg { A }
        mod cfg_module;
    } else {
        pub trait Other {}
        type Short = u8;
    }
}

lazy_static! {
    static ref TABLE: Vec<u8> = vec![];
    pub static mut PLAIN: u8 = 0;
}

wrapped! { struct Wrapped { pub inside: u8 } }

fn uses(seat: Seat<u8>) -> Shape {
    let Seat { row, number: renamed, .. } = seat;
    'outer: loop {
        break 'outer;
    }
    match row {
        LIMIT => Shape::Round { radius: 1.0 },
        other => Shape::Empty,
    }
}
