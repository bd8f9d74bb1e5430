entry @gather_pad(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<sm_90 = {}> {
  %0 = make_token : token loc(#loc10)
  %assume = assume div_by<16>, %arg0 : tile<ptr<f32>> loc(#loc11)
  %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>> loc(#loc12)
  %cst_1_i64 = constant <i64: 1> : tile<16xi64> loc(#loc13)
  %cst_1_i64_1 = constant <i64: 1> : tile<16xi64> loc(#loc14)
  %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32> loc(#loc10)
  %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32> loc(#loc10)
  %cst_16_i32 = constant <i32: 16> : tile<i32> loc(#loc10)
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc15)
  %1 = muli %blockId_x, %cst_16_i32 : tile<i32> loc(#loc16)
  %2 = iota : tile<16xi32> loc(#loc17)
  %reshape = reshape %1 : tile<i32> -> tile<1xi32> loc(#loc16)
  %bcast = broadcast %reshape : tile<1xi32> -> tile<16xi32> loc(#loc16)
  %3 = addi %bcast, %2 : tile<16xi32> loc(#loc16)
  %cst_f32 = constant <f32: -1.000000e+00> : tile<f32> loc(#loc18)
  %4 = exti %3 signed : tile<16xi32> -> tile<16xi64> loc(#loc13)
  %5 = exti %assume_2 signed : tile<i32> -> tile<i64> loc(#loc13)
  %reshape_4 = reshape %5 : tile<i64> -> tile<1xi64> loc(#loc13)
  %bcast_5 = broadcast %reshape_4 : tile<1xi64> -> tile<16xi64> loc(#loc13)
  %6 = cmpi less_than %4, %bcast_5, unsigned : tile<16xi64> -> tile<16xi1> loc(#loc13)
  %7 = muli %4, %cst_1_i64 : tile<16xi64> loc(#loc13)
  %reshape_6 = reshape %assume : tile<ptr<f32>> -> tile<1xptr<f32>> loc(#loc13)
  %bcast_7 = broadcast %reshape_6 : tile<1xptr<f32>> -> tile<16xptr<f32>> loc(#loc13)
  %8 = offset %bcast_7, %7 : tile<16xptr<f32>>, tile<16xi64> -> tile<16xptr<f32>> loc(#loc13)
  %reshape_8 = reshape %cst_f32 : tile<f32> -> tile<1xf32> loc(#loc13)
  %bcast_9 = broadcast %reshape_8 : tile<1xf32> -> tile<16xf32> loc(#loc13)
  %result, %result_token = load_ptr_tko weak %8, %6, %bcast_9 token=%0 : tile<16xptr<f32>>, tile<16xi1>, tile<16xf32> -> tile<16xf32>, token loc(#loc13)
  %9 = exti %3 signed : tile<16xi32> -> tile<16xi64> loc(#loc14)
  %10 = exti %assume_3 signed : tile<i32> -> tile<i64> loc(#loc14)
  %reshape_10 = reshape %10 : tile<i64> -> tile<1xi64> loc(#loc14)
  %bcast_11 = broadcast %reshape_10 : tile<1xi64> -> tile<16xi64> loc(#loc14)
  %11 = cmpi less_than %9, %bcast_11, unsigned : tile<16xi64> -> tile<16xi1> loc(#loc14)
  %12 = muli %9, %cst_1_i64_1 : tile<16xi64> loc(#loc14)
  %reshape_12 = reshape %assume_0 : tile<ptr<f32>> -> tile<1xptr<f32>> loc(#loc14)
  %bcast_13 = broadcast %reshape_12 : tile<1xptr<f32>> -> tile<16xptr<f32>> loc(#loc14)
  %13 = offset %bcast_13, %12 : tile<16xptr<f32>>, tile<16xi64> -> tile<16xptr<f32>> loc(#loc14)
  %14 = store_ptr_tko weak %13, %result, %11 token=%0 : tile<16xptr<f32>>, tile<16xf32>, tile<16xi1> -> token loc(#loc14)
  return loc(#loc9)
} loc(#loc10)
#di_file = #cuda_tile.di_file<"seeds.py" in ".">
#loc = loc("seeds.py":52:0)
#loc1 = loc("seeds.py":52:15)
#loc2 = loc("seeds.py":52:18)
#loc3 = loc("seeds.py":55:21)
#loc4 = loc("seeds.py":55:4)
#loc5 = loc("seeds.py":53:8)
#loc6 = loc("seeds.py":54:8)
#loc7 = loc("seeds.py":54:16)
#loc8 = loc("seeds.py":55:51)
#loc9 = loc(unknown)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 51, name = "gather_pad", linkageName = "gather_pad", compileUnit = #di_compile_unit, scopeLine = 51>
#loc10 = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc11 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc12 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc13 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc14 = #cuda_tile.di_loc<#loc4 in #di_subprogram>
#loc15 = #cuda_tile.di_loc<#loc5 in #di_subprogram>
#loc16 = #cuda_tile.di_loc<#loc6 in #di_subprogram>
#loc17 = #cuda_tile.di_loc<#loc7 in #di_subprogram>
#loc18 = #cuda_tile.di_loc<#loc8 in #di_subprogram>
