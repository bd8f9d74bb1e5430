global  @plain <f32: 2.500000e+00> : tile<1xf32> loc(#loc)
global  @bytes alignment = 16 <i8: [1, 2, 3, -1]> : tile<4xi8> loc(#loc)
global  @"od\22d name" alignment = 4 <f32: [2.500000e+00, 0.000000e+00]> : tile<2xf32> loc(#loc)
entry @splats(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f32 = constant <f32: 0xFF800000> : tile<4xf32> loc(#loc129)
  %cst_f64 = constant <f64: -1.000000e-01> : tile<4xf64> loc(#loc129)
  %cst_f16 = constant <f16: -5.960460e-08> : tile<4xf16> loc(#loc129)
  %cst_bf16 = constant <bf16: 0x7F80> : tile<4xbf16> loc(#loc129)
  %cst_tf32 = constant <tf32: 1.000980e+00> : tile<4xtf32> loc(#loc129)
  %cst_NaN_f8E4M3FN = constant <f8E4M3FN: 0xFF> : tile<4xf8E4M3FN> loc(#loc129)
  %cst_f8E5M2 = constant <f8E5M2: 0x7C> : tile<4xf8E5M2> loc(#loc129)
  %cst_-128_i8 = constant <i8: -128> : tile<4xi8> loc(#loc129)
  %cst_32767_i16 = constant <i16: 32767> : tile<4xi16> loc(#loc129)
  %cst_-9223372036854775808_i64 = constant <i64: -9223372036854775808> : tile<4xi64> loc(#loc129)
  return loc(#loc39)
} loc(#loc39)
entry @elements(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f32 = constant <f32: [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tile<4xf32> loc(#loc130)
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<2x2xf32> loc(#loc130)
  %cst_i32 = constant <i32: [[1, 2], [-3, 4]]> : tile<2x2xi32> loc(#loc130)
  %cst_-3_i32 = constant <i32: -3> : tile<1xi32> loc(#loc130)
  %cst_tf32 = constant <tf32: [1.000980e+00, 2.000000e+00]> : tile<2xtf32> loc(#loc130)
  return loc(#loc42)
} loc(#loc42)
entry @tables(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f16 = constant <f16: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xf16> loc(#loc131)
  %cst_bf16 = constant <bf16: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xbf16> loc(#loc131)
  %cst_i16 = constant <i16: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xi16> loc(#loc131)
  %cst_f32 = constant <f32: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<8x16xf32> loc(#loc131)
  %cst_i32 = constant <i32: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<8x16xi32> loc(#loc131)
  %cst_f64 = constant <f64: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<2x64xf64> loc(#loc131)
  %cst_i64 = constant <i64: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<2x64xi64> loc(#loc131)
  %cst_i8 = constant <i8: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xi8> loc(#loc131)
  %cst_f8E4M3FN = constant <f8E4M3FN: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xf8E4M3FN> loc(#loc131)
  %cst_f8E5M2 = constant <f8E5M2: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xf8E5M2> loc(#loc131)
  %cst_tf32 = constant <tf32: "0x01FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC01000002"> : tile<128xtf32> loc(#loc131)
  %cst_i1 = constant <i1: "0x0100000000000000000100000000000001010000000000000000010000000000010001000000000000010100000000000101010000000000000000010000000001000001000000000001000100000000010100010000000000000101000000000100010100000000000101010000000001010101000000000000000001000000"> : tile<128xi1> loc(#loc131)
  %cst_i1_0 = constant <i1: "0x0100000000000000000100000000000001010000000000000000010000000000010001000000000000010100000000000101010000000000000000010000000001000001000000000001000100000000010100010000000000000101000000000100010100000000000101010000000001010101000000000000000001000000"> : tile<1x8x16xi1> loc(#loc131)
  %cst_7_i8 = constant <i8: 7> : tile<128xi8> loc(#loc131)
  %true = constant <i1: true> : tile<128xi1> loc(#loc131)
  return loc(#loc45)
} loc(#loc45)
entry @bits(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_i1 = constant <i1: [true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true]> : tile<16xi1> loc(#loc132)
  %true = constant <i1: true> : tile<16xi1> loc(#loc132)
  %true_0 = constant <i1: true> : tile<4xi1> loc(#loc132)
  %true_1 = constant <i1: true> : tile<4xi1> loc(#loc132)
  %false = constant <i1: false> : tile<4xi1> loc(#loc132)
  %cst_i1_2 = constant <i1: [true, false, false, false]> : tile<4xi1> loc(#loc132)
  %cst_i1_3 = constant <i1: [true, false, false, false, false, false, false, false]> : tile<8xi1> loc(#loc132)
  %cst_i1_4 = constant <i1: [false, true]> : tile<2xi1> loc(#loc132)
  %true_5 = constant <i1: true> : tile<2xi1> loc(#loc132)
  %true_6 = constant <i1: true> : tile<1xi1> loc(#loc132)
  %true_7 = constant <i1: true> : tile<1xi1> loc(#loc132)
  %false_8 = constant <i1: false> : tile<4xi1> loc(#loc132)
  %cst_i1_9 = constant <i1: [true, false, true, true, false, false, false, false]> : tile<8xi1> loc(#loc132)
  return loc(#loc48)
} loc(#loc48)
entry @floats(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc133)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc133)
  %0 = absf %cst_f32 : tile<4xf32> loc(#loc133)
  %1 = ceil %cst_f32 : tile<4xf32> loc(#loc133)
  %2 = cos %cst_f32 : tile<4xf32> loc(#loc133)
  %3 = cosh %cst_f32 : tile<4xf32> loc(#loc133)
  %4 = floor %cst_f32 : tile<4xf32> loc(#loc133)
  %5 = log %cst_f32 : tile<4xf32> loc(#loc133)
  %6 = log2 %cst_f32 : tile<4xf32> loc(#loc133)
  %7 = negf %cst_f32 : tile<4xf32> loc(#loc133)
  %8 = sin %cst_f32 : tile<4xf32> loc(#loc133)
  %9 = sinh %cst_f32 : tile<4xf32> loc(#loc133)
  %10 = tan %cst_f32 : tile<4xf32> loc(#loc133)
  %11 = addf %cst_f32, %cst_f32_0  : tile<4xf32> loc(#loc133)
  %12 = addf %cst_f32, %cst_f32_0 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc133)
  %13 = addf %cst_f32, %cst_f32_0 rounding<negative_inf> : tile<4xf32> loc(#loc133)
  %14 = addf %cst_f32, %cst_f32_0 rounding<positive_inf> : tile<4xf32> loc(#loc133)
  %15 = subf %cst_f32, %cst_f32_0  : tile<4xf32> loc(#loc133)
  %16 = subf %cst_f32, %cst_f32_0 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc133)
  %17 = subf %cst_f32, %cst_f32_0 rounding<negative_inf> : tile<4xf32> loc(#loc133)
  %18 = subf %cst_f32, %cst_f32_0 rounding<positive_inf> : tile<4xf32> loc(#loc133)
  %19 = mulf %cst_f32, %cst_f32_0  : tile<4xf32> loc(#loc133)
  %20 = mulf %cst_f32, %cst_f32_0 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc133)
  %21 = mulf %cst_f32, %cst_f32_0 rounding<negative_inf> : tile<4xf32> loc(#loc133)
  %22 = mulf %cst_f32, %cst_f32_0 rounding<positive_inf> : tile<4xf32> loc(#loc133)
  %23 = divf %cst_f32, %cst_f32_0  : tile<4xf32> loc(#loc133)
  %24 = divf %cst_f32, %cst_f32_0 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc133)
  %25 = divf %cst_f32, %cst_f32_0 rounding<negative_inf> : tile<4xf32> loc(#loc133)
  %26 = divf %cst_f32, %cst_f32_0 rounding<positive_inf> : tile<4xf32> loc(#loc133)
  %27 = divf %cst_f32, %cst_f32_0 rounding<approx> : tile<4xf32> loc(#loc133)
  %28 = divf %cst_f32, %cst_f32_0 rounding<full> : tile<4xf32> loc(#loc133)
  %29 = fma %cst_f32, %cst_f32_0, %cst_f32 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc133)
  %30 = fma %cst_f32, %cst_f32_0, %cst_f32  : tile<4xf32> loc(#loc133)
  %31 = maxf %cst_f32, %cst_f32_0 : tile<4xf32> loc(#loc133)
  %32 = maxf %cst_f32, %cst_f32_0 flush_to_zero : tile<4xf32> loc(#loc133)
  %33 = maxf %cst_f32, %cst_f32_0 propagate_nan : tile<4xf32> loc(#loc133)
  %34 = maxf %cst_f32, %cst_f32_0 flush_to_zero propagate_nan : tile<4xf32> loc(#loc133)
  %35 = minf %cst_f32, %cst_f32_0 : tile<4xf32> loc(#loc133)
  %36 = minf %cst_f32, %cst_f32_0 flush_to_zero : tile<4xf32> loc(#loc133)
  %37 = minf %cst_f32, %cst_f32_0 propagate_nan : tile<4xf32> loc(#loc133)
  %38 = minf %cst_f32, %cst_f32_0 flush_to_zero propagate_nan : tile<4xf32> loc(#loc133)
  %39 = remf %cst_f32, %cst_f32_0 : tile<4xf32> loc(#loc133)
  %40 = fpowf %cst_f32, %cst_f32_0 : tile<4xf32> loc(#loc133)
  %41 = exp2 %cst_f32 flush_to_zero : tile<4xf32> loc(#loc133)
  %42 = exp2 %cst_f32 : tile<4xf32> loc(#loc133)
  %43 = rsqrt %cst_f32 flush_to_zero : tile<4xf32> loc(#loc133)
  %44 = sqrt %cst_f32  : tile<4xf32> loc(#loc133)
  %45 = sqrt %cst_f32 rounding<approx> : tile<4xf32> loc(#loc133)
  %46 = sqrt %cst_f32 rounding<zero> : tile<4xf32> loc(#loc133)
  %47 = exp %cst_f32  : tile<4xf32> loc(#loc133)
  %48 = tanh %cst_f32  : tile<4xf32> loc(#loc133)
  %49 = cmpf equal unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc133)
  %50 = cmpf equal ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc133)
  %51 = cmpf not_equal unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc133)
  %52 = cmpf not_equal ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc133)
  %53 = cmpf less_than unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc133)
  %54 = cmpf less_than ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc133)
  %55 = cmpf less_than_or_equal unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc133)
  %56 = cmpf less_than_or_equal ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc133)
  %57 = cmpf greater_than unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc133)
  %58 = cmpf greater_than ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc133)
  %59 = cmpf greater_than_or_equal unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc133)
  %60 = cmpf greater_than_or_equal ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc133)
  %61 = select %60, %cst_f32, %cst_f32_0 : tile<4xi1>, tile<4xf32> loc(#loc133)
  %62 = ftof %cst_f32  : tile<4xf32> -> tile<4xf16> loc(#loc133)
  %63 = bitcast %cst_f32 : tile<4xf32> -> tile<4xi32> loc(#loc133)
  return loc(#loc51)
} loc(#loc51)
entry @integers(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_3_i32 = constant <i32: 3> : tile<4xi32> loc(#loc134)
  %cst_5_i32 = constant <i32: 5> : tile<4xi32> loc(#loc134)
  %0 = andi %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc134)
  %1 = ori %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc134)
  %2 = xori %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc134)
  %3 = mulhii %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc134)
  %4 = absi %cst_3_i32 : tile<4xi32> loc(#loc134)
  %5 = negi %cst_3_i32 : tile<4xi32> loc(#loc134)
  %6 = addi %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc134)
  %7 = subi %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc134)
  %8 = muli %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc134)
  %9 = shli %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc134)
  %10 = trunci %cst_3_i32 : tile<4xi32> -> tile<4xi8> loc(#loc134)
  %11 = addi %cst_3_i32, %cst_5_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc134)
  %12 = subi %cst_3_i32, %cst_5_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc134)
  %13 = muli %cst_3_i32, %cst_5_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc134)
  %14 = shli %cst_3_i32, %cst_5_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc134)
  %15 = trunci %cst_3_i32 overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi8> loc(#loc134)
  %16 = addi %cst_3_i32, %cst_5_i32 overflow<no_unsigned_wrap> : tile<4xi32> loc(#loc134)
  %17 = subi %cst_3_i32, %cst_5_i32 overflow<no_unsigned_wrap> : tile<4xi32> loc(#loc134)
  %18 = muli %cst_3_i32, %cst_5_i32 overflow<no_unsigned_wrap> : tile<4xi32> loc(#loc134)
  %19 = shli %cst_3_i32, %cst_5_i32 overflow<no_unsigned_wrap> : tile<4xi32> loc(#loc134)
  %20 = trunci %cst_3_i32 overflow<no_unsigned_wrap> : tile<4xi32> -> tile<4xi8> loc(#loc134)
  %21 = addi %cst_3_i32, %cst_5_i32 overflow<no_wrap> : tile<4xi32> loc(#loc134)
  %22 = subi %cst_3_i32, %cst_5_i32 overflow<no_wrap> : tile<4xi32> loc(#loc134)
  %23 = muli %cst_3_i32, %cst_5_i32 overflow<no_wrap> : tile<4xi32> loc(#loc134)
  %24 = shli %cst_3_i32, %cst_5_i32 overflow<no_wrap> : tile<4xi32> loc(#loc134)
  %25 = trunci %cst_3_i32 overflow<no_wrap> : tile<4xi32> -> tile<4xi8> loc(#loc134)
  %26 = maxi %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc134)
  %27 = mini %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc134)
  %28 = remi %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc134)
  %29 = shri %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc134)
  %30 = divi %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc134)
  %31 = divi %cst_3_i32, %cst_5_i32 unsigned rounding<positive_inf> : tile<4xi32> loc(#loc134)
  %32 = cmpi equal %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc134)
  %33 = cmpi not_equal %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc134)
  %34 = cmpi less_than %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc134)
  %35 = cmpi less_than_or_equal %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc134)
  %36 = cmpi greater_than %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc134)
  %37 = cmpi greater_than_or_equal %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc134)
  %38 = exti %cst_3_i32 unsigned : tile<4xi32> -> tile<4xi64> loc(#loc134)
  %39 = itof %cst_3_i32 unsigned  : tile<4xi32> -> tile<4xf32> loc(#loc134)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc134)
  %40 = ftoi %cst_f32 unsigned  : tile<4xf32> -> tile<4xi32> loc(#loc134)
  %41 = maxi %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc134)
  %42 = mini %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc134)
  %43 = remi %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc134)
  %44 = shri %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc134)
  %45 = divi %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc134)
  %46 = divi %cst_3_i32, %cst_5_i32 signed rounding<positive_inf> : tile<4xi32> loc(#loc134)
  %47 = divi %cst_3_i32, %cst_5_i32 signed rounding<negative_inf> : tile<4xi32> loc(#loc134)
  %48 = cmpi equal %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc134)
  %49 = cmpi not_equal %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc134)
  %50 = cmpi less_than %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc134)
  %51 = cmpi less_than_or_equal %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc134)
  %52 = cmpi greater_than %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc134)
  %53 = cmpi greater_than_or_equal %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc134)
  %54 = exti %cst_3_i32 signed : tile<4xi32> -> tile<4xi64> loc(#loc134)
  %55 = itof %cst_3_i32 signed  : tile<4xi32> -> tile<4xf32> loc(#loc134)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc134)
  %56 = ftoi %cst_f32_0 signed  : tile<4xf32> -> tile<4xi32> loc(#loc134)
  return loc(#loc54)
} loc(#loc54)
entry @shapes(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4x8xf32> loc(#loc135)
  %reshape = reshape %cst_f32 : tile<4x8xf32> -> tile<8x4xf32> loc(#loc135)
  %0 = permute %cst_f32 [1, 0] : tile<4x8xf32> -> tile<8x4xf32> loc(#loc135)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<1x8xf32> loc(#loc135)
  %bcast = broadcast %cst_f32_0 : tile<1x8xf32> -> tile<4x8xf32> loc(#loc135)
  %1 = iota : tile<16xi32> loc(#loc135)
  %2 = cat %cst_f32, %cst_f32 dim = 0 : tile<4x8xf32>, tile<4x8xf32> -> tile<8x8xf32> loc(#loc135)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc135)
  %cst_1_i32 = constant <i32: 1> : tile<i32> loc(#loc135)
  %3 = extract %cst_f32[%cst_0_i32, %cst_1_i32] : tile<4x8xf32> -> tile<2x4xf32> loc(#loc135)
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc135)
  %4 = offset %arg0, %cst_3_i32 : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>> loc(#loc135)
  %5 = ptr_to_int %arg0 : tile<ptr<f32>> -> tile<i64> loc(#loc135)
  %cst_3_i64 = constant <i64: 3> : tile<i64> loc(#loc135)
  %6 = int_to_ptr %cst_3_i64 : tile<i64> -> tile<ptr<f32>> loc(#loc135)
  %7 = ptr_to_ptr %arg0 : tile<ptr<f32>> -> tile<ptr<i8>> loc(#loc135)
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc135)
  %gridSize_x, %gridSize_y, %gridSize_z = get_num_tile_blocks : tile<i32> loc(#loc135)
  return loc(#loc57)
} loc(#loc57)
entry @assumptions(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_16_i32 = constant <i32: 16> : tile<i32> loc(#loc136)
  %cst_3_i64 = constant <i64: 3> : tile<i64> loc(#loc136)
  %assume_cst_16_i32 = assume div_by<16>, %cst_16_i32 : tile<i32> loc(#loc136)
  %assume_cst_16_i32_0 = assume bounded<-5, ?>, %cst_16_i32 : tile<i32> loc(#loc136)
  %assume_cst_16_i32_1 = assume bounded<?, 1048576>, %cst_16_i32 : tile<i32> loc(#loc136)
  %assume_cst_3_i64 = assume div_by<4611686018427387904>, %cst_3_i64 : tile<i64> loc(#loc136)
  %assume_cst_3_i64_2 = assume bounded<-9223372036854775808, 9223372036854775807>, %cst_3_i64 : tile<i64> loc(#loc136)
  %cst_3_i32 = constant <i32: 3> : tile<16x4xi32> loc(#loc136)
  %assume_cst_3_i32 = assume div_by<4, every 8 along 0>, %cst_3_i32 : tile<16x4xi32> loc(#loc136)
  return loc(#loc60)
} loc(#loc60)
entry @texts(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %true = constant <i1: true> : tile<4xi1> loc(#loc137)
  assert %true, "a \22quoted\22 \\ line\0A\00end \C3\A9" : tile<4xi1> loc(#loc137)
  return loc(#loc63)
} loc(#loc63)
entry @printing(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc138)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc138)
  %0 = print_tko "%d %f\0A", %cst_3_i32, %cst_f32 : tile<i32>, tile<4xf32> -> token loc(#loc138)
  %cst_3_i32_0 = constant <i32: 3> : tile<i32> loc(#loc138)
  %cst_3_i32_1 = constant <i32: 3> : tile<i32> loc(#loc138)
  %1 = addi %cst_3_i32_0, %cst_3_i32_1 : tile<i32> loc(#loc138)
  return loc(#loc66)
} loc(#loc66)
entry @atomics(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc139)
  %true = constant <i1: true> : tile<i1> loc(#loc139)
  %0 = make_token : token loc(#loc139)
  %result, %result_token = atomic_rmw_tko relaxed device %arg1, and, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc139)
  %result_0, %result_token_1 = atomic_rmw_tko relaxed device %arg1, or, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc139)
  %result_2, %result_token_3 = atomic_rmw_tko relaxed device %arg1, xor, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc139)
  %result_4, %result_token_5 = atomic_rmw_tko relaxed device %arg1, add, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc139)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc139)
  %result_6, %result_token_7 = atomic_rmw_tko relaxed device %arg0, addf, %cst_f32 : tile<ptr<f32>>, tile<f32> -> tile<f32>, token loc(#loc139)
  %result_8, %result_token_9 = atomic_rmw_tko relaxed device %arg1, max, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc139)
  %result_10, %result_token_11 = atomic_rmw_tko relaxed device %arg1, min, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc139)
  %result_12, %result_token_13 = atomic_rmw_tko relaxed device %arg1, umax, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc139)
  %result_14, %result_token_15 = atomic_rmw_tko relaxed device %arg1, umin, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc139)
  %result_16, %result_token_17 = atomic_rmw_tko relaxed device %arg1, xchg, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc139)
  %result_18, %result_token_19 = atomic_rmw_tko relaxed tl_blk %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_20, %result_token_21 = atomic_cas_tko relaxed tl_blk %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_22, %result_token_23 = atomic_rmw_tko relaxed device %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_24, %result_token_25 = atomic_cas_tko relaxed device %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_26, %result_token_27 = atomic_rmw_tko relaxed sys %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_28, %result_token_29 = atomic_cas_tko relaxed sys %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_30, %result_token_31 = atomic_rmw_tko acquire tl_blk %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_32, %result_token_33 = atomic_cas_tko acquire tl_blk %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_34, %result_token_35 = atomic_rmw_tko acquire device %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_36, %result_token_37 = atomic_cas_tko acquire device %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_38, %result_token_39 = atomic_rmw_tko acquire sys %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_40, %result_token_41 = atomic_cas_tko acquire sys %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_42, %result_token_43 = atomic_rmw_tko release tl_blk %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_44, %result_token_45 = atomic_cas_tko release tl_blk %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_46, %result_token_47 = atomic_rmw_tko release device %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_48, %result_token_49 = atomic_cas_tko release device %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_50, %result_token_51 = atomic_rmw_tko release sys %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_52, %result_token_53 = atomic_cas_tko release sys %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_54, %result_token_55 = atomic_rmw_tko acq_rel tl_blk %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_56, %result_token_57 = atomic_cas_tko acq_rel tl_blk %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_58, %result_token_59 = atomic_rmw_tko acq_rel device %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_60, %result_token_61 = atomic_cas_tko acq_rel device %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_62, %result_token_63 = atomic_rmw_tko acq_rel sys %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_64, %result_token_65 = atomic_cas_tko acq_rel sys %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  %result_66, %result_token_67 = atomic_cas_tko acq_rel sys %arg1, %cst_3_i32, %cst_3_i32 token=%0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc139)
  %result_68, %result_token_69 = atomic_cas_tko acq_rel sys %arg1, %cst_3_i32, %cst_3_i32, %true : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc139)
  return loc(#loc69)
} loc(#loc69)
entry @pointer_accesses(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %true = constant <i1: true> : tile<i1> loc(#loc140)
  %0 = make_token : token loc(#loc140)
  %1 = make_token : token loc(#loc140)
  %2 = join_tokens %0, %1 : token loc(#loc140)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %result, %result_token = load_ptr_tko weak %arg0 : tile<ptr<f32>> -> tile<f32>, token loc(#loc140)
  %result_0, %result_token_1 = load_ptr_tko relaxed tl_blk %arg0 : tile<ptr<f32>> -> tile<f32>, token loc(#loc140)
  %result_2, %result_token_3 = load_ptr_tko acquire sys %arg0 : tile<ptr<f32>> -> tile<f32>, token loc(#loc140)
  %cst_f32_4 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %3 = store_ptr_tko weak %arg0, %cst_f32_4 : tile<ptr<f32>>, tile<f32> -> token loc(#loc140)
  %cst_f32_5 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %4 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_5 : tile<ptr<f32>>, tile<f32> -> token loc(#loc140)
  %cst_f32_6 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %5 = store_ptr_tko release device %arg0, %cst_f32_6 : tile<ptr<f32>>, tile<f32> -> token loc(#loc140)
  %result_7, %result_token_8 = load_ptr_tko weak %arg0 token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>> -> tile<f32>, token loc(#loc140)
  %result_9, %result_token_10 = load_ptr_tko relaxed tl_blk %arg0 token=%2 : tile<ptr<f32>> -> tile<f32>, token loc(#loc140)
  %result_11, %result_token_12 = load_ptr_tko acquire sys %arg0 token=%2 : tile<ptr<f32>> -> tile<f32>, token loc(#loc140)
  %cst_f32_13 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %6 = store_ptr_tko weak %arg0, %cst_f32_13 token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<f32> -> token loc(#loc140)
  %cst_f32_14 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %7 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_14 token=%2 : tile<ptr<f32>>, tile<f32> -> token loc(#loc140)
  %cst_f32_15 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %8 = store_ptr_tko release device %arg0, %cst_f32_15 token=%2 : tile<ptr<f32>>, tile<f32> -> token loc(#loc140)
  %result_16, %result_token_17 = load_ptr_tko weak %arg0, %true : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc140)
  %result_18, %result_token_19 = load_ptr_tko relaxed tl_blk %arg0, %true : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc140)
  %result_20, %result_token_21 = load_ptr_tko acquire sys %arg0, %true : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc140)
  %cst_f32_22 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %9 = store_ptr_tko weak %arg0, %cst_f32_22, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc140)
  %cst_f32_23 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %10 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_23, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc140)
  %cst_f32_24 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %11 = store_ptr_tko release device %arg0, %cst_f32_24, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc140)
  %result_25, %result_token_26 = load_ptr_tko weak %arg0, %true token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc140)
  %result_27, %result_token_28 = load_ptr_tko relaxed tl_blk %arg0, %true token=%2 : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc140)
  %result_29, %result_token_30 = load_ptr_tko acquire sys %arg0, %true token=%2 : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc140)
  %cst_f32_31 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %12 = store_ptr_tko weak %arg0, %cst_f32_31, %true token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc140)
  %cst_f32_32 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %13 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_32, %true token=%2 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc140)
  %cst_f32_33 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %14 = store_ptr_tko release device %arg0, %cst_f32_33, %true token=%2 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc140)
  %result_34, %result_token_35 = load_ptr_tko weak %arg0, %true, %cst_f32 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc140)
  %result_36, %result_token_37 = load_ptr_tko relaxed tl_blk %arg0, %true, %cst_f32 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc140)
  %result_38, %result_token_39 = load_ptr_tko acquire sys %arg0, %true, %cst_f32 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc140)
  %cst_f32_40 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %15 = store_ptr_tko weak %arg0, %cst_f32_40, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc140)
  %cst_f32_41 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %16 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_41, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc140)
  %cst_f32_42 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %17 = store_ptr_tko release device %arg0, %cst_f32_42, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc140)
  %result_43, %result_token_44 = load_ptr_tko weak %arg0, %true, %cst_f32 token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc140)
  %result_45, %result_token_46 = load_ptr_tko relaxed tl_blk %arg0, %true, %cst_f32 token=%2 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc140)
  %result_47, %result_token_48 = load_ptr_tko acquire sys %arg0, %true, %cst_f32 token=%2 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc140)
  %cst_f32_49 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %18 = store_ptr_tko weak %arg0, %cst_f32_49, %true token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc140)
  %cst_f32_50 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %19 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_50, %true token=%2 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc140)
  %cst_f32_51 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc140)
  %20 = store_ptr_tko release device %arg0, %cst_f32_51, %true token=%2 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc140)
  return loc(#loc72)
} loc(#loc72)
entry @view_accesses(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %0 = make_token : token loc(#loc141)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc141)
  %tview = make_tensor_view %arg0, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]> loc(#loc141)
  %pview = make_partition_view %tview : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>> loc(#loc141)
  %tile, %result_token = load_view_tko weak %pview[%cst_0_i32, %cst_0_i32] : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc141)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc141)
  %1 = store_view_tko weak %cst_f32, %pview[%cst_0_i32, %cst_0_i32] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc141)
  %tile_0, %result_token_1 = load_view_tko weak %pview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc141)
  %cst_f32_2 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc141)
  %2 = store_view_tko weak %cst_f32_2, %pview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc141)
  %tile_3, %result_token_4 = load_view_tko acquire sys %pview[%cst_0_i32, %cst_0_i32] token = %0 : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc141)
  %cst_f32_5 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc141)
  %3 = store_view_tko release device %cst_f32_5, %pview[%cst_0_i32, %cst_0_i32] token = %0 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc141)
  %pview_6 = make_partition_view %tview : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]> loc(#loc141)
  %tile_7, %result_token_8 = load_view_tko weak %pview_6[%cst_0_i32, %cst_0_i32] : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc141)
  %cst_f32_9 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc141)
  %4 = store_view_tko weak %cst_f32_9, %pview_6[%cst_0_i32, %cst_0_i32] : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc141)
  %tile_10, %result_token_11 = load_view_tko weak %pview_6[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc141)
  %cst_f32_12 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc141)
  %5 = store_view_tko weak %cst_f32_12, %pview_6[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc141)
  %tile_13, %result_token_14 = load_view_tko acquire sys %pview_6[%cst_0_i32, %cst_0_i32] token = %0 : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc141)
  %cst_f32_15 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc141)
  %6 = store_view_tko release device %cst_f32_15, %pview_6[%cst_0_i32, %cst_0_i32] token = %0 : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc141)
  return loc(#loc75)
} loc(#loc75)
entry @view_shapes(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_64_i32 = constant <i32: 64> : tile<i32> loc(#loc142)
  %cst_32_i32 = constant <i32: 32> : tile<i32> loc(#loc142)
  %cst_128_i32 = constant <i32: 128> : tile<i32> loc(#loc142)
  %tview = make_tensor_view %arg0, shape = [%cst_64_i32, 8, %cst_32_i32], strides = [%cst_64_i32, %cst_128_i32, 1] : tile<i32> -> tensor_view<?x8x?xf32, strides=[?,?,1]> loc(#loc142)
  %0:3 = get_tensor_shape %tview : tensor_view<?x8x?xf32, strides=[?,?,1]> -> tile<i32> loc(#loc142)
  %pview = make_partition_view %tview : partition_view<tile=(4x4x4), padding_value = zero, tensor_view<?x8x?xf32, strides=[?,?,1]>> loc(#loc142)
  %1:3 = get_index_space_shape %pview : partition_view<tile=(4x4x4), padding_value = zero, tensor_view<?x8x?xf32, strides=[?,?,1]>> -> tile<i32> loc(#loc142)
  return loc(#loc78)
} loc(#loc78)
entry @products(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_1_f16 = constant <f16: 1.000000e+00> : tile<16x16xf16> loc(#loc143)
  %0 = mmaf %cst_1_f16, %cst_1_f16, %cst_1_f16 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf16> loc(#loc143)
  %cst_3_i8 = constant <i8: 3> : tile<16x16xi8> loc(#loc143)
  %cst_3_i32 = constant <i32: 3> : tile<16x16xi32> loc(#loc143)
  %1 = mmai %cst_3_i8, %cst_3_i8, %cst_3_i32 unsigned unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32> loc(#loc143)
  %cst_3_i32_0 = constant <i32: 3> : tile<16x16xi32> loc(#loc143)
  %2 = mmai %cst_3_i8, %cst_3_i8, %cst_3_i32_0 unsigned signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32> loc(#loc143)
  %cst_3_i32_1 = constant <i32: 3> : tile<16x16xi32> loc(#loc143)
  %3 = mmai %cst_3_i8, %cst_3_i8, %cst_3_i32_1 signed unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32> loc(#loc143)
  %cst_3_i32_2 = constant <i32: 3> : tile<16x16xi32> loc(#loc143)
  %4 = mmai %cst_3_i8, %cst_3_i8, %cst_3_i32_2 signed signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32> loc(#loc143)
  return loc(#loc81)
} loc(#loc81)
entry @uses_of_globals(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %0 = get_global @plain : tile<ptr<f32>> loc(#loc144)
  %1 = get_global @bytes : tile<ptr<i8>> loc(#loc144)
  %2 = get_global @"od\22d name" : tile<ptr<f32>> loc(#loc144)
  return loc(#loc84)
} loc(#loc84)
entry @reductions(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<4x8xf32> loc(#loc145)
  %reduce = reduce %cst_0_f32 dim=1 identities=[0xFF800000 : f32] : tile<4x8xf32> -> tile<4xf32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32> loc(#loc145)
  } loc(#loc145)
  %0 = scan %cst_0_f32 dim=0 reverse=true identities=[0xFF800000 : f32] : tile<4x8xf32> -> tile<4x8xf32> 
  (%arg2: tile<f32>, %arg3: tile<f32>) {
    yield %arg2 : tile<f32> loc(#loc145)
  } loc(#loc145)
  %cst_0_f64 = constant <f64: 0.000000e+00> : tile<4x8xf64> loc(#loc145)
  %reduce_0 = reduce %cst_0_f64 dim=1 identities=[0.000000e+00] : tile<4x8xf64> -> tile<4xf64> 
  (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
    yield %reduce_lhs : tile<f64> loc(#loc145)
  } loc(#loc145)
  %1 = scan %cst_0_f64 dim=0 reverse=false identities=[0.000000e+00] : tile<4x8xf64> -> tile<4x8xf64> 
  (%arg2: tile<f64>, %arg3: tile<f64>) {
    yield %arg2 : tile<f64> loc(#loc145)
  } loc(#loc145)
  %cst_0_f16 = constant <f16: 0.000000e+00> : tile<4x8xf16> loc(#loc145)
  %reduce_1 = reduce %cst_0_f16 dim=1 identities=[1.192090e-07 : f16] : tile<4x8xf16> -> tile<4xf16> 
  (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
    yield %reduce_lhs : tile<f16> loc(#loc145)
  } loc(#loc145)
  %2 = scan %cst_0_f16 dim=0 reverse=false identities=[1.192090e-07 : f16] : tile<4x8xf16> -> tile<4x8xf16> 
  (%arg2: tile<f16>, %arg3: tile<f16>) {
    yield %arg2 : tile<f16> loc(#loc145)
  } loc(#loc145)
  %cst_0_bf16 = constant <bf16: 0.000000e+00> : tile<4x8xbf16> loc(#loc145)
  %reduce_2 = reduce %cst_0_bf16 dim=1 identities=[0x7FC0 : bf16] : tile<4x8xbf16> -> tile<4xbf16> 
  (%reduce_lhs: tile<bf16>, %reduce_rhs: tile<bf16>) {
    yield %reduce_lhs : tile<bf16> loc(#loc145)
  } loc(#loc145)
  %3 = scan %cst_0_bf16 dim=0 reverse=false identities=[0x7FC0 : bf16] : tile<4x8xbf16> -> tile<4x8xbf16> 
  (%arg2: tile<bf16>, %arg3: tile<bf16>) {
    yield %arg2 : tile<bf16> loc(#loc145)
  } loc(#loc145)
  %cst_0_tf32 = constant <tf32: 0.000000e+00> : tile<4x8xtf32> loc(#loc145)
  %reduce_3 = reduce %cst_0_tf32 dim=1 identities=[-1.500000e+00 : tf32] : tile<4x8xtf32> -> tile<4xtf32> 
  (%reduce_lhs: tile<tf32>, %reduce_rhs: tile<tf32>) {
    yield %reduce_lhs : tile<tf32> loc(#loc145)
  } loc(#loc145)
  %4 = scan %cst_0_tf32 dim=0 reverse=false identities=[-1.500000e+00 : tf32] : tile<4x8xtf32> -> tile<4x8xtf32> 
  (%arg2: tile<tf32>, %arg3: tile<tf32>) {
    yield %arg2 : tile<tf32> loc(#loc145)
  } loc(#loc145)
  %cst_0_f8E4M3FN = constant <f8E4M3FN: 0.000000e+00> : tile<4x8xf8E4M3FN> loc(#loc145)
  %reduce_4 = reduce %cst_0_f8E4M3FN dim=1 identities=[-1.500000e+00 : f8E4M3FN] : tile<4x8xf8E4M3FN> -> tile<4xf8E4M3FN> 
  (%reduce_lhs: tile<f8E4M3FN>, %reduce_rhs: tile<f8E4M3FN>) {
    yield %reduce_lhs : tile<f8E4M3FN> loc(#loc145)
  } loc(#loc145)
  %5 = scan %cst_0_f8E4M3FN dim=0 reverse=false identities=[-1.500000e+00 : f8E4M3FN] : tile<4x8xf8E4M3FN> -> tile<4x8xf8E4M3FN> 
  (%arg2: tile<f8E4M3FN>, %arg3: tile<f8E4M3FN>) {
    yield %arg2 : tile<f8E4M3FN> loc(#loc145)
  } loc(#loc145)
  %cst_0_f8E5M2 = constant <f8E5M2: 0.000000e+00> : tile<4x8xf8E5M2> loc(#loc145)
  %reduce_5 = reduce %cst_0_f8E5M2 dim=1 identities=[-1.500000e+00 : f8E5M2] : tile<4x8xf8E5M2> -> tile<4xf8E5M2> 
  (%reduce_lhs: tile<f8E5M2>, %reduce_rhs: tile<f8E5M2>) {
    yield %reduce_lhs : tile<f8E5M2> loc(#loc145)
  } loc(#loc145)
  %6 = scan %cst_0_f8E5M2 dim=0 reverse=false identities=[-1.500000e+00 : f8E5M2] : tile<4x8xf8E5M2> -> tile<4x8xf8E5M2> 
  (%arg2: tile<f8E5M2>, %arg3: tile<f8E5M2>) {
    yield %arg2 : tile<f8E5M2> loc(#loc145)
  } loc(#loc145)
  %cst_0_i32 = constant <i32: 0> : tile<4x8xi32> loc(#loc145)
  %reduce_6 = reduce %cst_0_i32 dim=1 identities=[-7 : i32] : tile<4x8xi32> -> tile<4xi32> 
  (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
    yield %reduce_lhs : tile<i32> loc(#loc145)
  } loc(#loc145)
  %7 = scan %cst_0_i32 dim=0 reverse=true identities=[-7 : i32] : tile<4x8xi32> -> tile<4x8xi32> 
  (%arg2: tile<i32>, %arg3: tile<i32>) {
    yield %arg2 : tile<i32> loc(#loc145)
  } loc(#loc145)
  %cst_0_i64 = constant <i64: 0> : tile<4x8xi64> loc(#loc145)
  %reduce_7 = reduce %cst_0_i64 dim=1 identities=[-9223372036854775808] : tile<4x8xi64> -> tile<4xi64> 
  (%reduce_lhs: tile<i64>, %reduce_rhs: tile<i64>) {
    yield %reduce_lhs : tile<i64> loc(#loc145)
  } loc(#loc145)
  %8 = scan %cst_0_i64 dim=0 reverse=false identities=[-9223372036854775808] : tile<4x8xi64> -> tile<4x8xi64> 
  (%arg2: tile<i64>, %arg3: tile<i64>) {
    yield %arg2 : tile<i64> loc(#loc145)
  } loc(#loc145)
  %cst_0_i8 = constant <i8: 0> : tile<4x8xi8> loc(#loc145)
  %reduce_8 = reduce %cst_0_i8 dim=1 identities=[-1 : i8] : tile<4x8xi8> -> tile<4xi8> 
  (%reduce_lhs: tile<i8>, %reduce_rhs: tile<i8>) {
    yield %reduce_lhs : tile<i8> loc(#loc145)
  } loc(#loc145)
  %9 = scan %cst_0_i8 dim=0 reverse=false identities=[-1 : i8] : tile<4x8xi8> -> tile<4x8xi8> 
  (%arg2: tile<i8>, %arg3: tile<i8>) {
    yield %arg2 : tile<i8> loc(#loc145)
  } loc(#loc145)
  %false = constant <i1: false> : tile<4x8xi1> loc(#loc145)
  %reduce_9 = reduce %false dim=1 identities=[true] : tile<4x8xi1> -> tile<4xi1> 
  (%reduce_lhs: tile<i1>, %reduce_rhs: tile<i1>) {
    yield %reduce_lhs : tile<i1> loc(#loc145)
  } loc(#loc145)
  %10 = scan %false dim=0 reverse=false identities=[true] : tile<4x8xi1> -> tile<4x8xi1> 
  (%arg2: tile<i1>, %arg3: tile<i1>) {
    yield %arg2 : tile<i1> loc(#loc145)
  } loc(#loc145)
  %false_10 = constant <i1: false> : tile<4x8xi1> loc(#loc145)
  %reduce_11 = reduce %false_10 dim=1 identities=[true] : tile<4x8xi1> -> tile<4xi1> 
  (%reduce_lhs: tile<i1>, %reduce_rhs: tile<i1>) {
    yield %reduce_lhs : tile<i1> loc(#loc145)
  } loc(#loc145)
  %11 = scan %false_10 dim=0 reverse=false identities=[true] : tile<4x8xi1> -> tile<4x8xi1> 
  (%arg2: tile<i1>, %arg3: tile<i1>) {
    yield %arg2 : tile<i1> loc(#loc145)
  } loc(#loc145)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4x8xf32> loc(#loc145)
  %cst_3_i32 = constant <i32: 3> : tile<4x8xi32> loc(#loc145)
  %reduce_12:2 = reduce %cst_f32, %cst_3_i32 dim=0 identities=[0.000000e+00 : f32, 0 : i32] : tile<4x8xf32>, tile<4x8xi32> -> tile<8xf32>, tile<8xi32> 
  (%reduce_lhs0: tile<f32>, %reduce_rhs0: tile<f32>, %reduce_lhs1: tile<i32>, %reduce_rhs1: tile<i32>) {
    yield %reduce_rhs0, %reduce_lhs1 : tile<f32>, tile<i32> loc(#loc145)
  } loc(#loc145)
  return loc(#loc87)
} loc(#loc87)
entry @control(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %true = constant <i1: true> : tile<i1> loc(#loc146)
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc146)
  %for = for %loopIdx in (%cst_3_i32 to %cst_3_i32, step %cst_3_i32) : tile<i32> iter_values(%iterArg0 = %cst_3_i32) -> (tile<i32>) {
    if %true {
      continue %loopIdx : tile<i32> loc(#loc146)
    } else {
    } loc(#loc146)
    continue %iterArg0 : tile<i32> loc(#loc146)
  } loc(#loc146)
  for %loopIdx in (%cst_3_i32 to %cst_3_i32, step %cst_3_i32) : tile<i32> {
  } loc(#loc146)
  %0:2 = loop iter_values(%arg2 = %for) : tile<i32> -> tile<i32>, tile<i32> {
    %1:2 = if %true -> (tile<i32>, tile<i32>) {
      break %arg2, %for : tile<i32>, tile<i32> loc(#loc146)
    } else {
      yield %for, %arg2 : tile<i32>, tile<i32> loc(#loc146)
    } loc(#loc146)
    continue %1#1 : tile<i32> loc(#loc146)
  } loc(#loc146)
  loop {
    break loc(#loc146)
  } loc(#loc146)
  if %true {
    return loc(#loc146)
  } else {
  } loc(#loc146)
  return loc(#loc90)
} loc(#loc90)
#di_file = #cuda_tile.di_file<"operations.py" in ".">
#loc = loc(unknown)
#loc1 = loc("operations.py":1:0)
#loc2 = loc("/include/crt/cuda_tile.h":1:2)
#loc3 = loc("operations.py":1000:8)
#loc4 = loc("operations.py":1:4)
#loc5 = loc("operations.py":2:0)
#loc6 = loc("operations.py":2:4)
#loc7 = loc("operations.py":3:0)
#loc8 = loc("operations.py":3:4)
#loc9 = loc("operations.py":4:0)
#loc10 = loc("operations.py":4:4)
#loc11 = loc("operations.py":5:0)
#loc12 = loc("operations.py":5:4)
#loc13 = loc("operations.py":6:0)
#loc14 = loc("operations.py":6:4)
#loc15 = loc("operations.py":7:0)
#loc16 = loc("operations.py":7:4)
#loc17 = loc("operations.py":8:0)
#loc18 = loc("operations.py":8:4)
#loc19 = loc("operations.py":9:0)
#loc20 = loc("operations.py":9:4)
#loc21 = loc("operations.py":10:0)
#loc22 = loc("operations.py":10:4)
#loc23 = loc("operations.py":11:0)
#loc24 = loc("operations.py":11:4)
#loc25 = loc("operations.py":12:0)
#loc26 = loc("operations.py":12:4)
#loc27 = loc("operations.py":13:0)
#loc28 = loc("operations.py":13:4)
#loc29 = loc("operations.py":14:0)
#loc30 = loc("operations.py":14:4)
#loc31 = loc("operations.py":15:0)
#loc32 = loc("operations.py":15:4)
#loc33 = loc("operations.py":16:0)
#loc34 = loc("operations.py":16:4)
#loc35 = loc("operations.py":17:0)
#loc36 = loc("operations.py":17:4)
#loc37 = loc("operations.py":18:0)
#loc38 = loc("operations.py":18:4)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 1, name = "splats", linkageName = "splats", compileUnit = #di_compile_unit, scopeLine = 1>
#di_subprogram1 = #cuda_tile.di_subprogram<file = #di_file, line = 2, name = "elements", linkageName = "elements", compileUnit = #di_compile_unit, scopeLine = 2>
#di_subprogram2 = #cuda_tile.di_subprogram<file = #di_file, line = 3, name = "tables", linkageName = "tables", compileUnit = #di_compile_unit, scopeLine = 3>
#di_subprogram3 = #cuda_tile.di_subprogram<file = #di_file, line = 4, name = "bits", linkageName = "bits", compileUnit = #di_compile_unit, scopeLine = 4>
#di_subprogram4 = #cuda_tile.di_subprogram<file = #di_file, line = 5, name = "floats", linkageName = "floats", compileUnit = #di_compile_unit, scopeLine = 5>
#di_subprogram5 = #cuda_tile.di_subprogram<file = #di_file, line = 6, name = "integers", linkageName = "integers", compileUnit = #di_compile_unit, scopeLine = 6>
#di_subprogram6 = #cuda_tile.di_subprogram<file = #di_file, line = 7, name = "shapes", linkageName = "shapes", compileUnit = #di_compile_unit, scopeLine = 7>
#di_subprogram7 = #cuda_tile.di_subprogram<file = #di_file, line = 8, name = "assumptions", linkageName = "assumptions", compileUnit = #di_compile_unit, scopeLine = 8>
#di_subprogram8 = #cuda_tile.di_subprogram<file = #di_file, line = 9, name = "texts", linkageName = "texts", compileUnit = #di_compile_unit, scopeLine = 9>
#di_subprogram9 = #cuda_tile.di_subprogram<file = #di_file, line = 10, name = "printing", linkageName = "printing", compileUnit = #di_compile_unit, scopeLine = 10>
#di_subprogram10 = #cuda_tile.di_subprogram<file = #di_file, line = 11, name = "atomics", linkageName = "atomics", compileUnit = #di_compile_unit, scopeLine = 11>
#di_subprogram11 = #cuda_tile.di_subprogram<file = #di_file, line = 12, name = "pointer_accesses", linkageName = "pointer_accesses", compileUnit = #di_compile_unit, scopeLine = 12>
#di_subprogram12 = #cuda_tile.di_subprogram<file = #di_file, line = 13, name = "view_accesses", linkageName = "view_accesses", compileUnit = #di_compile_unit, scopeLine = 13>
#di_subprogram13 = #cuda_tile.di_subprogram<file = #di_file, line = 14, name = "view_shapes", linkageName = "view_shapes", compileUnit = #di_compile_unit, scopeLine = 14>
#di_subprogram14 = #cuda_tile.di_subprogram<file = #di_file, line = 15, name = "products", linkageName = "products", compileUnit = #di_compile_unit, scopeLine = 15>
#di_subprogram15 = #cuda_tile.di_subprogram<file = #di_file, line = 16, name = "uses_of_globals", linkageName = "uses_of_globals", compileUnit = #di_compile_unit, scopeLine = 16>
#di_subprogram16 = #cuda_tile.di_subprogram<file = #di_file, line = 17, name = "reductions", linkageName = "reductions", compileUnit = #di_compile_unit, scopeLine = 17>
#di_subprogram17 = #cuda_tile.di_subprogram<file = #di_file, line = 18, name = "control", linkageName = "control", compileUnit = #di_compile_unit, scopeLine = 18>
#di_lexical_block = #cuda_tile.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 1, column = 4>
#di_lexical_block1 = #cuda_tile.di_lexical_block<scope = #di_subprogram1, file = #di_file, line = 2, column = 4>
#di_lexical_block2 = #cuda_tile.di_lexical_block<scope = #di_subprogram2, file = #di_file, line = 3, column = 4>
#di_lexical_block3 = #cuda_tile.di_lexical_block<scope = #di_subprogram3, file = #di_file, line = 4, column = 4>
#di_lexical_block4 = #cuda_tile.di_lexical_block<scope = #di_subprogram4, file = #di_file, line = 5, column = 4>
#di_lexical_block5 = #cuda_tile.di_lexical_block<scope = #di_subprogram5, file = #di_file, line = 6, column = 4>
#di_lexical_block6 = #cuda_tile.di_lexical_block<scope = #di_subprogram6, file = #di_file, line = 7, column = 4>
#di_lexical_block7 = #cuda_tile.di_lexical_block<scope = #di_subprogram7, file = #di_file, line = 8, column = 4>
#di_lexical_block8 = #cuda_tile.di_lexical_block<scope = #di_subprogram8, file = #di_file, line = 9, column = 4>
#di_lexical_block9 = #cuda_tile.di_lexical_block<scope = #di_subprogram9, file = #di_file, line = 10, column = 4>
#di_lexical_block10 = #cuda_tile.di_lexical_block<scope = #di_subprogram10, file = #di_file, line = 11, column = 4>
#di_lexical_block11 = #cuda_tile.di_lexical_block<scope = #di_subprogram11, file = #di_file, line = 12, column = 4>
#di_lexical_block12 = #cuda_tile.di_lexical_block<scope = #di_subprogram12, file = #di_file, line = 13, column = 4>
#di_lexical_block13 = #cuda_tile.di_lexical_block<scope = #di_subprogram13, file = #di_file, line = 14, column = 4>
#di_lexical_block14 = #cuda_tile.di_lexical_block<scope = #di_subprogram14, file = #di_file, line = 15, column = 4>
#di_lexical_block15 = #cuda_tile.di_lexical_block<scope = #di_subprogram15, file = #di_file, line = 16, column = 4>
#di_lexical_block16 = #cuda_tile.di_lexical_block<scope = #di_subprogram16, file = #di_file, line = 17, column = 4>
#di_lexical_block17 = #cuda_tile.di_lexical_block<scope = #di_subprogram17, file = #di_file, line = 18, column = 4>
#loc39 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc40 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc41 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc42 = #cuda_tile.di_loc<#loc5 in #di_subprogram1>
#loc43 = #cuda_tile.di_loc<#loc2 in #di_subprogram1>
#loc44 = #cuda_tile.di_loc<#loc3 in #di_subprogram1>
#loc45 = #cuda_tile.di_loc<#loc7 in #di_subprogram2>
#loc46 = #cuda_tile.di_loc<#loc2 in #di_subprogram2>
#loc47 = #cuda_tile.di_loc<#loc3 in #di_subprogram2>
#loc48 = #cuda_tile.di_loc<#loc9 in #di_subprogram3>
#loc49 = #cuda_tile.di_loc<#loc2 in #di_subprogram3>
#loc50 = #cuda_tile.di_loc<#loc3 in #di_subprogram3>
#loc51 = #cuda_tile.di_loc<#loc11 in #di_subprogram4>
#loc52 = #cuda_tile.di_loc<#loc2 in #di_subprogram4>
#loc53 = #cuda_tile.di_loc<#loc3 in #di_subprogram4>
#loc54 = #cuda_tile.di_loc<#loc13 in #di_subprogram5>
#loc55 = #cuda_tile.di_loc<#loc2 in #di_subprogram5>
#loc56 = #cuda_tile.di_loc<#loc3 in #di_subprogram5>
#loc57 = #cuda_tile.di_loc<#loc15 in #di_subprogram6>
#loc58 = #cuda_tile.di_loc<#loc2 in #di_subprogram6>
#loc59 = #cuda_tile.di_loc<#loc3 in #di_subprogram6>
#loc60 = #cuda_tile.di_loc<#loc17 in #di_subprogram7>
#loc61 = #cuda_tile.di_loc<#loc2 in #di_subprogram7>
#loc62 = #cuda_tile.di_loc<#loc3 in #di_subprogram7>
#loc63 = #cuda_tile.di_loc<#loc19 in #di_subprogram8>
#loc64 = #cuda_tile.di_loc<#loc2 in #di_subprogram8>
#loc65 = #cuda_tile.di_loc<#loc3 in #di_subprogram8>
#loc66 = #cuda_tile.di_loc<#loc21 in #di_subprogram9>
#loc67 = #cuda_tile.di_loc<#loc2 in #di_subprogram9>
#loc68 = #cuda_tile.di_loc<#loc3 in #di_subprogram9>
#loc69 = #cuda_tile.di_loc<#loc23 in #di_subprogram10>
#loc70 = #cuda_tile.di_loc<#loc2 in #di_subprogram10>
#loc71 = #cuda_tile.di_loc<#loc3 in #di_subprogram10>
#loc72 = #cuda_tile.di_loc<#loc25 in #di_subprogram11>
#loc73 = #cuda_tile.di_loc<#loc2 in #di_subprogram11>
#loc74 = #cuda_tile.di_loc<#loc3 in #di_subprogram11>
#loc75 = #cuda_tile.di_loc<#loc27 in #di_subprogram12>
#loc76 = #cuda_tile.di_loc<#loc2 in #di_subprogram12>
#loc77 = #cuda_tile.di_loc<#loc3 in #di_subprogram12>
#loc78 = #cuda_tile.di_loc<#loc29 in #di_subprogram13>
#loc79 = #cuda_tile.di_loc<#loc2 in #di_subprogram13>
#loc80 = #cuda_tile.di_loc<#loc3 in #di_subprogram13>
#loc81 = #cuda_tile.di_loc<#loc31 in #di_subprogram14>
#loc82 = #cuda_tile.di_loc<#loc2 in #di_subprogram14>
#loc83 = #cuda_tile.di_loc<#loc3 in #di_subprogram14>
#loc84 = #cuda_tile.di_loc<#loc33 in #di_subprogram15>
#loc85 = #cuda_tile.di_loc<#loc2 in #di_subprogram15>
#loc86 = #cuda_tile.di_loc<#loc3 in #di_subprogram15>
#loc87 = #cuda_tile.di_loc<#loc35 in #di_subprogram16>
#loc88 = #cuda_tile.di_loc<#loc2 in #di_subprogram16>
#loc89 = #cuda_tile.di_loc<#loc3 in #di_subprogram16>
#loc90 = #cuda_tile.di_loc<#loc37 in #di_subprogram17>
#loc91 = #cuda_tile.di_loc<#loc2 in #di_subprogram17>
#loc92 = #cuda_tile.di_loc<#loc3 in #di_subprogram17>
#loc93 = #cuda_tile.di_loc<#loc4 in #di_lexical_block>
#loc94 = #cuda_tile.di_loc<#loc6 in #di_lexical_block1>
#loc95 = #cuda_tile.di_loc<#loc8 in #di_lexical_block2>
#loc96 = #cuda_tile.di_loc<#loc10 in #di_lexical_block3>
#loc97 = #cuda_tile.di_loc<#loc12 in #di_lexical_block4>
#loc98 = #cuda_tile.di_loc<#loc14 in #di_lexical_block5>
#loc99 = #cuda_tile.di_loc<#loc16 in #di_lexical_block6>
#loc100 = #cuda_tile.di_loc<#loc18 in #di_lexical_block7>
#loc101 = #cuda_tile.di_loc<#loc20 in #di_lexical_block8>
#loc102 = #cuda_tile.di_loc<#loc22 in #di_lexical_block9>
#loc103 = #cuda_tile.di_loc<#loc24 in #di_lexical_block10>
#loc104 = #cuda_tile.di_loc<#loc26 in #di_lexical_block11>
#loc105 = #cuda_tile.di_loc<#loc28 in #di_lexical_block12>
#loc106 = #cuda_tile.di_loc<#loc30 in #di_lexical_block13>
#loc107 = #cuda_tile.di_loc<#loc32 in #di_lexical_block14>
#loc108 = #cuda_tile.di_loc<#loc34 in #di_lexical_block15>
#loc109 = #cuda_tile.di_loc<#loc36 in #di_lexical_block16>
#loc110 = #cuda_tile.di_loc<#loc38 in #di_lexical_block17>
#loc111 = loc(callsite(#loc41 at #loc93))
#loc112 = loc(callsite(#loc44 at #loc94))
#loc113 = loc(callsite(#loc47 at #loc95))
#loc114 = loc(callsite(#loc50 at #loc96))
#loc115 = loc(callsite(#loc53 at #loc97))
#loc116 = loc(callsite(#loc56 at #loc98))
#loc117 = loc(callsite(#loc59 at #loc99))
#loc118 = loc(callsite(#loc62 at #loc100))
#loc119 = loc(callsite(#loc65 at #loc101))
#loc120 = loc(callsite(#loc68 at #loc102))
#loc121 = loc(callsite(#loc71 at #loc103))
#loc122 = loc(callsite(#loc74 at #loc104))
#loc123 = loc(callsite(#loc77 at #loc105))
#loc124 = loc(callsite(#loc80 at #loc106))
#loc125 = loc(callsite(#loc83 at #loc107))
#loc126 = loc(callsite(#loc86 at #loc108))
#loc127 = loc(callsite(#loc89 at #loc109))
#loc128 = loc(callsite(#loc92 at #loc110))
#loc129 = loc(callsite(#loc40 at #loc111))
#loc130 = loc(callsite(#loc43 at #loc112))
#loc131 = loc(callsite(#loc46 at #loc113))
#loc132 = loc(callsite(#loc49 at #loc114))
#loc133 = loc(callsite(#loc52 at #loc115))
#loc134 = loc(callsite(#loc55 at #loc116))
#loc135 = loc(callsite(#loc58 at #loc117))
#loc136 = loc(callsite(#loc61 at #loc118))
#loc137 = loc(callsite(#loc64 at #loc119))
#loc138 = loc(callsite(#loc67 at #loc120))
#loc139 = loc(callsite(#loc70 at #loc121))
#loc140 = loc(callsite(#loc73 at #loc122))
#loc141 = loc(callsite(#loc76 at #loc123))
#loc142 = loc(callsite(#loc79 at #loc124))
#loc143 = loc(callsite(#loc82 at #loc125))
#loc144 = loc(callsite(#loc85 at #loc126))
#loc145 = loc(callsite(#loc88 at #loc127))
#loc146 = loc(callsite(#loc91 at #loc128))
