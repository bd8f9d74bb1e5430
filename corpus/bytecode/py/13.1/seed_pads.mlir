entry @pads(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<sm_90 = {}> {
  %0 = make_token : token loc(#loc17)
  %assume = assume div_by<16>, %arg0 : tile<ptr<f32>> loc(#loc18)
  %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>> loc(#loc19)
  %cst_1_i32 = constant <i32: 1> : tile<i32> loc(#loc17)
  %cst_1_i32_1 = constant <i32: 1> : tile<i32> loc(#loc17)
  %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32> loc(#loc17)
  %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]> loc(#loc17)
  %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32> loc(#loc17)
  %tview_4 = make_tensor_view %assume_0, shape = [%assume_3], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]> loc(#loc17)
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc20)
  %pview = make_partition_view %tview : partition_view<tile=(8), padding_value = zero, tensor_view<?xf32, strides=[1]>> loc(#loc21)
  %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(8), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token loc(#loc21)
  %pview_5 = make_partition_view %tview : partition_view<tile=(8), padding_value = neg_zero, tensor_view<?xf32, strides=[1]>> loc(#loc22)
  %tile_6, %result_token_7 = load_view_tko weak %pview_5[%blockId_x] token = %0 : partition_view<tile=(8), padding_value = neg_zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token loc(#loc22)
  %1 = addf %tile, %tile_6  : tile<8xf32> loc(#loc23)
  %pview_8 = make_partition_view %tview : partition_view<tile=(8), padding_value = nan, tensor_view<?xf32, strides=[1]>> loc(#loc24)
  %tile_9, %result_token_10 = load_view_tko weak %pview_8[%blockId_x] token = %0 : partition_view<tile=(8), padding_value = nan, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token loc(#loc24)
  %2 = addf %1, %tile_9  : tile<8xf32> loc(#loc25)
  %pview_11 = make_partition_view %tview : partition_view<tile=(8), padding_value = pos_inf, tensor_view<?xf32, strides=[1]>> loc(#loc26)
  %tile_12, %result_token_13 = load_view_tko weak %pview_11[%blockId_x] token = %0 : partition_view<tile=(8), padding_value = pos_inf, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token loc(#loc26)
  %3 = addf %2, %tile_12  : tile<8xf32> loc(#loc27)
  %pview_14 = make_partition_view %tview : partition_view<tile=(8), padding_value = neg_inf, tensor_view<?xf32, strides=[1]>> loc(#loc28)
  %tile_15, %result_token_16 = load_view_tko weak %pview_14[%blockId_x] token = %0 : partition_view<tile=(8), padding_value = neg_inf, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token loc(#loc28)
  %4 = addf %3, %tile_15  : tile<8xf32> loc(#loc29)
  %pview_17 = make_partition_view %tview : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>> loc(#loc30)
  %tile_18, %result_token_19 = load_view_tko weak %pview_17[%blockId_x] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token loc(#loc30)
  %5 = addf %4, %tile_18  : tile<8xf32> loc(#loc31)
  %pview_20 = make_partition_view %tview_4 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>> loc(#loc32)
  %6 = store_view_tko weak %5, %pview_20[%blockId_x] token = %0 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token loc(#loc32)
  return loc(#loc16)
} loc(#loc17)
#di_file = #cuda_tile.di_file<"seeds.py" in ".">
#loc = loc("seeds.py":104:0)
#loc1 = loc("seeds.py":104:9)
#loc2 = loc("seeds.py":104:12)
#loc3 = loc("seeds.py":105:8)
#loc4 = loc("seeds.py":106:8)
#loc5 = loc("seeds.py":107:12)
#loc6 = loc("seeds.py":107:8)
#loc7 = loc("seeds.py":108:12)
#loc8 = loc("seeds.py":108:8)
#loc9 = loc("seeds.py":109:12)
#loc10 = loc("seeds.py":109:8)
#loc11 = loc("seeds.py":110:12)
#loc12 = loc("seeds.py":110:8)
#loc13 = loc("seeds.py":111:12)
#loc14 = loc("seeds.py":111:8)
#loc15 = loc("seeds.py":112:4)
#loc16 = loc(unknown)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 103, name = "pads", linkageName = "pads", compileUnit = #di_compile_unit, scopeLine = 103>
#loc17 = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc18 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc19 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc20 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc21 = #cuda_tile.di_loc<#loc4 in #di_subprogram>
#loc22 = #cuda_tile.di_loc<#loc5 in #di_subprogram>
#loc23 = #cuda_tile.di_loc<#loc6 in #di_subprogram>
#loc24 = #cuda_tile.di_loc<#loc7 in #di_subprogram>
#loc25 = #cuda_tile.di_loc<#loc8 in #di_subprogram>
#loc26 = #cuda_tile.di_loc<#loc9 in #di_subprogram>
#loc27 = #cuda_tile.di_loc<#loc10 in #di_subprogram>
#loc28 = #cuda_tile.di_loc<#loc11 in #di_subprogram>
#loc29 = #cuda_tile.di_loc<#loc12 in #di_subprogram>
#loc30 = #cuda_tile.di_loc<#loc13 in #di_subprogram>
#loc31 = #cuda_tile.di_loc<#loc14 in #di_subprogram>
#loc32 = #cuda_tile.di_loc<#loc15 in #di_subprogram>
