//! Scripts that launch their kernels, without a contract: the first screen of a right script states the proof, and of a wrong
//! script the bug.

use std::path::{Path, PathBuf};
use std::{env, fs};

use super::{Folder, compiler, said, workers};

/// The wrong scripts, each with the beginning of the line that names its bug.
const WRONG: [(&str, &str); 65] = [
    ("assumed_sizes", "error[assume.bounded]"),
    ("attention", "error[undetermined.stored]"),
    ("bias_gelu", "error[view.index.space]"),
    ("bin_edges", "error[memory.bounds]"),
    ("byte_lookup", "error[memory.bounds]"),
    ("byte_ranks", "error[race.lane]"),
    ("cache_append", "error[view.index.space]"),
    ("chunk_scan", "error[view.index.space]"),
    ("copied_pairs", "error[memory.bounds]"),
    ("count_values", "error[undetermined.index]"),
    ("counted_lookup", "error[memory.bounds]"),
    ("cross_entropy", "error[view.index.space]"),
    ("decay", "error[race.block]"),
    ("decode", "error[writes]: the script passes `out` empty"),
    ("double_rows", "error[memory.bounds]"),
    ("draw_tokens", "error[memory.bounds]"),
    ("embed_gradients", "error[race.block]"),
    ("embedding", "error[view.index.space]"),
    ("fill_sections", "error[race.block]"),
    ("fill_slots", "error[writes]: the script passes `rows` empty"),
    (
        "float_bins",
        "warning[undetermined.index]: an address depends on an integer that a conversion leaves undefined",
    ),
    ("gather_rows", "error[memory.bounds]"),
    ("group_quantize", "error[view.index.space]"),
    ("group_scale", "error[view.index.space]"),
    ("half_written", "error[undetermined.stored]"),
    ("kept_rows", "error[memory.bounds]"),
    ("last_tile", "error[race.token]"),
    ("layer_norm", "error[view.index.space]"),
    ("layouts", "error[view.index.space]"),
    (
        "masked_softmax",
        "  ensures: finite(out): violated by this launch: out[128] is NaN with lengths[1] = 0",
    ),
    ("matmul", "error[undetermined.stored]"),
    ("moe_count", "error[race.lane]"),
    ("moe_scatter", "error[race.block]"),
    ("nearest", "error[view.index.space]"),
    ("negate", "error[writes]: the script passes `out` empty"),
    ("nibble_lookup", "error[memory.bounds]"),
    ("padded_ids", "error[race.lane]"),
    ("permute", "error[race.lane]"),
    ("persistent", "error[writes]: the script passes `y` empty"),
    ("pick_class", "error[memory.bounds]"),
    ("put_rows", "error[race.block]"),
    ("quantize", "error[race.block]"),
    ("ragged_sums", "error[memory.bounds]"),
    ("recur", "error[race.token]"),
    ("reduce", "error[undetermined.stored]"),
    ("rms_norm", "error[view.index.space]"),
    ("rope", "error[view.index.space]"),
    ("row_gradients", "error[memory.bounds]"),
    ("shapes_alone", "error[race.block]"),
    ("shifted", "error[race.block]"),
    ("shifted_copy", "error[writes]: the script passes `out` empty"),
    ("signed_lookup", "error[memory.bounds]"),
    ("silu_mul", "error[memory.bounds]"),
    ("softmax", "error[undetermined.stored]"),
    ("split_sum", "error[undetermined.stored]"),
    ("stacked_rows", "error[memory.bounds]"),
    ("state_slots", "error[memory.bounds]"),
    ("swap_rows", "error[race.token]"),
    ("take_turns", "error[memory.bounds]"),
    ("thin_out", "error[race.lane]"),
    ("tuned_scale", "  x tuned_scale.py:7: tuned_scale is autotuned and reads and writes `x`"),
    ("two_halves", "error[race.block]"),
    ("two_layouts", "error[race.block]"),
    ("unpack", "error[memory.bounds]"),
    ("whole_tiles", "error[memory.bounds]"),
];

/// The wrong scripts whose right form is unknown. Bounds of floats show no maximum of a row, no order of running sums, and no sign of a
/// library's results.
const UNPAIRED: [&str; 3] = ["masked_softmax", "draw_tokens", "signed_lookup"];

/// Right scripts that depend on floats which no launch shows, and scripts that depend on results of launches: not proved without
/// conditions, and not marked.
const OPEN: [&str; 14] = [
    "array_view",
    "counted_failures",
    "draw_tokens",
    "float_grid",
    "kept_count",
    "kept_in_object",
    "named_in_test",
    "number_address",
    "order_of_blocks",
    "own_log",
    "raw_memory",
    "signed_lookup",
    "taken_branch",
    "taken_grid",
];

/// Right scripts whose launches depend on no result, or on arrays of `empty` that are written as far as they are read.
const PROVED: [&str; 8] = [
    "large_product",
    "one_run",
    "rest_written",
    "shown_log",
    "shown_results",
    "shown_then_gathered",
    "shown_view",
    "written_copy",
];

/// Scripts with launches that read unwritten elements of arrays of `empty`.
const UNWRITTEN: [&str; 2] = ["empty_copy", "first_written"];

/// The number of lines on the first screen.
const SCREEN: usize = 40;

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/scripts").join(name)
}

/// The report on a script without the times, to compare with the reviewed report.
fn report(kind: &str, name: &str) -> String {
    let path = script(&format!("{kind}/{name}.py"));
    let text = fs::read_to_string(&path).expect("the script is there");
    let folder = Folder::new(&format!("script-{kind}-{name}")).with(&format!("{name}.py"), text);
    let folder = compiler(folder, "--table", &path.with_extension("py.launches"));
    let (_, printed) = said(&mut folder.command(&["check", &format!("{name}.py"), "--no-cache"]));
    let lines = printed.lines().map(|line| line.split(" checked in ").next().unwrap_or_default());
    let printed = lines.fold(String::new(), |text, line| text + line.trim_end() + "\n");
    let read = path.with_extension("py.txt");
    if env::var_os("BLESS").is_some() {
        fs::write(&read, &printed).expect("the corpus is writable");
    }
    let known = fs::read_to_string(&read).unwrap_or_default();
    assert!(known == printed, "{kind}/{name}.py: another report than the one that was read:\n{printed}");
    printed
}

#[test]
fn scripts_that_depend_on_results_are_not_marked() {
    for name in OPEN {
        let printed = report("open", name);
        assert!(!printed.contains("launches: proved"), "open/{name}.py:\n{printed}");
        assert!(!printed.contains("likely bug") && !printed.contains("error["), "open/{name}.py:\n{printed}");
    }
}

#[test]
fn scripts_that_only_show_results_are_proved() {
    for name in PROVED {
        let printed = report("open", name);
        let first = printed.lines().next().unwrap_or_default();
        assert!(first.ends_with(": proved") && first.contains(" launches: "), "{name}: {printed}");
    }
}

#[test]
fn scripts_that_read_unwritten_elements_are_not_proved() {
    for name in UNWRITTEN {
        let printed = report("open", name);
        let first = printed.lines().next().unwrap_or_default();
        assert!(!first.ends_with("proved") && !first.contains("preconditions"), "{name}: {printed}");
    }
}

#[test]
fn a_launch_behind_a_large_one_is_proved_if_that_writes_all() {
    let printed = report("open", "large_rest");
    assert!(!printed.contains("likely bug") && !printed.contains("error["), "{printed}");
    assert!(printed.contains("1 proved if earlier launches write all that it reads"), "{printed}");
}

#[test]
fn right_scripts_are_proved_and_not_marked() {
    let right: Vec<&str> =
        WRONG.iter().map(|(name, _)| *name).filter(|name| !UNPAIRED.contains(name)).collect();
    workers::each(right.len(), |at| {
        let name = right[at];
        let printed = report("right", name);
        for word in ["error", "likely bug", "unknown", "undefined"] {
            assert!(!printed.contains(word), "{name}: {printed}");
        }
        let kernel = format!("{name}.py: {name}");
        let first = printed.lines().find(|line| line.starts_with(&kernel)).unwrap_or_default();
        assert!(first.contains("proved for launches like yours"), "{name}: {printed}");
    });
}

#[test]
fn wrong_scripts_are_named_on_the_first_screen() {
    workers::each(WRONG.len(), |at| {
        let (name, words) = WRONG[at];
        let printed = report("wrong", name);
        let screen: Vec<&str> = printed.lines().take(SCREEN).collect();
        let named = screen.iter().any(|line| line.starts_with(words));
        assert!(named, "{name} does not say {words}: {printed}");
    });
}

#[test]
fn arrays_that_timing_runs_change_are_no_unread_files() {
    let path = script("wrong/tuned_scale.py");
    let text = fs::read_to_string(&path).expect("the script is there");
    let folder = Folder::new("script-counted").with("tuned_scale.py", text);
    let folder = compiler(folder, "--table", &path.with_extension("py.launches"));
    let (_, printed) = said(&mut folder.command(&["check", "tuned_scale.py", "--no-cache"]));
    assert!(printed.contains("; 1 array is changed by timing runs"), "{printed}");
    assert!(!printed.contains("could not be read"), "{printed}");
}

/// The lines that an author may paste above the first kernel of a right script; none if the proof needs more than they say.
fn suggested(name: &str) -> Vec<String> {
    let text = fs::read_to_string(script(&format!("right/{name}.py.txt"))).expect("the report was reviewed");
    let clause = |line: &str| line.trim().strip_prefix("# tileproof: ").map(str::to_owned);
    let before = text.lines().take_while(|line| clause(line).is_none());
    if before.filter(|line| line.starts_with("  needs")).count() > 0 {
        return Vec::new();
    }
    text.lines().skip_while(|line| clause(line).is_none()).map_while(clause).collect()
}

#[test]
fn clauses_pasted_from_a_report_are_a_contract_of_their_own() {
    let right: Vec<(&str, Vec<String>)> = WRONG
        .iter()
        .filter(|(name, _)| !UNPAIRED.contains(name))
        .map(|(name, _)| (*name, suggested(name)))
        .collect();
    let pasted: Vec<_> = right.iter().filter(|(_, lines)| !lines.is_empty()).collect();
    assert!(pasted.len() > 20, "{right:?}");
    workers::each(pasted.len(), |at| {
        let (name, lines) = pasted[at];
        let clauses: Vec<_> = lines.iter().map(|text| serde_json::json!({"text": text, "line": 1})).collect();
        let clauses = serde_json::to_string(&clauses).expect("texts are JSON");
        let table =
            fs::read_to_string(script(&format!("right/{name}.py.launches"))).expect("launches are there");
        let table = table.replacen("\"clauses\": []", &format!("\"clauses\": {clauses}"), 1);
        let text = fs::read_to_string(script(&format!("right/{name}.py"))).expect("the script is there");
        let folder = Folder::new(&format!("pasted-{name}")).with("made.launches", table);
        let made = folder.0.join("made.launches");
        let folder = compiler(folder.with(&format!("{name}.py"), text), "--table", &made);
        let (_, printed) = said(&mut folder.command(&["check", &format!("{name}.py"), "--no-cache"]));
        let kernel = format!("{name}.py: {name}");
        let first = printed.lines().find(|line| line.starts_with(&kernel)).unwrap_or_default();
        assert!(first.contains("proved for all launches of its contract"), "{name}: {lines:?}\n{printed}");
    });
}
