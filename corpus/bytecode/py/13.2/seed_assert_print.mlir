entry @assert_print(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<sm_90 = {}> {
  %0 = make_token : token loc(#loc11)
  %assume = assume div_by<16>, %arg0 : tile<ptr<f32>> loc(#loc12)
  %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>> loc(#loc13)
  %cst_1_i32 = constant <i32: 1> : tile<i32> loc(#loc11)
  %cst_1_i32_1 = constant <i32: 1> : tile<i32> loc(#loc11)
  %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32> loc(#loc11)
  %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]> loc(#loc11)
  %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32> loc(#loc11)
  %tview_4 = make_tensor_view %assume_0, shape = [%assume_3], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]> loc(#loc11)
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc14)
  %pview = make_partition_view %tview : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>> loc(#loc15)
  %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token loc(#loc15)
  %1 = join_tokens %0, %result_token : token loc(#loc15)
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<f32> loc(#loc16)
  %reshape = reshape %cst_0_f32 : tile<f32> -> tile<1xf32> loc(#loc17)
  %bcast = broadcast %reshape : tile<1xf32> -> tile<8xf32> loc(#loc17)
  %2 = cmpf greater_than_or_equal ordered %tile, %bcast : tile<8xf32> -> tile<8xi1> loc(#loc17)
  assert %2, "negative input" : tile<8xi1> loc(#loc18)
  %3 = join_tokens %0, %1 : token loc(#loc19)
  %4 = print_tko "block %d: %f\0A", %blockId_x, %tile token=%3 : tile<i32>, tile<8xf32> -> token loc(#loc19)
  %pview_5 = make_partition_view %tview_4 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>> loc(#loc20)
  %5 = join_tokens %0, %4 : token loc(#loc20)
  %6 = store_view_tko weak %tile, %pview_5[%blockId_x] token = %5 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token loc(#loc20)
  return loc(#loc10)
} loc(#loc11)
#di_file = #cuda_tile.di_file<"seeds.py" in ".">
#loc = loc("seeds.py":144:0)
#loc1 = loc("seeds.py":144:17)
#loc2 = loc("seeds.py":144:20)
#loc3 = loc("seeds.py":145:8)
#loc4 = loc("seeds.py":146:8)
#loc5 = loc("seeds.py":147:20)
#loc6 = loc("seeds.py":147:15)
#loc7 = loc("seeds.py":147:4)
#loc8 = loc("seeds.py":148:4)
#loc9 = loc("seeds.py":149:4)
#loc10 = loc(unknown)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 143, name = "assert_print", linkageName = "assert_print", compileUnit = #di_compile_unit, scopeLine = 143>
#loc11 = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc12 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc13 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc14 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc15 = #cuda_tile.di_loc<#loc4 in #di_subprogram>
#loc16 = #cuda_tile.di_loc<#loc5 in #di_subprogram>
#loc17 = #cuda_tile.di_loc<#loc6 in #di_subprogram>
#loc18 = #cuda_tile.di_loc<#loc7 in #di_subprogram>
#loc19 = #cuda_tile.di_loc<#loc8 in #di_subprogram>
#loc20 = #cuda_tile.di_loc<#loc9 in #di_subprogram>
