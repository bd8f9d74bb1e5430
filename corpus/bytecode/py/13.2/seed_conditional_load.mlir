entry @conditional_load(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<sm_90 = {}> {
  %0 = make_token : token loc(#loc12)
  %assume = assume div_by<16>, %arg0 : tile<ptr<f32>> loc(#loc13)
  %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>> loc(#loc14)
  %cst_1_i32 = constant <i32: 1> : tile<i32> loc(#loc12)
  %cst_1_i32_1 = constant <i32: 1> : tile<i32> loc(#loc12)
  %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32> loc(#loc12)
  %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]> loc(#loc12)
  %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32> loc(#loc12)
  %tview_4 = make_tensor_view %assume_0, shape = [%assume_3], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]> loc(#loc12)
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc15)
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<8xf32> loc(#loc16)
  %gridSize_x, %gridSize_y, %gridSize_z = get_num_tile_blocks : tile<i32> loc(#loc17)
  %cst_1_i32_5 = constant <i32: 1> : tile<i32> loc(#loc18)
  %1 = subi %gridSize_x, %cst_1_i32_5 : tile<i32> loc(#loc17)
  %2 = cmpi less_than %blockId_x, %1, signed : tile<i32> -> tile<i1> loc(#loc19)
  %3 = if %2 -> (tile<8xf32>) {
    %pview_6 = make_partition_view %tview : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>> loc(#loc21)
    %tile, %result_token = load_view_tko weak %pview_6[%blockId_x] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token loc(#loc21)
    yield %tile : tile<8xf32> loc(#loc20)
  } else {
    yield %cst_0_f32 : tile<8xf32> loc(#loc20)
  } loc(#loc20)
  %pview = make_partition_view %tview_4 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>> loc(#loc22)
  %4 = store_view_tko weak %3, %pview[%blockId_x] token = %0 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token loc(#loc22)
  return loc(#loc11)
} loc(#loc12)
#di_file = #cuda_tile.di_file<"seeds.py" in ".">
#loc = loc("seeds.py":82:0)
#loc1 = loc("seeds.py":82:21)
#loc2 = loc("seeds.py":82:24)
#loc3 = loc("seeds.py":83:8)
#loc4 = loc("seeds.py":84:8)
#loc5 = loc("seeds.py":85:11)
#loc6 = loc("seeds.py":85:30)
#loc7 = loc("seeds.py":85:7)
#loc8 = loc("seeds.py":85:4)
#loc9 = loc("seeds.py":86:12)
#loc10 = loc("seeds.py":87:4)
#loc11 = loc(unknown)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 81, name = "conditional_load", linkageName = "conditional_load", compileUnit = #di_compile_unit, scopeLine = 81>
#loc12 = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc13 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc14 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc15 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc16 = #cuda_tile.di_loc<#loc4 in #di_subprogram>
#loc17 = #cuda_tile.di_loc<#loc5 in #di_subprogram>
#loc18 = #cuda_tile.di_loc<#loc6 in #di_subprogram>
#loc19 = #cuda_tile.di_loc<#loc7 in #di_subprogram>
#loc20 = #cuda_tile.di_loc<#loc8 in #di_subprogram>
#loc21 = #cuda_tile.di_loc<#loc9 in #di_subprogram>
#loc22 = #cuda_tile.di_loc<#loc10 in #di_subprogram>
