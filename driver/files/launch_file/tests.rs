//! Launches go to JSON and come back.

use super::*;

fn signature() -> Signature {
    let parameter = |name: &str, element| Parameter {
        name: name.to_owned(),
        own_name: name.to_owned(),
        element,
        unsigned: false,
    };
    Signature(vec![
        parameter("idx", Element::Pointer(Scalar::I32)),
        parameter("n", Element::Scalar(Scalar::I32)),
        parameter("scale", Element::Scalar(Scalar::F32)),
    ])
}

fn launch() -> Launch {
    Launch {
        grid: [4, 1, 1],
        arguments: vec![
            Argument::Pointer { buffer: 0, offset: 4 },
            Argument::Scalar(0xffff_ffff),
            Argument::Scalar(0x3fc0_0000),
        ],
        buffers: vec![Buffer {
            bytes: 20,
            alignment: 4,
            uninit: false,
            contents: BTreeMap::from([(8, vec![7, 0, 0, 0, 0xff, 0xff, 0xff, 0xff])]),
        }],
        blocks: Some(vec![[3, 0, 0]]),
    }
}

#[test]
fn a_launch_survives_its_file() {
    let file = serde_json::to_string(&LaunchFile::new(&launch(), &signature())).expect("a launch has a file");
    assert_eq!(
        file,
        r#"{"grid":[4,1,1],"args":[{"name":"idx","type":"ptr<i32>","buffer":0,"offset":4},{"name":"n","type":"i32","value":-1},{"name":"scale","type":"f32","value":1.5,"bits":"0x3fc00000"}],"buffers":[{"bytes":20,"alignment":4,"uninit":false,"contents":[{"offset":8,"hex":"07000000ffffffff"}]}],"blocks":[[3,0,0]]}"#
    );
    let back: LaunchFile = serde_json::from_str(&file).expect("it was just written");
    assert_eq!(back.to_launch(&signature()), Ok(launch()));
}

#[test]
fn a_launch_is_described() {
    assert_eq!(
        describe_launch(&launch(), &signature()),
        ["grid (4, 1, 1)", "idx: i32[4] at byte 4 of 20, with [1] = 7, [2] = -1", "n = -1", "scale = 1.5"]
    );
}

#[test]
fn a_file_that_does_not_fit_is_refused() {
    let mut file = LaunchFile::new(&launch(), &signature());
    file.args[0].buffer = Some(1);
    assert_eq!(file.to_launch(&signature()), Err("argument idx names no buffer of the launch".to_owned()));
    file.args.pop();
    assert_eq!(file.to_launch(&signature()), Err("the launch has 2 arguments, the kernel has 3".to_owned()));
}

#[test]
fn elements_in_bytes_of_their_own_are_described() {
    let mut launch = launch();
    launch.buffers[0].contents = (8..12).map(|at| (at, vec![u8::from(at == 8)])).collect();
    assert_eq!(describe_launch(&launch, &signature())[1], "idx: i32[4] at byte 4 of 20, with [1] = 1");
}
