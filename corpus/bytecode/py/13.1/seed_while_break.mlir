entry @while_break(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>) optimization_hints=<sm_90 = {}> {
  %0 = make_token : token loc(#loc18)
  %assume = assume div_by<16>, %arg0 : tile<ptr<f32>> loc(#loc19)
  %cst_1_i32 = constant <i32: 1> : tile<i32> loc(#loc18)
  %assume_0 = assume bounded<0, ?>, %arg1 : tile<i32> loc(#loc18)
  %tview = make_tensor_view %assume, shape = [%assume_0], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]> loc(#loc18)
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<f32> loc(#loc20)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc21)
  %cst_0_f32_1 = constant <f32: 0.000000e+00> : tile<f32> loc(#loc22)
  %cst_1_i32_2 = constant <i32: 1> : tile<i32> loc(#loc23)
  %1:2 = loop iter_values(%arg5 = %cst_0_i32, %arg6 = %cst_0_f32) : tile<i32>, tile<f32> -> tile<i32>, tile<f32> {
    %3 = cmpi greater_than_or_equal %arg5, %arg4, signed : tile<i32> -> tile<i1> loc(#loc25)
    if %3 {
      break %arg5, %arg6 : tile<i32>, tile<f32> loc(#loc27)
    } else {
    } loc(#loc26)
    %pview = make_partition_view %tview : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>> loc(#loc28)
    %tile, %result_token = load_view_tko weak %pview[%arg5] token = %0 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token loc(#loc28)
    %reshape = reshape %tile : tile<1xf32> -> tile<f32> loc(#loc28)
    %4 = cmpf less_than ordered %reshape, %cst_0_f32_1 : tile<f32> -> tile<i1> loc(#loc29)
    if %4 {
      break %arg5, %arg6 : tile<i32>, tile<f32> loc(#loc31)
    } else {
    } loc(#loc30)
    %5 = addf %arg6, %reshape  : tile<f32> loc(#loc32)
    %6 = addi %arg5, %cst_1_i32_2 : tile<i32> loc(#loc33)
    continue %6, %5 : tile<i32>, tile<f32> loc(#loc24)
  } loc(#loc24)
  %2 = store_ptr_tko weak %arg3, %1#1 token=%0 : tile<ptr<f32>>, tile<f32> -> token loc(#loc34)
  return loc(#loc17)
} loc(#loc18)
#di_file = #cuda_tile.di_file<"seeds.py" in ".">
#loc = loc("seeds.py":129:0)
#loc1 = loc("seeds.py":129:16)
#loc2 = loc("seeds.py":130:8)
#loc3 = loc("seeds.py":131:8)
#loc4 = loc("seeds.py":136:15)
#loc5 = loc("seeds.py":139:13)
#loc6 = loc("seeds.py":132:4)
#loc7 = loc("seeds.py":133:11)
#loc8 = loc("seeds.py":133:8)
#loc9 = loc("seeds.py":134:12)
#loc10 = loc("seeds.py":135:12)
#loc11 = loc("seeds.py":136:11)
#loc12 = loc("seeds.py":136:8)
#loc13 = loc("seeds.py":137:12)
#loc14 = loc("seeds.py":138:12)
#loc15 = loc("seeds.py":139:8)
#loc16 = loc("seeds.py":140:4)
#loc17 = loc(unknown)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 128, name = "while_break", linkageName = "while_break", compileUnit = #di_compile_unit, scopeLine = 128>
#loc18 = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc19 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc20 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc21 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc22 = #cuda_tile.di_loc<#loc4 in #di_subprogram>
#loc23 = #cuda_tile.di_loc<#loc5 in #di_subprogram>
#loc24 = #cuda_tile.di_loc<#loc6 in #di_subprogram>
#loc25 = #cuda_tile.di_loc<#loc7 in #di_subprogram>
#loc26 = #cuda_tile.di_loc<#loc8 in #di_subprogram>
#loc27 = #cuda_tile.di_loc<#loc9 in #di_subprogram>
#loc28 = #cuda_tile.di_loc<#loc10 in #di_subprogram>
#loc29 = #cuda_tile.di_loc<#loc11 in #di_subprogram>
#loc30 = #cuda_tile.di_loc<#loc12 in #di_subprogram>
#loc31 = #cuda_tile.di_loc<#loc13 in #di_subprogram>
#loc32 = #cuda_tile.di_loc<#loc14 in #di_subprogram>
#loc33 = #cuda_tile.di_loc<#loc15 in #di_subprogram>
#loc34 = #cuda_tile.di_loc<#loc16 in #di_subprogram>
