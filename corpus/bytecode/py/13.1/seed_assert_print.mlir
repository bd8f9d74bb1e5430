global  @print_mutex <i32: 1> : tile<1xi32> loc(#loc)
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
  %4 = get_global @print_mutex : tile<ptr<i32>> loc(#loc19)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc19)
  %cst_1_i32_5 = constant <i32: 1> : tile<i32> loc(#loc19)
  loop {
    %result_8, %result_token_9 = atomic_cas_tko acq_rel device %4, %cst_1_i32_5, %cst_0_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc19)
    %9 = cmpi equal %result_8, %cst_1_i32_5, unsigned : tile<i32> -> tile<i1> loc(#loc19)
    if %9 {
      break loc(#loc19)
    } else {
    } loc(#loc19)
  } loc(#loc19)
  %5 = print_tko "block %d: %f\0A", %blockId_x, %tile : tile<i32>, tile<8xf32> -> token loc(#loc19)
  %6 = make_token : token loc(#loc19)
  %result, %result_token_6 = atomic_rmw_tko acq_rel device %4, xchg, %cst_1_i32_5 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc19)
  %pview_7 = make_partition_view %tview_4 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>> loc(#loc20)
  %7 = join_tokens %0, %6 : token loc(#loc20)
  %8 = store_view_tko weak %tile, %pview_7[%blockId_x] token = %7 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token loc(#loc20)
  return loc(#loc)
} loc(#loc11)
#di_file = #cuda_tile.di_file<"seeds.py" in ".">
#loc = loc(unknown)
#loc1 = loc("seeds.py":144:0)
#loc2 = loc("seeds.py":144:17)
#loc3 = loc("seeds.py":144:20)
#loc4 = loc("seeds.py":145:8)
#loc5 = loc("seeds.py":146:8)
#loc6 = loc("seeds.py":147:20)
#loc7 = loc("seeds.py":147:15)
#loc8 = loc("seeds.py":147:4)
#loc9 = loc("seeds.py":148:4)
#loc10 = loc("seeds.py":149:4)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 143, name = "assert_print", linkageName = "assert_print", compileUnit = #di_compile_unit, scopeLine = 143>
#loc11 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc12 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc13 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc14 = #cuda_tile.di_loc<#loc4 in #di_subprogram>
#loc15 = #cuda_tile.di_loc<#loc5 in #di_subprogram>
#loc16 = #cuda_tile.di_loc<#loc6 in #di_subprogram>
#loc17 = #cuda_tile.di_loc<#loc7 in #di_subprogram>
#loc18 = #cuda_tile.di_loc<#loc8 in #di_subprogram>
#loc19 = #cuda_tile.di_loc<#loc9 in #di_subprogram>
#loc20 = #cuda_tile.di_loc<#loc10 in #di_subprogram>
