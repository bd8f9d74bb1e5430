//! Arrays: pointer parameters with the contract's clauses about them.

use super::draft::{Draft, ty};

/// Element types of arrays.
const ELEMENTS: &[&str] = &["i32", "f32", "i32", "i8", "i64", "i16"];

/// An array that a pointer parameter points to.
#[derive(Debug, Clone)]
pub(super) struct Array {
    /// The parameter.
    pub(super) name: String,
    /// The element type.
    pub(super) element: &'static str,
}

impl Array {
    /// The pointer.
    pub(super) fn value(&self) -> String {
        format!("%{}", self.name)
    }
}

impl Draft {
    /// An array of so many elements; with nothing said of them, unless `uninit`.
    pub(super) fn array(&mut self, element: &'static str, len: &str, uninit: bool) -> Array {
        let name = self.param("a", &format!("tile<ptr<{element}>>"));
        let len = match self.slip() {
            true => format!("max({len} {}, 0)", self.choices.one(&["- 1", "+ 1"])),
            false => len.to_owned(),
        };
        let forgotten = self.choices.flip() && self.slip();
        let uninit = if uninit != forgotten { " uninit" } else { "" };
        self.clause(format!("buffer {name} : {element}[{len}]{uninit}"));
        if element != "i8" && self.choices.rarely(4) && self.slip() {
            // Half of the need of most elements, and enough for some.
            self.clause(format!("align {name} : 2"));
        }
        Array { name, element }
    }

    /// An input array.
    pub(super) fn input(&mut self, len: &str) -> Array {
        let element = self.choices.one(ELEMENTS);
        self.array(element, len, false)
    }

    /// An output array, with the element type of another.
    pub(super) fn output(&mut self, element: &'static str, len: &str) -> Array {
        let uninit = self.choices.flip();
        self.array(element, len, uninit)
    }

    /// Two arrays may overlap after all, once in a while.
    pub(super) fn perhaps_alias(&mut self, a: &Array, b: &Array) {
        if self.slip() {
            self.clause(format!("alias {} {}", a.name, b.name));
        }
    }

    /// Pointers to the elements at `start` and behind it, as many as the shape has; `start` is a rank-0 i32.
    pub(super) fn pointers(&mut self, array: &Array, start: &str, extent: i64) -> String {
        let lane = self.op("lane", &format!("iota : {}", ty(&[extent], "i32")));
        let start = self.spread(start, "i32", &[extent]);
        let index = self.op("at", &format!("addi {start}, {lane} : {}", ty(&[extent], "i32")));
        self.pointers_at(array, &index, &[extent])
    }

    /// Pointers to the elements at these indices.
    pub(super) fn pointers_at(&mut self, array: &Array, index: &str, shape: &[i64]) -> String {
        let pointee = format!("ptr<{}>", array.element);
        let base = self.spread(&array.value(), &pointee, shape);
        let (pointers, indices) = (ty(shape, &pointee), ty(shape, "i32"));
        self.op("p", &format!("offset {base}, {index} : {pointers}, {indices} -> {pointers}"))
    }

    /// A load through pointers; gives the elements and the token.
    pub(super) fn load(
        &mut self,
        array: &Array,
        pointers: &str,
        shape: &[i64],
        how: &Masking,
    ) -> (String, String) {
        let (value, token) = (format!("%{}", self.fresh("v")), format!("%{}", self.fresh("t")));
        let elements = ty(shape, array.element);
        let (mut operands, mut types) = (pointers.to_owned(), ty(shape, &format!("ptr<{}>", array.element)));
        if let Some(mask) = &how.mask {
            operands += &format!(", {mask}");
            types += &format!(", {}", ty(shape, "i1"));
            if how.padded {
                operands += &format!(", {}", self.number(0, &elements));
                types += &format!(", {elements}");
            }
        }
        let token_before = how.token();
        self.line(&format!(
            "{value}, {token} = load_ptr_tko weak {operands}{token_before} : {types} -> {elements}, token"
        ));
        (value, token)
    }

    /// A store through pointers; gives the token.
    pub(super) fn store(
        &mut self,
        array: &Array,
        pointers: &str,
        value: &str,
        shape: &[i64],
        how: &Masking,
    ) -> String {
        let pointer = ty(shape, &format!("ptr<{}>", array.element));
        let (mut operands, mut types) =
            (format!("{pointers}, {value}"), format!("{pointer}, {}", ty(shape, array.element)));
        if let Some(mask) = &how.mask {
            operands += &format!(", {mask}");
            types += &format!(", {}", ty(shape, "i1"));
        }
        let token = how.token();
        self.op("t", &format!("store_ptr_tko weak {operands}{token} : {types} -> token"))
    }
}

/// The token of an access, and its lanes.
#[derive(Debug, Clone, Default)]
pub(super) struct Masking {
    pub(super) mask: Option<String>,
    /// Whether lanes that are not loaded have a value.
    pub(super) padded: bool,
    pub(super) token: Option<String>,
}

impl Masking {
    /// No mask, after a token.
    pub(super) fn after(token: &str) -> Self {
        Masking { token: Some(token.to_owned()), ..Masking::default() }
    }

    fn token(&self) -> String {
        self.token.as_ref().map_or_else(String::new, |token| format!(" token={token}"))
    }
}
