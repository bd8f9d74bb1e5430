//! The position of a run, in words.

use interp::End;
use interp::Inside;
use spec::problem::Violation;

use crate::run::moves::{Debugger, Halt};

impl Debugger<'_> {
    /// Describes the reason of a halt, the position, and the next operation.
    pub(crate) fn describe(&self, halt: &Halt) -> Vec<String> {
        let mut lines: Vec<String> = match halt {
            Halt::Moved => Vec::new(),
            Halt::Breakpoint => vec!["breakpoint".to_owned()],
            Halt::Watch(name) => vec![format!("watch {name}")],
            Halt::Broken => self.why_broken(),
            Halt::Finished => return self.finished(),
            Halt::Beginning => vec!["the beginning of the launch".to_owned()],
            Halt::Interrupted => vec!["interrupted".to_owned()],
        };
        lines.extend(self.stands());
        lines
    }

    fn finished(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "all blocks have run, without breaking a rule: {} operations, {} blocks",
            self.history.position(),
            self.now().begun()
        )];
        let failed = self.now().failed_asserts().len();
        if failed > 0 {
            lines.push(format!("{failed} elements of asserts are false, which is not undefined"));
        }
        lines
    }

    /// Why the next operation cannot run.
    fn why_broken(&self) -> Vec<String> {
        if let Some(violation) = self.violation() {
            return vec![broken(violation)];
        }
        match self.history.ended() {
            Some(End::Stopped(stop)) => vec![stop.to_string()],
            Some(End::Finished) | None => Vec::new(),
        }
    }

    /// The position of the run.
    pub(crate) fn stands(&self) -> Vec<String> {
        let Some(op) = self.operation() else { return vec!["behind the last operation".to_owned()] };
        let [x, y, z] = self.now().block();
        let step = self.history.position();
        let rounds: Vec<String> = self.now().inside().iter().filter_map(|one| self.round(one)).collect();
        let rounds = rounds.iter().map(|round| format!(", {round}")).collect::<String>();
        let mut lines = vec![format!("block ({x}, {y}, {z}), step {step}{rounds}")];
        let Some(listed) = self.program.listed(op) else { return lines };
        let operation = self.program.source.operation(&op.at);
        match self.program.authored_line(op) {
            Some(line) => {
                lines.push(format!("{}  {}", listed.position, line.trim()));
                lines.push(format!("  next: {operation}"));
            }
            None => lines.push(format!("{}  {operation}", listed.position)),
        }
        lines
    }

    /// The current iteration of a loop.
    fn round(&self, inside: &Inside<'_>) -> Option<String> {
        let (owner, round) = (inside.owner?, inside.round?);
        let line = self.program.listed(owner)?.position.line;
        Some(format!("round {round} of the loop at line {line}"))
    }

    /// The regions that the block is in and the calls that lead to the next operation, the innermost first.
    pub(crate) fn stack(&self) -> Vec<String> {
        let Some(op) = self.operation() else { return Vec::new() };
        let here = self.program.source.position(&op.at);
        let mut lines = vec![format!("{here}: {}", self.program.source.operation(&op.at))];
        lines.extend(self.program.source.callers(&op.at).iter().map(|at| format!("called at {at}")));
        for inside in self.now().inside().iter().rev() {
            match inside.owner {
                Some(owner) => {
                    let at = self.program.source.position(&owner.at);
                    let round = inside.round.map_or(String::new(), |round| format!(", round {round}"));
                    lines.push(format!("in {} at {at}{round}", owner.op.mnemonic()));
                }
                None => {
                    let [x, y, z] = self.now().block();
                    lines.push(format!("in @{}, block ({x}, {y}, {z})", self.program.kernel.name));
                }
            }
        }
        lines
    }

    /// The lines around the next operation, which is marked; so are breakpoints.
    pub(crate) fn list(&self) -> Vec<String> {
        const AROUND: usize = 4;
        let Some(op) = self.operation() else { return vec!["all blocks have run".to_owned()] };
        let excerpt = self.program.source.excerpt(&op.at);
        let text = excerpt.source.inner();
        let offset = excerpt.offset.min(text.len());
        let here = text.get(..offset).map_or(0, |before| before.matches('\n').count());
        let is_author = excerpt.elsewhere.is_none();
        let file = self.program.listed(op).map(|listed| listed.position.file.as_str());
        let line = |(number, line): (usize, &str)| {
            let at = |(own, line): &&(String, usize)| {
                is_author && Some(own.as_str()) == file && *line == number + 1
            };
            let stop = if self.breakpoints.all().any(|one| at(&one)) { '*' } else { ' ' };
            let mark = if number == here { '>' } else { ' ' };
            format!("{mark}{stop}{:>5}  {line}", number + 1).trim_end().to_owned()
        };
        text.lines().enumerate().skip(here.saturating_sub(AROUND)).take(2 * AROUND + 1).map(line).collect()
    }
}

/// The broken rule, with the offender and the element.
pub(crate) fn broken(violation: &Violation) -> String {
    let [x, y, z] = violation.party.block;
    let lane = violation.party.lane.as_ref().filter(|lane| !lane.is_empty()).map_or(String::new(), |lane| {
        let lane: Vec<_> = lane.iter().map(ToString::to_string).collect();
        format!(", element [{}] of the tile", lane.join(", "))
    });
    let (title, code) = (violation.rule.title(), violation.rule.code());
    format!("undefined behavior: {title} ({code}): the next operation, in block ({x}, {y}, {z}){lane}")
}
