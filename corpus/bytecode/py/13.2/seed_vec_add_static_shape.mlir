entry @vec_add_static_shape(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f32>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<sm_90 = {}> {
  %0 = make_token : token loc(#loc9)
  %assume = assume div_by<16>, %arg0 : tile<ptr<f32>> loc(#loc10)
  %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>> loc(#loc11)
  %assume_1 = assume div_by<16>, %arg6 : tile<ptr<f32>> loc(#loc12)
  %cst_128_i32 = constant <i32: 128> : tile<i32> loc(#loc9)
  %cst_1_i32 = constant <i32: 1> : tile<i32> loc(#loc9)
  %cst_128_i32_2 = constant <i32: 128> : tile<i32> loc(#loc9)
  %cst_1_i32_3 = constant <i32: 1> : tile<i32> loc(#loc9)
  %cst_128_i32_4 = constant <i32: 128> : tile<i32> loc(#loc9)
  %cst_1_i32_5 = constant <i32: 1> : tile<i32> loc(#loc9)
  %tview = make_tensor_view %assume, shape = [128], strides = [1] : tensor_view<128xf32, strides=[1]> loc(#loc9)
  %tview_6 = make_tensor_view %assume_0, shape = [128], strides = [1] : tensor_view<128xf32, strides=[1]> loc(#loc9)
  %tview_7 = make_tensor_view %assume_1, shape = [128], strides = [1] : tensor_view<128xf32, strides=[1]> loc(#loc9)
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc13)
  %pview = make_partition_view %tview : partition_view<tile=(16), tensor_view<128xf32, strides=[1]>> loc(#loc14)
  %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(16), tensor_view<128xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token loc(#loc14)
  %pview_8 = make_partition_view %tview_6 : partition_view<tile=(16), tensor_view<128xf32, strides=[1]>> loc(#loc15)
  %tile_9, %result_token_10 = load_view_tko weak %pview_8[%blockId_x] token = %0 : partition_view<tile=(16), tensor_view<128xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token loc(#loc15)
  %1 = addf %tile, %tile_9  : tile<16xf32> loc(#loc14)
  %pview_11 = make_partition_view %tview_7 : partition_view<tile=(16), tensor_view<128xf32, strides=[1]>> loc(#loc16)
  %2 = store_view_tko weak %1, %pview_11[%blockId_x] token = %0 : tile<16xf32>, partition_view<tile=(16), tensor_view<128xf32, strides=[1]>>, tile<i32> -> token loc(#loc16)
  return loc(#loc8)
} loc(#loc9)
#di_file = #cuda_tile.di_file<"seeds.py" in ".">
#loc = loc("seeds.py":31:0)
#loc1 = loc("seeds.py":31:12)
#loc2 = loc("seeds.py":31:15)
#loc3 = loc("seeds.py":31:18)
#loc4 = loc("seeds.py":32:8)
#loc5 = loc("seeds.py":33:33)
#loc6 = loc("seeds.py":33:70)
#loc7 = loc("seeds.py":33:4)
#loc8 = loc(unknown)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 30, name = "vec_add", linkageName = "vec_add_static_shape", compileUnit = #di_compile_unit, scopeLine = 30>
#loc9 = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc10 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc11 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc12 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc13 = #cuda_tile.di_loc<#loc4 in #di_subprogram>
#loc14 = #cuda_tile.di_loc<#loc5 in #di_subprogram>
#loc15 = #cuda_tile.di_loc<#loc6 in #di_subprogram>
#loc16 = #cuda_tile.di_loc<#loc7 in #di_subprogram>
