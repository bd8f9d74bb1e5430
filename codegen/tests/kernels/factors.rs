//! Matrices in memory as the tests of pipelines have them: how rows lie, and the views of them.

/// The start of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// At multiples of sixteen bytes, as the kernel says.
    Known,
    /// At places that only the launch says: so many elements further apart than such multiples.
    Launched(u32),
}

impl Rows {
    /// From a row of so many elements to the next.
    pub(super) fn stride(self, columns: u32, ty: &str) -> u32 {
        columns.max(1).next_multiple_of(piece(ty)) + if let Rows::Launched(more) = self { more } else { 0 }
    }
}

/// What strides of rows are multiples of.
pub(super) fn piece(ty: &str) -> u32 {
    match ty {
        "i8" | "f8E4M3FN" | "f8E5M2" => 16,
        "tf32" | "f32" | "i32" => 4,
        _ => 8,
    }
}

/// The lines of a view of a parameter with rows and columns, which may lie in memory transposed.
pub(super) fn view(
    name: &str,
    param: usize,
    ty: &str,
    tile: [u32; 2],
    extents: [u32; 2],
    transposed: bool,
    (by_view, lie, batch): (bool, Rows, bool),
) -> (String, String) {
    let [rows, columns] = extents;
    let [extents, tile, map] = match (transposed, by_view) {
        (true, true) => [[columns, rows], tile, [1, 0]],
        (true, false) => [[columns, rows], [tile[1], tile[0]], [0, 1]],
        (false, _) => [[rows, columns], tile, [0, 1]],
    };
    let tensor = match batch {
        false => format!("tensor_view<?x?x{ty}, strides=[?,1]>"),
        true => format!("tensor_view<2x?x?x{ty}, strides=[?,?,1]>"),
    };
    let tiles = match batch {
        false => format!("tile=({}x{}), dim_map=[{}, {}]", tile[0], tile[1], map[0], map[1]),
        true => format!("tile=(1x{}x{}), dim_map=[0, {}, {}]", tile[0], tile[1], map[0] + 1, map[1] + 1),
    };
    let (tile, map) = tiles.split_once(", ").unwrap_or_default();
    let tiles = format!("partition_view<{tile}, padding_value = zero, {tensor}, {map}>");
    let (assumed, base, stride) = match lie {
        Rows::Known => (
            format!(
                "  %{name}p = assume div_by<16>, %p{param} : tile<ptr<{ty}>>
  %{name}2 = constant <i32: {}> : tile<i32>
  %{name}s = assume div_by<{}>, %{name}2 : tile<i32>\n",
                lie.stride(extents[1], ty),
                piece(ty)
            ),
            format!("{name}p"),
            format!("{name}s"),
        ),
        Rows::Launched(_) => (String::new(), format!("p{param}"), format!("s{param}")),
    };
    let (two, far) = if batch { ("2, ", format!("%{name}far, ")) } else { ("", String::new()) };
    let text = format!(
        "{assumed}  %{name}0 = constant <i32: {}> : tile<i32>
  %{name}1 = constant <i32: {}> : tile<i32>
  %{name}some = constant <i32: {}> : tile<i32>
  %{name}far = muli %{stride}, %{name}some : tile<i32>
  %{name}t = make_tensor_view %{base}, shape = [{two}%{name}0, %{name}1], strides = [{far}%{stride}, 1] : tile<i32> -> {tensor}
  %{name}v = make_partition_view %{name}t : {tiles}\n",
        extents[0],
        extents[1],
        extents[0].max(1)
    );
    (text, tiles)
}
