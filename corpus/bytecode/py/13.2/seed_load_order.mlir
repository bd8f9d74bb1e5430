entry @load_order(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>) optimization_hints=<sm_90 = {}> {
  %0 = make_token : token loc(#loc6)
  %assume = assume bounded<0, ?>, %arg1 : tile<i32> loc(#loc6)
  %assume_0 = assume bounded<0, ?>, %arg2 : tile<i32> loc(#loc6)
  %assume_1 = assume bounded<0, ?>, %arg3 : tile<i32> loc(#loc6)
  %assume_2 = assume bounded<0, ?>, %arg4 : tile<i32> loc(#loc6)
  %tview = make_tensor_view %arg0, shape = [%assume, %assume_0], strides = [%assume_1, %assume_2] : tile<i32> -> tensor_view<?x?xf32, strides=[?,?]> loc(#loc6)
  %assume_3 = assume bounded<0, ?>, %arg6 : tile<i32> loc(#loc6)
  %assume_4 = assume bounded<0, ?>, %arg7 : tile<i32> loc(#loc6)
  %assume_5 = assume bounded<0, ?>, %arg8 : tile<i32> loc(#loc6)
  %assume_6 = assume bounded<0, ?>, %arg9 : tile<i32> loc(#loc6)
  %tview_7 = make_tensor_view %arg5, shape = [%assume_3, %assume_4], strides = [%assume_5, %assume_6] : tile<i32> -> tensor_view<?x?xf32, strides=[?,?]> loc(#loc6)
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc7)
  %blockId_x_8, %blockId_y_9, %blockId_z_10 = get_tile_block_id : tile<i32> loc(#loc8)
  %pview = make_partition_view %tview : partition_view<tile=(8x16), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,?]>, dim_map=[1, 0]> loc(#loc9)
  %tile, %result_token = load_view_tko weak %pview[%blockId_x, %blockId_y_9] token = %0 : partition_view<tile=(8x16), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,?]>, dim_map=[1, 0]>, tile<i32> -> tile<8x16xf32>, token loc(#loc9)
  %pview_11 = make_partition_view %tview_7 : partition_view<tile=(8x16), tensor_view<?x?xf32, strides=[?,?]>> loc(#loc10)
  %1 = store_view_tko weak %tile, %pview_11[%blockId_x, %blockId_y_9] token = %0 : tile<8x16xf32>, partition_view<tile=(8x16), tensor_view<?x?xf32, strides=[?,?]>>, tile<i32> -> token loc(#loc10)
  return loc(#loc5)
} loc(#loc6)
#di_file = #cuda_tile.di_file<"seeds.py" in ".">
#loc = loc("seeds.py":91:0)
#loc1 = loc("seeds.py":92:11)
#loc2 = loc("seeds.py":92:22)
#loc3 = loc("seeds.py":93:8)
#loc4 = loc("seeds.py":94:4)
#loc5 = loc(unknown)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 90, name = "load_order", linkageName = "load_order", compileUnit = #di_compile_unit, scopeLine = 90>
#loc6 = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc7 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc8 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc9 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc10 = #cuda_tile.di_loc<#loc4 in #di_subprogram>
