//! Configurations with the names of hints, and launches unknown to a filter: never safe.

use std::process::Command;

use super::changes::{cpp, python};
use super::{ends, made_up_python};
use crate::folder::{Folder, has};

/// Arrays of host libraries.
const ARRAYS: &str = "\
class A:
    def __init__(self, n, dtype='int32', size=4, step=1, at=4096):
        self.shape, self.strides, self.itemsize, self.dtype = n if isinstance(n, tuple) else (n,), (step * size,), size, dtype
        if len(self.shape) == 2: self.strides = (self.shape[1] * size, size)
        if at: self.__array_interface__ = {'data': (at, False)}
from safe import safe
def ask(*args, **named):
    try: return safe(*args, **named)
    except TypeError as error: return str(error)
";

/// What a filter says of launches, a line each.
#[track_caller]
fn said(folder: &Folder, launches: &[&str]) -> Vec<String> {
    let asked: String = launches.iter().map(|launch| format!("print(ask({launch}))\n")).collect();
    let mut command = Command::new("python3");
    let output = command.current_dir(&folder.0).args(["-B", "-c", &format!("{ARRAYS}{asked}")]).output();
    let output = output.expect("there is a Python");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{err}");
    out.lines().map(str::to_owned).collect()
}

#[test]
fn a_macro_may_have_the_name_of_a_hint() {
    let source = "#ifndef num_stages\n#define num_stages 0\n#endif\n#define OFF num_stages";
    let folder = cpp("hints-cu", source);
    let words = ["check", "k.cu", "--configs", "num_stages=0,1,occupancy=2", "--filter", "safe.py"];
    let text = ends(&folder, &[("NVCC", "./nvcc")], 1, &words);
    has(&text, "@store num_stages=0 occupancy=2: proved\n");
    has(&text, "@store num_stages=1 occupancy=2: undefined");
    has(&text, "2 configurations: 1 are safe");
    let launches = [
        "{'num_stages': 0, 'occupancy': 2}, o=5, i=1, grid=1",
        "{'num_stages': 1, 'occupancy': 2}, o=5, i=1, grid=1",
        // These configurations were not checked.
        "{'num_stages': 2, 'occupancy': 2}, o=5, i=1, grid=1",
        "{'num_stages': 0, 'occupancy': 4}, o=5, i=1, grid=1",
        "{'num_stages': 0}, o=5, i=1, grid=1",
    ];
    assert_eq!(said(&folder, &launches), ["True", "False", "False", "False", "False"]);
}

#[test]
fn an_argument_may_have_the_name_of_a_hint() {
    let kernel = "\
contract @k { closed
  names = (o, num_stages)
  grid = (1)
  requires = num_stages >= 0, num_stages <= 9
  buffer o : i32[4]
}
entry @k(%o: tile<ptr<i32>>, %n: tile<i32>) {
  %p = offset %o, %n : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %t = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
  return
}
";
    let folder = Folder::new("hints-tile").with("k.tile", kernel);
    let words = ["check", "k.tile", "--configs", "num_stages=3,4,num_ctas=1,2", "--filter", "safe.py"];
    let text = ends(&folder, &[], 1, &words);
    has(&text, "@k num_stages=3 num_ctas=2: proved\n");
    has(&text, "@k num_stages=4 num_ctas=1: undefined");
    has(&text, "4 configurations: 2 are safe");
    let launches = [
        "{'num_stages': 3, 'num_ctas': 8}, o=4, grid=1",
        "{'num_stages': 4, 'num_ctas': 1}, o=4, grid=1",
        // A grid has one block along each axis that the contract does not name.
        "{'num_stages': 3}, o=4, grid=(1, 2)",
        "{'num_stages': 3}, o=A(4), grid=1",
        "{'num_stages': 3}, o=A(4, 'float32'), grid=1",
        "{'num_stages': 3}, o=A(2), grid=1",
        "{'num_stages': 3}, o=4, grid=1, x=1",
        "{'num_stages': 3}, o=4, grid=1.0",
    ];
    let unknown = "safe() knows no `x`: the kernel has no argument of that name";
    let found = said(&folder, &launches);
    assert_eq!(found[..7], ["True", "False", "False", "True", "False", "False", unknown]);
    has(&found[7], "'float' object cannot be interpreted as an integer");
}

#[test]
fn a_constant_may_have_the_name_of_a_hint_and_samples_fix_the_others() {
    let more = ", num_stages: ct.Constant, T: ct.Constant, eps: ct.Constant";
    let source = "";
    let folder = python("hints-py", source, more);
    let text = std::fs::read_to_string(folder.0.join("k.py")).expect("it is there");
    let folder = folder.with("k.py", text.replace("if OFF", "if num_stages == 2"));
    let path = made_up_python();
    let variables = [("PYTHON", "python3"), ("PYTHONPATH", path.as_str())];
    let words = ["check", "k.py:store", "o=i32[5]", "i=0", "T=16", "eps=0.5", "num_stages=1"];
    let configs = ["--configs", "num_stages=1,2,num_ctas=1,2", "--filter", "safe.py"];
    let text = ends(&folder, &variables, 3, &[&words[..], &configs].concat());
    has(&text, "num_stages=1 num_ctas=2: proved\n");
    has(&text, "num_stages=2 num_ctas=1: unknown");
    has(&text, "4 configurations: 2 are safe");
    let launch = |config: &str, more: &str| format!("{config}, i=1, grid=1, {more}");
    let own = "{'num_stages': 1}";
    let cases = [
        (launch(own, "o=A(5), T=16, eps=0.5"), "True"),
        (launch("{'num_stages': 1, 'T': 16, 'num_ctas': 8}", "o=A(5), eps=0.5"), "True"),
        (launch("{'num_stages': 2}", "o=A(5), T=16, eps=0.5"), "False"),
        // Constants of the sample.
        (launch(own, "o=A(5), T=32, eps=0.5"), "False"),
        (launch(own, "o=A(5), T=16, eps=0.25"), "False"),
        (launch(own, "o=A(5), T=True, eps=0.5"), "False"),
        (launch(own, "o=A(5), T=16"), "safe() needs `eps`: a condition is about `eps = 0.5`"),
        // The types of arguments, which choose the kernel.
        (launch(own, "o=A(5, 'float32'), T=16, eps=0.5"), "False"),
        (launch(own, "o=A(5, 'uint32'), T=16, eps=0.5"), "False"),
        (launch(own, "o=A(5, step=2), T=16, eps=0.5"), "False"),
        (launch(own, "o=A((5, 1)), T=16, eps=0.5"), "False"),
        (launch(own, "o=A(4), T=16, eps=0.5"), "False"),
        (launch(own, "o=5, T=16, eps=0.5"), "safe() needs `o` as an array"),
        (launch(own, "T=16, eps=0.5"), "safe() needs `o`: a condition is about `o`"),
        (format!("{own}, i=True, grid=1, o=A(5), T=16, eps=0.5"), "False"),
        (format!("{own}, i=2, grid=1, o=A(5), T=16, eps=0.5"), "False"),
    ];
    let launches: Vec<&str> = cases.iter().map(|(launch, _)| launch.as_str()).collect();
    for (found, (launch, expected)) in said(&folder, &launches).iter().zip(&cases) {
        assert_eq!(found, expected, "{launch}");
    }
}

/// A clause about the size of a buffer implies a nonnegative length.
#[test]
fn no_buffer_has_a_negative_length() {
    let kernel = "\
contract @k { closed
  names = (x, n, STEP)
  grid = (1)
  requires = n <= 100
  buffer x : f32[n]
}
entry @k(%x: tile<ptr<f32>>, %n: tile<i32>, %step: tile<i32>) {
  return
}
";
    let folder = Folder::new("hints-lengths").with("k.tile", kernel);
    ends(&folder, &[], 0, &["check", "k.tile", "--configs", "STEP=1", "--filter", "safe.py"]);
    let launches = ["{'STEP': 1}, x=100, n=-1, grid=1", "{'STEP': 1}, x=100, n=0, grid=1"];
    assert_eq!(said(&folder, &launches), ["False", "True"]);
}

/// An alignment that the kernel assumes, that of elements, and the limits of every launch. `o` is only an address.
#[test]
fn what_a_proof_takes_for_granted_is_compared() {
    let kernel = "\
contract @k { closed
  names = (x, o, STEP)
  buffer x : f32[128]
}
entry @k(%x: tile<ptr<f32>>, %o: tile<ptr<f32>>, %step: tile<i32>) {
  %aligned = assume div_by<16>, %x : tile<ptr<f32>>
  %v, %t = load_ptr_tko weak %aligned : tile<ptr<f32>> -> tile<f32>, token
  return
}
";
    let folder = Folder::new("hints-limits").with("k.tile", kernel);
    ends(&folder, &[], 0, &["check", "k.tile", "--configs", "STEP=1", "--filter", "safe.py"]);
    let launch = |x: &str, o: &str, grid: &str| format!("{{'STEP': 1}}, x={x}, o={o}, grid={grid}");
    let at = |address: u32| format!("A(128, 'float32', at={address})");
    let cases = [
        (launch(&at(4096), &at(8192), "1"), "True"),
        (launch(&at(4096 + 8), &at(8192), "1"), "False"),
        (launch(&at(4096), &at(8192 + 4), "1"), "True"),
        (launch(&at(4096), &at(8192 + 2), "1"), "False"),
        // Their addresses are unknown.
        (launch("128", &at(8192), "1"), "False"),
        (launch("A(128, 'float32', at=0)", &at(8192), "1"), "False"),
        (launch(&at(4096), "128", "1"), "True"),
        (launch(&at(4096), &at(8192), "(1, 2**24 - 1)"), "True"),
        (launch(&at(4096), &at(8192), "(1, 2**24)"), "False"),
        (launch(&at(4096), &at(8192), "(1, 1, 0)"), "False"),
        (launch(&at(4096), "2**46", "1"), "True"),
        (launch(&at(4096), "2**46 + 1", "1"), "False"),
    ];
    let launches: Vec<&str> = cases.iter().map(|(launch, _)| launch.as_str()).collect();
    for (found, (launch, expected)) in said(&folder, &launches).iter().zip(&cases) {
        assert_eq!(found, expected, "{launch}");
    }
}

/// Arrays, alignment, overlap and contents.
#[test]
fn what_a_filter_does_not_look_at_is_not_safe() {
    let kernel = "\
contract @k { closed
  names = (a, o, n, STEP)
  grid = (n)
  requires = n >= 1, n <= 1000, STEP >= 1
  array a : i32[n, STEP]
  array o : i32[n] strides = (STEP)
MORE}
entry @k(%a: tile<ptr<i32>>, %o: tile<ptr<i32>>, %n: tile<i32>, %STEP: tile<i32>) {
  %x, %y, %z = get_tile_block_id : tile<i32>
  %at = muli %x, %STEP : tile<i32>
  %p = offset %a, %at : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
  %q = offset %o, %at : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %s = store_ptr_tko weak %q, %v : tile<ptr<i32>>, tile<i32> -> token
  return
}
";
    let folder = |name: &str, more: &str| {
        let folder = Folder::new(name).with("k.tile", kernel.replace("MORE", more));
        ends(&folder, &[], 0, &["check", "k.tile", "--configs", "STEP=1,2", "--filter", "safe.py"]);
        folder
    };
    let launches = [
        "{'STEP': 2}, n=100, grid=100, a=200, o=199",
        "{'STEP': 2}, n=100, grid=100, a=199, o=199",
        "{'STEP': 2}, n=100, grid=100, a=200, o=198",
        "{'STEP': 2}, n=100, grid=100, a=3, o=3, STEP=1",
        // The arrays are disjoint, or overlap by an element.
        "{'STEP': 2}, n=100, grid=100, a=A(200, at=4096), o=A(199, at=4896)",
        "{'STEP': 2}, n=100, grid=100, a=A(200, at=4096), o=A(199, at=4892)",
    ];
    let expected = ["True", "False", "False", "False", "True", "False"];
    assert_eq!(said(&folder("hints-arrays", ""), &launches), expected);
    let promised = folder("hints-apart", "  align a : 32\n  disjoint = (a, o)\n");
    let found = said(&promised, &launches);
    assert_eq!(found[0], "safe() needs `a` as an array: a condition is about where it lies");
    assert_eq!(found[4..], ["True", "False"]);
    let unaligned = ["{'STEP': 2}, n=100, grid=100, a=A(200, at=4100), o=A(199, at=8192)"];
    assert_eq!(said(&promised, &unaligned), ["False"]);
    // Nobody looks into arrays.
    let contents = folder("hints-contents", "  contents a : value >= 0\n");
    assert_eq!(said(&contents, &launches), ["False"; 6]);
    let text = std::fs::read_to_string(contents.0.join("safe.py")).expect("it was written");
    has(&text, "# {\"STEP\": 2} is proved, and never safe here: sizes and addresses do not decide");
    has(&text, "#   contents a : value >= 0");
}
