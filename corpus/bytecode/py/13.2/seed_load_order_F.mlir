entry @load_order_F(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>) optimization_hints=<sm_90 = {}> {
  %0 = make_token : token loc(#loc8)
  %assume = assume div_by<16>, %arg0 : tile<ptr<f32>> loc(#loc9)
  %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f32>> loc(#loc10)
  %cst_1_i32 = constant <i32: 1> : tile<i32> loc(#loc8)
  %cst_1_i32_1 = constant <i32: 1> : tile<i32> loc(#loc8)
  %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32> loc(#loc8)
  %assume_3 = assume bounded<0, ?>, %arg2 : tile<i32> loc(#loc8)
  %assume_4 = assume bounded<0, ?>, %arg3 : tile<i32> loc(#loc8)
  %tview = make_tensor_view %assume, shape = [%assume_2, %assume_3], strides = [%assume_4, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]> loc(#loc8)
  %assume_5 = assume bounded<0, ?>, %arg6 : tile<i32> loc(#loc8)
  %assume_6 = assume bounded<0, ?>, %arg7 : tile<i32> loc(#loc8)
  %assume_7 = assume bounded<0, ?>, %arg8 : tile<i32> loc(#loc8)
  %tview_8 = make_tensor_view %assume_0, shape = [%assume_5, %assume_6], strides = [%assume_7, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]> loc(#loc8)
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc11)
  %blockId_x_9, %blockId_y_10, %blockId_z_11 = get_tile_block_id : tile<i32> loc(#loc12)
  %pview = make_partition_view %tview : partition_view<tile=(8x16), tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]> loc(#loc13)
  %tile, %result_token = load_view_tko weak %pview[%blockId_x, %blockId_y_10] token = %0 : partition_view<tile=(8x16), tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<8x16xf32>, token loc(#loc13)
  %pview_12 = make_partition_view %tview_8 : partition_view<tile=(8x16), tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]> loc(#loc14)
  %1 = store_view_tko weak %tile, %pview_12[%blockId_x, %blockId_y_10] token = %0 : tile<8x16xf32>, partition_view<tile=(8x16), tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc14)
  return loc(#loc7)
} loc(#loc8)
#di_file = #cuda_tile.di_file<"seeds.py" in ".">
#loc = loc("seeds.py":98:0)
#loc1 = loc("seeds.py":98:17)
#loc2 = loc("seeds.py":98:20)
#loc3 = loc("seeds.py":99:11)
#loc4 = loc("seeds.py":99:22)
#loc5 = loc("seeds.py":100:35)
#loc6 = loc("seeds.py":100:4)
#loc7 = loc(unknown)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 97, name = "load_order_F", linkageName = "load_order_F", compileUnit = #di_compile_unit, scopeLine = 97>
#loc8 = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc9 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc10 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc11 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc12 = #cuda_tile.di_loc<#loc4 in #di_subprogram>
#loc13 = #cuda_tile.di_loc<#loc5 in #di_subprogram>
#loc14 = #cuda_tile.di_loc<#loc6 in #di_subprogram>
