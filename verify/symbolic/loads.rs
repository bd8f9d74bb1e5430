//! Loads, stores and atomic updates over terms.

use crate::memory::contents::assume_contents;
use crate::memory::initialized::{is_initialized, record_store, stores_before};
use crate::memory::stable_contents::{check_store_keeps, find_race_free_load};
use crate::race::message::record_value;
use crate::race::tickets::record_exchange;
use crate::values::access::{FloatRecord, LoadRecord};
use crate::values::element::{Element, Pointer, Value};
use crate::values::view::{Addressing, Load};
use std::rc::Rc;

use spec::domain::{Bool as _, Number, greatest_signed, least_signed};
use spec::ops::memory;
use spec::rules::Rule;
use spec::syntax::format;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::{Padding, Scalar};

use crate::fault_injection::Flaw;
use crate::symbolic::machine::{Machine, Val};
use crate::terms::{Num, Truth};
use crate::values::domain::SymbolicInt;
use crate::values::float::{Given, Real};
use crate::values::tile::{Kind, Node, Tile};

impl<'k> Machine<'k> {
    /// `load_view_tko`, `load_ptr_tko`
    pub(crate) fn load(&mut self, op: &'k Operation) {
        let ty = self.result_type(op);
        let element = ty.element.scalar().unwrap_or(Scalar::I64);
        let (addressing, padding, padded) = if op.op == Op::LoadViewTko {
            let tile = self.view_tile(op, op.operands[0], &op.operands[1..]);
            let padded = tile.view.ty.padding.is_some();
            (Addressing::View(tile), None, padded)
        } else {
            let pointers = self.tile(op.operands[0]);
            let (mask, padding) = self.kernel.mask_and_padding(op);
            let (mask, padding) =
                (mask.map(|mask| self.tile(mask)), padding.map(|padding| self.tile(padding)));
            (Addressing::Pointers { pointers, mask }, padding, false)
        };
        let exact = self.run_access(op, &addressing, &ty.shape, element.bytes());
        let path = self.path.clone();
        let (alone, stores) = (find_race_free_load(self, op), stores_before(self));
        let load = Load { addressing, padding, padded, element, path, exact, update: false, alone, stores };
        let tile = Node::tile(ty, Kind::Loaded(Rc::new(load)));
        record_value(self, op, &tile);
        self.bind(op.results[0], Val::Tile(tile));
    }

    /// `store_view_tko`, `store_ptr_tko`
    pub(crate) fn store(&mut self, op: &'k Operation) {
        let (addressing, value) = if op.op == Op::StoreViewTko {
            let tile = self.view_tile(op, op.operands[1], &op.operands[2..]);
            (Addressing::View(tile), self.tile(op.operands[0]))
        } else {
            let mask = op.operands.get(2).map(|mask| self.tile(*mask));
            (Addressing::Pointers { pointers: self.tile(op.operands[0]), mask }, self.tile(op.operands[1]))
        };
        let bytes = value.scalar().map_or(8, Scalar::bytes);
        let shape = value.ty.shape.clone();
        let exact = self.run_access(op, &addressing, &shape, bytes);
        record_value(self, op, &value);
        self.require_determined(op, &addressing, &value, &exact);
        // Of elements that share a byte none has it whole.
        if value.scalar().is_some_and(|scalar| scalar.bits() >= 8 || scalar == Scalar::I1) {
            record_store(self, op, &addressing, (&shape, bytes), &exact);
        }
    }

    /// `atomic_rmw_tko`
    pub(crate) fn update(&mut self, op: &'k Operation) {
        let ty = self.result_type(op);
        let value = self.tile(op.operands[1]);
        let element = ty.element.scalar().unwrap_or(Scalar::I64);
        let mask = op.operands.get(2).map(|mask| self.tile(*mask));
        let addressing = Addressing::Pointers { pointers: self.tile(op.operands[0]), mask };
        let exact = self.run_access(op, &addressing, &ty.shape, element.bytes());
        self.require_determined(op, &addressing, &value, &exact);
        let path = self.path.clone();
        let load = Load {
            addressing,
            padding: None,
            padded: true,
            element,
            path,
            exact,
            update: true,
            alone: None,
            stores: Rc::from([]),
        };
        let found = Node::tile(ty, Kind::Loaded(Rc::new(load)));
        record_exchange(self, &found, &value, None);
        self.bind(op.results[0], Val::Tile(found));
    }

    /// `atomic_red_view_tko`
    pub(crate) fn update_view(&mut self, op: &'k Operation) {
        let last = op.operands.len() - 1;
        let (value, tile) =
            (self.tile(op.operands[last]), self.view_tile(op, op.operands[0], &op.operands[1..last]));
        let addressing = Addressing::View(tile);
        let bytes = value.scalar().map_or(8, Scalar::bytes);
        let exact = self.run_access(op, &addressing, &value.ty.shape.clone(), bytes);
        self.require_determined(op, &addressing, &value, &exact);
    }

    /// `atomic_cas_tko`
    pub(crate) fn compare_exchange(&mut self, op: &'k Operation) {
        let ty = self.result_type(op);
        let [expected, value] = [1, 2].map(|position| self.tile(op.operands[position]));
        let element = ty.element.scalar().unwrap_or(Scalar::I64);
        let mask = op.operands.get(3).map(|mask| self.tile(*mask));
        let addressing = Addressing::Pointers { pointers: self.tile(op.operands[0]), mask };
        let exact = self.run_access(op, &addressing, &ty.shape, element.bytes());
        self.require_determined(op, &addressing, &expected, &exact);
        self.require_determined(op, &addressing, &value, &exact);
        let (path, padding) = (self.path.clone(), Some(expected.clone()));
        let load = Load {
            addressing,
            padding,
            padded: false,
            element,
            path,
            exact,
            update: false,
            alone: None,
            stores: Rc::from([]),
        };
        let found = Node::tile(ty, Kind::Loaded(Rc::new(load)));
        record_exchange(self, &found, &expected, Some(&value));
        self.bind(op.results[0], Val::Tile(found));
    }

    /// What reaches memory is determined.
    pub(crate) fn require_determined(
        &mut self,
        op: &'k Operation,
        addressing: &Addressing<'k>,
        value: &Tile<'k>,
        exact: &[bool],
    ) {
        let lane = self.lane(&value.ty.shape, 0);
        let target = self.target(addressing, &lane, &mut Some(exact.to_vec()));
        let element = self.at(value, &lane);
        let constant = |which: &&usize| self.setup.allocations[**which].constant.is_some();
        let is =
            |which: &usize| target.pointer.which.equals(&Num::constant(i128::try_from(*which).unwrap_or(0)));
        let constants: Vec<Truth> = target.pointer.may.iter().filter(constant).map(is).collect();
        // Where no constant can be meant, none is written.
        self.consider(op, Rule::ConstantWritten);
        let mut domain = self.domain(&Truth::constant(true));
        if !constants.is_empty() {
            let constant = constants.iter().fold(Truth::constant(false), |any, one| any.or(one));
            memory::write(&mut domain, &target.active, &constant);
        }
        memory::store(&mut domain, &target.active, &element.undetermined);
        let required = std::mem::take(&mut domain.required);
        self.require(op, required, None);
        check_store_keeps(self, op, &target, &element, value.scalar());
    }

    /// The element that a load gave at a lane: any value that the contract allows there.
    pub(crate) fn loaded(&mut self, load: &Load<'k>, lane: &[Num]) -> Element {
        let target = self.target(&load.addressing, lane, &mut Some(load.exact.clone()));
        let when = load.path.and(&target.active);
        let (value, number) = if load.element.is_integer() {
            let bits = load.element.bits();
            let (lo, hi) = if bits == 1 { (0, 1) } else { (least_signed(bits), greatest_signed(bits)) };
            let number = Num::fresh("loaded", lo, hi);
            let int = if bits == 1 {
                SymbolicInt::Bit(number.equals(&Num::constant(1)))
            } else {
                SymbolicInt::Number { bits, signed: number.clone() }
            };
            (Value::Int(int), Some(number))
        } else {
            (self.loaded_float(load, &when, &target.pointer), None)
        };
        let mut undetermined = Truth::constant(false);
        if let Some(number) = &number {
            let of_launch = assume_contents(self, load, &target.pointer, &when, number);
            self.loads.push(LoadRecord {
                when: when.clone(),
                of_launch,
                which: target.pointer.which.clone(),
                offset: target.pointer.offset.clone(),
                value: number.clone(),
                bytes: load.element.bytes(),
            });
        }
        let may: Vec<usize> = target.pointer.may.to_vec();
        if may.iter().any(|which| self.setup.allocations[*which].uninit)
            && !is_initialized(self, load, &target.pointer, &when)
        {
            // What other stores wrote before is not followed: then it may be determined or not.
            let allocations = may.iter().map(|which| &self.setup.allocations[*which]);
            let written =
                allocations.filter(|allocation| allocation.uninit).all(|allocation| allocation.written);
            undetermined = if written { Truth::fresh() } else { Truth::constant(true) };
        }
        let read = Element { value, undetermined };
        if load.update || target.active.value() == Some(true) {
            return read;
        }
        let padding = match &load.padding {
            Some(padding) => self.at(padding, lane),
            None => Element {
                value: if load.padded { padded(load) } else { read.value.clone() },
                undetermined: Truth::constant(!load.padded),
            },
        };
        Element::choose(&target.active, &read, &padding)
    }

    /// A float that a load gave: any, with what a counterexample needs to put it there.
    fn loaded_float(&mut self, load: &Load<'k>, when: &Truth, from: &Pointer) -> Value {
        if !self.setup.follows_floats {
            return Value::Float(Real::any());
        }
        let given = Given::any(load.element, !self.setup.has(Flaw::NoNarrowInfinity));
        let real = Real::given(&given);
        let (which, offset) = (from.which.clone(), from.offset.clone());
        self.floats.push(FloatRecord { when: when.clone(), which, offset, given });
        Value::Float(real)
    }
}

/// What a view gives outside of its tensor.
fn padded(load: &Load<'_>) -> Value {
    if load.element.is_integer() {
        // Integers are padded with zero only.
        return crate::symbolic::eval::number(load.element, Num::constant(0)).value;
    }
    let Addressing::View(tile) = &load.addressing else { return Value::Float(Real::any()) };
    let number = match tile.view.ty.padding {
        Some(Padding::Zero) => 0.0,
        Some(Padding::NegZero) => -0.0,
        Some(Padding::Nan) => f64::NAN,
        Some(Padding::PosInf) => f64::INFINITY,
        Some(Padding::NegInf) => f64::NEG_INFINITY,
        None => return Value::Float(Real::any()),
    };
    let bits = format::nearest(number, load.element);
    Value::Float(bits.map_or_else(Real::any, |bits| Real::constant(bits, load.element)))
}
