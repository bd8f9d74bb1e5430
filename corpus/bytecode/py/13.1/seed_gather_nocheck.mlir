entry @gather_nocheck(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<sm_90 = {}> {
  %0 = make_token : token loc(#loc9)
  %assume = assume div_by<16>, %arg0 : tile<ptr<f32>> loc(#loc10)
  %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>> loc(#loc11)
  %cst_1_i64 = constant <i64: 1> : tile<16xi64> loc(#loc12)
  %cst_1_i64_1 = constant <i64: 1> : tile<16xi64> loc(#loc13)
  %cst_16_i32 = constant <i32: 16> : tile<i32> loc(#loc9)
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc14)
  %1 = muli %blockId_x, %cst_16_i32 : tile<i32> loc(#loc15)
  %2 = iota : tile<16xi32> loc(#loc16)
  %reshape = reshape %1 : tile<i32> -> tile<1xi32> loc(#loc15)
  %bcast = broadcast %reshape : tile<1xi32> -> tile<16xi32> loc(#loc15)
  %3 = addi %bcast, %2 : tile<16xi32> loc(#loc15)
  %4 = exti %3 signed : tile<16xi32> -> tile<16xi64> loc(#loc12)
  %5 = muli %4, %cst_1_i64 : tile<16xi64> loc(#loc12)
  %reshape_2 = reshape %assume : tile<ptr<f32>> -> tile<1xptr<f32>> loc(#loc12)
  %bcast_3 = broadcast %reshape_2 : tile<1xptr<f32>> -> tile<16xptr<f32>> loc(#loc12)
  %6 = offset %bcast_3, %5 : tile<16xptr<f32>>, tile<16xi64> -> tile<16xptr<f32>> loc(#loc12)
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<f32> loc(#loc12)
  %reshape_4 = reshape %cst_0_f32 : tile<f32> -> tile<1xf32> loc(#loc12)
  %bcast_5 = broadcast %reshape_4 : tile<1xf32> -> tile<16xf32> loc(#loc12)
  %result, %result_token = load_ptr_tko weak %6, %bcast_5 token=%0 : tile<16xptr<f32>>, tile<16xf32> -> tile<16xf32>, token loc(#loc12)
  %7 = exti %3 signed : tile<16xi32> -> tile<16xi64> loc(#loc13)
  %8 = muli %7, %cst_1_i64_1 : tile<16xi64> loc(#loc13)
  %reshape_6 = reshape %assume_0 : tile<ptr<f32>> -> tile<1xptr<f32>> loc(#loc13)
  %bcast_7 = broadcast %reshape_6 : tile<1xptr<f32>> -> tile<16xptr<f32>> loc(#loc13)
  %9 = offset %bcast_7, %8 : tile<16xptr<f32>>, tile<16xi64> -> tile<16xptr<f32>> loc(#loc13)
  %10 = store_ptr_tko weak %9, %result token=%0 : tile<16xptr<f32>>, tile<16xf32> -> token loc(#loc13)
  return loc(#loc8)
} loc(#loc9)
#di_file = #cuda_tile.di_file<"seeds.py" in ".">
#loc = loc("seeds.py":59:0)
#loc1 = loc("seeds.py":59:19)
#loc2 = loc("seeds.py":59:22)
#loc3 = loc("seeds.py":62:21)
#loc4 = loc("seeds.py":62:4)
#loc5 = loc("seeds.py":60:8)
#loc6 = loc("seeds.py":61:8)
#loc7 = loc("seeds.py":61:16)
#loc8 = loc(unknown)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 58, name = "gather_nocheck", linkageName = "gather_nocheck", compileUnit = #di_compile_unit, scopeLine = 58>
#loc9 = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc10 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc11 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc12 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc13 = #cuda_tile.di_loc<#loc4 in #di_subprogram>
#loc14 = #cuda_tile.di_loc<#loc5 in #di_subprogram>
#loc15 = #cuda_tile.di_loc<#loc6 in #di_subprogram>
#loc16 = #cuda_tile.di_loc<#loc7 in #di_subprogram>
