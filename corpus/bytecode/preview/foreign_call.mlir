// Producer: Cuda compilation tools, release 13.5, V13.5.37, Build cuda_13.5.r13.5/compiler.39125733_0, Build ID: CL-39125733
entry @foreign_call(%arg0: tile<ptr<f32>>, %arg1: tile<i32>) {
  %cst_0_i64 = constant <i64: 0> : tile<i64> loc(#loc1)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc1)
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<16xf32> loc(#loc1)
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc26)
  %0 = cmpi equal %cst_0_i64, %cst_0_i64, unsigned : tile<i64> -> tile<i1> loc(#loc31)
  %1 = exti %0 unsigned : tile<i1> -> tile<i32> loc(#loc31)
  %2 = muli %1, %arg1 : tile<i32> loc(#loc32)
  %3 = addi %cst_0_i32, %2 : tile<i32> loc(#loc32)
  %tview = make_tensor_view %arg0, shape = [%3], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]> loc(#loc19)
  %pview = make_partition_view %tview : partition_view<tile=(16), padding_value = zero, tensor_view<?xf32, strides=[1]>> loc(#loc19)
  %tile, %result_token = load_view_tko weak %pview[%blockId_x] : partition_view<tile=(16), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token loc(#loc19)
  %4:2 = preview$call @observe(%result_token, %result_token, %tile) : (!cuda_tile.token, !cuda_tile.token, !cuda_tile.tile<16xf32>) -> (!cuda_tile.token, !cuda_tile.token) loc(#loc20)
  %5 = join_tokens %4#0, %4#1 : token loc(#loc20)
  %6:3 = preview$call @"scale a tile"<[f32, -3]>(%5, %5, %tile, %arg1, %cst_0_f32) : (!cuda_tile.token, !cuda_tile.token, !cuda_tile.tile<16xf32>, !cuda_tile.tile<i32>, !cuda_tile.tile<16xf32>) -> (!cuda_tile.token, !cuda_tile.token, !cuda_tile.tile<16xf32>) loc(#loc21)
  %7 = join_tokens %6#0, %6#1 : token loc(#loc21)
  %8 = store_view_tko weak %6#2, %pview[%blockId_x] token = %7 : tile<16xf32>, partition_view<tile=(16), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> token loc(#loc22)
  return loc(#loc23)
} loc(#loc14)
#di_file = #cuda_tile.di_file<"foreign_call.cu" in ".">
#di_file1 = #cuda_tile.di_file<"cuda_tile.h" in "crt">
#loc = loc("foreign_call.cu":12:46)
#loc1 = loc(unknown)
#loc2 = loc("crt/cuda_tile.h":2259:20)
#loc3 = loc("foreign_call.cu":14:12)
#loc4 = loc("crt/cuda_tile.h":689:28)
#loc5 = loc("crt/cuda_tile.h":700:69)
#loc6 = loc("crt/cuda_tile.h":774:73)
#loc7 = loc("crt/cuda_tile.h":4303:64)
#loc8 = loc("foreign_call.cu":15:30)
#loc9 = loc("crt/cuda_tile.h":689:35)
#loc10 = loc("foreign_call.cu":16:11)
#loc11 = loc("foreign_call.cu":17:22)
#loc12 = loc("foreign_call.cu":17:3)
#loc13 = loc("foreign_call.cu":18:1)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 12, name = "foreign_call", linkageName = "foreign_call", compileUnit = #di_compile_unit, scopeLine = 12>
#di_subprogram1 = #cuda_tile.di_subprogram<file = #di_file1, line = 2258, name = "_ZN4cuda5tiles3__13bidEv", linkageName = "_ZN4cuda5tiles3__13bidEv", compileUnit = #di_compile_unit, scopeLine = 2258>
#di_subprogram2 = #cuda_tile.di_subprogram<file = #di_file1, line = 678, name = "_ZNK4cuda5tiles3__16detail21dynamic_value_storageIjLm1EE16get_value_helperILm0ELm0EmLm18446744073709551615EJLm18446744073709551615EEmEEjT4_", linkageName = "_ZNK4cuda5tiles3__16detail21dynamic_value_storageIjLm1EE16get_value_helperILm0ELm0EmLm18446744073709551615EJLm18446744073709551615EEmEEjT4_", compileUnit = #di_compile_unit, scopeLine = 678>
#di_subprogram3 = #cuda_tile.di_subprogram<file = #di_file1, line = 699, name = "_ZNK4cuda5tiles3__16detail21dynamic_value_storageIjLm1EE9get_valueImLm18446744073709551615EJLm18446744073709551615EEmEEjT2_", linkageName = "_ZNK4cuda5tiles3__16detail21dynamic_value_storageIjLm1EE9get_valueImLm18446744073709551615EJLm18446744073709551615EEmEEjT2_", compileUnit = #di_compile_unit, scopeLine = 699>
#di_subprogram4 = #cuda_tile.di_subprogram<file = #di_file1, line = 773, name = "_ZNK4cuda5tiles3__17extentsIjJLm18446744073709551615EEE6extentEm", linkageName = "_ZNK4cuda5tiles3__17extentsIjJLm18446744073709551615EEE6extentEm", compileUnit = #di_compile_unit, scopeLine = 773>
#di_subprogram5 = #cuda_tile.di_subprogram<file = #di_file1, line = 4302, name = "_ZN4cuda5tiles3__114partition_viewINS1_11tensor_spanIfNS1_7extentsIjJLm18446744073709551615EEEENS1_12layout_rightENS1_16default_accessorIfEEEENS4_IjJLm16EEEEE12__get_extentERKSB_m", linkageName = "_ZN4cuda5tiles3__114partition_viewINS1_11tensor_spanIfNS1_7extentsIjJLm18446744073709551615EEEENS1_12layout_rightENS1_16default_accessorIfEEEENS4_IjJLm16EEEEE12__get_extentERKSB_m", compileUnit = #di_compile_unit, scopeLine = 4302>
#di_lexical_block = #cuda_tile.di_lexical_block<scope = #di_subprogram1, file = #di_file1, line = 2258, column = 55>
#di_lexical_block1 = #cuda_tile.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 12, column = 92>
#di_lexical_block2 = #cuda_tile.di_lexical_block<scope = #di_subprogram2, file = #di_file1, line = 678, column = 138>
#di_lexical_block3 = #cuda_tile.di_lexical_block<scope = #di_subprogram3, file = #di_file1, line = 699, column = 131>
#di_lexical_block4 = #cuda_tile.di_lexical_block<scope = #di_subprogram4, file = #di_file1, line = 773, column = 129>
#di_lexical_block5 = #cuda_tile.di_lexical_block<scope = #di_subprogram5, file = #di_file1, line = 4302, column = 98>
#loc14 = #cuda_tile.di_loc<#loc in #di_subprogram>
#di_lexical_block6 = #cuda_tile.di_lexical_block<scope = #di_lexical_block, file = #di_file1, line = 2259, column = 7>
#di_lexical_block7 = #cuda_tile.di_lexical_block<scope = #di_lexical_block2, file = #di_file1, line = 685, column = 16>
#loc15 = #cuda_tile.di_loc<#loc3 in #di_lexical_block1>
#loc16 = #cuda_tile.di_loc<#loc5 in #di_lexical_block3>
#loc17 = #cuda_tile.di_loc<#loc6 in #di_lexical_block4>
#loc18 = #cuda_tile.di_loc<#loc7 in #di_lexical_block5>
#loc19 = #cuda_tile.di_loc<#loc8 in #di_lexical_block1>
#loc20 = #cuda_tile.di_loc<#loc10 in #di_lexical_block1>
#loc21 = #cuda_tile.di_loc<#loc11 in #di_lexical_block1>
#loc22 = #cuda_tile.di_loc<#loc12 in #di_lexical_block1>
#loc23 = #cuda_tile.di_loc<#loc13 in #di_lexical_block1>
#di_lexical_block8 = #cuda_tile.di_lexical_block<scope = #di_lexical_block7, file = #di_file1, line = 688, column = 35>
#loc24 = #cuda_tile.di_loc<#loc2 in #di_lexical_block6>
#loc25 = loc(callsite(#loc18 at #loc19))
#loc26 = loc(callsite(#loc24 at #loc15))
#loc27 = #cuda_tile.di_loc<#loc4 in #di_lexical_block8>
#loc28 = loc(callsite(#loc17 at #loc25))
#loc29 = #cuda_tile.di_loc<#loc9 in #di_lexical_block8>
#loc30 = loc(callsite(#loc16 at #loc28))
#loc31 = loc(callsite(#loc27 at #loc30))
#loc32 = loc(callsite(#loc29 at #loc30))
