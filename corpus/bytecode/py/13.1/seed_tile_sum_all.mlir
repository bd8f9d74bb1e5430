entry @tile_sum_all(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<sm_90 = {}> {
  %0 = make_token : token loc(#loc12)
  %assume = assume div_by<16>, %arg0 : tile<ptr<f32>> loc(#loc13)
  %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>> loc(#loc14)
  %cst_1_i32 = constant <i32: 1> : tile<i32> loc(#loc12)
  %cst_1_i64 = constant <i64: 1> : tile<i64> loc(#loc15)
  %assume_1 = assume bounded<0, ?>, %arg1 : tile<i32> loc(#loc12)
  %tview = make_tensor_view %assume, shape = [%assume_1], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]> loc(#loc12)
  %assume_2 = assume bounded<0, ?>, %arg4 : tile<i32> loc(#loc12)
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<8xf32> loc(#loc16)
  %pview = make_partition_view %tview : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>> loc(#loc17)
  %1 = get_index_space_shape %pview : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>> -> tile<i32> loc(#loc17)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc18)
  %cst_1_i32_3 = constant <i32: 1> : tile<i32> loc(#loc18)
  %for:2 = for %loopIdx in (%cst_0_i32 to %1, step %cst_1_i32_3) : tile<i32> iter_values(%iterArg0 = %cst_0_f32, %iterArg1 = %0) -> (tile<8xf32>, token) {
    %pview_4 = make_partition_view %tview : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>> loc(#loc20)
    %tile, %result_token_5 = load_view_tko weak %pview_4[%loopIdx] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token loc(#loc20)
    %7 = join_tokens %iterArg1, %result_token_5 : token loc(#loc20)
    %8 = addf %iterArg0, %tile  : tile<8xf32> loc(#loc21)
    continue %8, %7 : tile<8xf32>, token loc(#loc19)
  } loc(#loc19)
  %reduce = reduce %for#0 dim=0 identities=[0.000000e+00 : f32] : tile<8xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    %7 = addf %reduce_lhs, %reduce_rhs  : tile<f32> loc(#loc22)
    yield %7 : tile<f32> loc(#loc22)
  } loc(#loc22)
  %cst_0_i64 = constant <i64: 0> : tile<i64> loc(#loc15)
  %2 = exti %assume_2 signed : tile<i32> -> tile<i64> loc(#loc15)
  %3 = cmpi less_than %cst_0_i64, %2, unsigned : tile<i64> -> tile<i1> loc(#loc15)
  %4 = muli %cst_0_i64, %cst_1_i64 : tile<i64> loc(#loc15)
  %5 = offset %assume_0, %4 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>> loc(#loc15)
  %6 = join_tokens %0, %for#1 : token loc(#loc15)
  %result, %result_token = atomic_rmw_tko acq_rel device %5, addf, %reduce, %3 token=%6 : tile<ptr<f32>>, tile<f32>, tile<i1> -> tile<f32>, token loc(#loc15)
  return loc(#loc11)
} loc(#loc12)
#di_file = #cuda_tile.di_file<"seeds.py" in ".">
#loc = loc("seeds.py":74:0)
#loc1 = loc("seeds.py":74:17)
#loc2 = loc("seeds.py":74:20)
#loc3 = loc("seeds.py":78:4)
#loc4 = loc("seeds.py":75:10)
#loc5 = loc("seeds.py":76:19)
#loc6 = loc("seeds.py":76:13)
#loc7 = loc("seeds.py":76:4)
#loc8 = loc("seeds.py":77:20)
#loc9 = loc("seeds.py":77:14)
#loc10 = loc("seeds.py":78:27)
#loc11 = loc(unknown)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 73, name = "tile_sum_all", linkageName = "tile_sum_all", compileUnit = #di_compile_unit, scopeLine = 73>
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
