//! Lists of arrays: the names of each array's numbers, and the values of list expressions.

use super::{Bound, INDEX, Symbol};
use crate::domain::Number;
use crate::syntax::contract::{Expr, ListClause, Property};
use crate::syntax::types::Scalar;

impl<'a> Bound<'a> {
    /// The list whose table the argument at a position points to.
    pub fn list(&self, position: usize) -> Option<&'a ListClause> {
        self.contract.lists.iter().find(|list| self.position(list.name()) == Some(position))
    }

    /// The names of numbers that each array has, each once.
    pub fn own_names(&self) -> Vec<&'a str> {
        let mut own: Vec<&str> = Vec::new();
        for name in self.contract.lists.iter().flat_map(ListClause::expressions).flat_map(Expr::names) {
            if self.symbol(name).is_none() && name != INDEX && !own.contains(&name) {
                own.push(name);
            }
        }
        own
    }

    /// An expression of a list that gives a number: `own` says what the numbers of the array are.
    pub fn number_of_each<N: Number>(
        &self,
        expr: &Expr,
        own: &dyn Fn(&str) -> N,
        value: &mut impl FnMut(Symbol) -> N,
    ) -> N {
        let own = self.with_own(expr, own);
        self.number(&own.0, &mut |symbol| own.1(symbol).unwrap_or_else(|| value(symbol)))
    }

    /// The truth value of an expression for each array.
    pub fn truth_of_each<N: Number>(
        &self,
        expr: &Expr,
        own: &dyn Fn(&str) -> N,
        value: &mut impl FnMut(Symbol) -> N,
    ) -> N::Bool {
        let own = self.with_own(expr, own);
        self.truth(&own.0, &mut |symbol| own.1(symbol).unwrap_or_else(|| value(symbol)))
    }

    /// An expression with the numbers of an array as table elements, and these elements.
    fn with_own<'o, N: Number>(
        &self,
        expr: &Expr,
        own: &'o dyn Fn(&str) -> N,
    ) -> (Expr, impl Fn(Symbol) -> Option<N> + use<'o, N>) {
        let read = self.as_elements(expr);
        let names: Vec<String> = read.elements().into_iter().map(|(name, _)| name.to_owned()).collect();
        (read, move |symbol| match symbol {
            Symbol::Place(at) => names.get(at).map(|name| own(name)),
            Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element | Symbol::Index => {
                None
            }
        })
    }

    fn as_elements(&self, expr: &Expr) -> Expr {
        let part = |expr: &Expr| Box::new(self.as_elements(expr));
        match expr {
            Expr::Name(name) if self.symbol(name).is_none() => {
                Expr::Element(name.clone(), Box::new(Expr::Number(0)))
            }
            Expr::Number(_) | Expr::Name(_) | Expr::Element(..) => expr.clone(),
            Expr::Unary(op, operand) => Expr::Unary(*op, part(operand)),
            Expr::Binary(op, lhs, rhs) => Expr::Binary(*op, part(lhs), part(rhs)),
        }
    }

    /// What is wrong with a list, if something is.
    pub(super) fn check_list(&self, list: &ListClause) -> Result<(), String> {
        let name = list.name();
        let position = self.pointer(name)?;
        if self.pointee(position) != Some(Scalar::I64) {
            return Err(format!("`{name}` is no list of arrays: its table has words of 64 bits"));
        }
        self.check(&list.count, false, super::Scope::Launch)?;
        for (at, expr) in list.expressions().enumerate() {
            let of_truth = at == 2 * list.each.extents.len();
            if let Some((element, _)) = expr.elements().first() {
                return Err(format!(
                    "`list {name}` speaks of elements of `{element}`, of which only `contents` does"
                ));
            }
            for own in expr.names() {
                // In a condition, the index is the place of the array in the list.
                let is_place = own == INDEX && of_truth;
                if !is_place && (self.position(own).is_some() && self.symbol(own).is_none() || own == INDEX) {
                    return Err(format!(
                        "`{own}` is no integer argument, and no name for a number of an array"
                    ));
                }
            }
            self.check(&self.as_elements(expr), of_truth, super::Scope::Places)?;
        }
        self.each_is_passed(list)
    }

    /// Checks that a property is not about arrays of lists: a property of all writes would miss them.
    pub(super) fn reaches_no_list(&self, property: &Property) -> Result<(), String> {
        match property {
            Property::Progress { .. } => Ok(()),
            Property::Writes { .. } | Property::Independent { .. } | Property::Finite { .. } => {
                let list = self.contract.lists.first();
                list.map_or(Ok(()), |list| {
                    let (name, property) = (list.name(), property.name());
                    Err(format!("nothing is known of `{property}` where a contract has a list of arrays (`{name}`): of such only `progress` can be ensured"))
                })
            }
        }
    }

    /// Checks that the table has every number of an array: an extent or a stride of some list, unchanged.
    fn each_is_passed(&self, list: &ListClause) -> Result<(), String> {
        let passed = |own: &str| {
            let numbers = self.contract.lists.iter().flat_map(ListClause::numbers);
            numbers.into_iter().any(|expr| matches!(expr, Expr::Name(name) if name == own))
        };
        let names = list.expressions().flat_map(Expr::names);
        let mut unknown = names.filter(|own| self.symbol(own).is_none() && *own != INDEX && !passed(own));
        unknown.next().map_or(Ok(()), |own| {
            Err(format!(
                "`{own}` is no argument, and no extent or stride of an array in `list {}`",
                list.name()
            ))
        })
    }
}
