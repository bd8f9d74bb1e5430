global  @plain <f32: 2.500000e+00> : tile<1xf32> loc(#loc)
global  constant @bytes alignment = 16 <i8: [1, 2, 3, -1]> : tile<4xi8> loc(#loc)
global  @"od\22d name" alignment = 4 <f32: [2.500000e+00, 0.000000e+00]> : tile<2xf32> loc(#loc)
entry @splats(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f32 = constant <f32: 0xFF800000> : tile<4xf32> loc(#loc234)
  %cst_f64 = constant <f64: -1.000000e-01> : tile<4xf64> loc(#loc234)
  %cst_f16 = constant <f16: -5.960460e-08> : tile<4xf16> loc(#loc234)
  %cst_bf16 = constant <bf16: 0x7F80> : tile<4xbf16> loc(#loc234)
  %cst_tf32 = constant <tf32: 1.000980e+00> : tile<4xtf32> loc(#loc234)
  %cst_NaN_f8E4M3FN = constant <f8E4M3FN: 0xFF> : tile<4xf8E4M3FN> loc(#loc234)
  %cst_f8E5M2 = constant <f8E5M2: 0x7C> : tile<4xf8E5M2> loc(#loc234)
  %cst_-128_i8 = constant <i8: -128> : tile<4xi8> loc(#loc234)
  %cst_32767_i16 = constant <i16: 32767> : tile<4xi16> loc(#loc234)
  %cst_-9223372036854775808_i64 = constant <i64: -9223372036854775808> : tile<4xi64> loc(#loc234)
  return loc(#loc69)
} loc(#loc69)
entry @elements(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f32 = constant <f32: [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tile<4xf32> loc(#loc235)
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<2x2xf32> loc(#loc235)
  %cst_i32 = constant <i32: [[1, 2], [-3, 4]]> : tile<2x2xi32> loc(#loc235)
  %cst_-3_i32 = constant <i32: -3> : tile<1xi32> loc(#loc235)
  %cst_tf32 = constant <tf32: [1.000980e+00, 2.000000e+00]> : tile<2xtf32> loc(#loc235)
  return loc(#loc72)
} loc(#loc72)
entry @tables(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f16 = constant <f16: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xf16> loc(#loc236)
  %cst_bf16 = constant <bf16: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xbf16> loc(#loc236)
  %cst_i16 = constant <i16: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xi16> loc(#loc236)
  %cst_f32 = constant <f32: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<8x16xf32> loc(#loc236)
  %cst_i32 = constant <i32: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<8x16xi32> loc(#loc236)
  %cst_f64 = constant <f64: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<2x64xf64> loc(#loc236)
  %cst_i64 = constant <i64: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<2x64xi64> loc(#loc236)
  %cst_i8 = constant <i8: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xi8> loc(#loc236)
  %cst_f8E4M3FN = constant <f8E4M3FN: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xf8E4M3FN> loc(#loc236)
  %cst_f8E5M2 = constant <f8E5M2: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xf8E5M2> loc(#loc236)
  %cst_tf32 = constant <tf32: "0x01FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC01000002"> : tile<128xtf32> loc(#loc236)
  %cst_i1 = constant <i1: "0x0100000000000000000100000000000001010000000000000000010000000000010001000000000000010100000000000101010000000000000000010000000001000001000000000001000100000000010100010000000000000101000000000100010100000000000101010000000001010101000000000000000001000000"> : tile<128xi1> loc(#loc236)
  %cst_i1_0 = constant <i1: "0x0100000000000000000100000000000001010000000000000000010000000000010001000000000000010100000000000101010000000000000000010000000001000001000000000001000100000000010100010000000000000101000000000100010100000000000101010000000001010101000000000000000001000000"> : tile<1x8x16xi1> loc(#loc236)
  %cst_7_i8 = constant <i8: 7> : tile<128xi8> loc(#loc236)
  %true = constant <i1: true> : tile<128xi1> loc(#loc236)
  return loc(#loc75)
} loc(#loc75)
entry @table_of_powers(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f8E8M0FNU = constant <f8E8M0FNU: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xf8E8M0FNU> loc(#loc237)
  return loc(#loc78)
} loc(#loc78)
entry @table_of_small_floats(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f4E2M1FN = constant <f4E2M1FN: "0x0102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F00"> : tile<128xf4E2M1FN> loc(#loc238)
  return loc(#loc81)
} loc(#loc81)
entry @bits(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_i1 = constant <i1: [true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true]> : tile<16xi1> loc(#loc239)
  %true = constant <i1: true> : tile<16xi1> loc(#loc239)
  %true_0 = constant <i1: true> : tile<4xi1> loc(#loc239)
  %true_1 = constant <i1: true> : tile<4xi1> loc(#loc239)
  %false = constant <i1: false> : tile<4xi1> loc(#loc239)
  %cst_i1_2 = constant <i1: [true, false, false, false]> : tile<4xi1> loc(#loc239)
  %cst_i1_3 = constant <i1: [true, false, false, false, false, false, false, false]> : tile<8xi1> loc(#loc239)
  %cst_i1_4 = constant <i1: [false, true]> : tile<2xi1> loc(#loc239)
  %true_5 = constant <i1: true> : tile<2xi1> loc(#loc239)
  %true_6 = constant <i1: true> : tile<1xi1> loc(#loc239)
  %true_7 = constant <i1: true> : tile<1xi1> loc(#loc239)
  %false_8 = constant <i1: false> : tile<4xi1> loc(#loc239)
  %cst_i1_9 = constant <i1: [true, false, true, true, false, false, false, false]> : tile<8xi1> loc(#loc239)
  return loc(#loc84)
} loc(#loc84)
entry @powers(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_1_f8E8M0FNU = constant <f8E8M0FNU: 1.000000e+00> : tile<4xf8E8M0FNU> loc(#loc240)
  %cst_f8E8M0FNU = constant <f8E8M0FNU: [1.000000e+00, 2.000000e+00, 4.000000e+00, 8.000000e+00]> : tile<4xf8E8M0FNU> loc(#loc240)
  return loc(#loc87)
} loc(#loc87)
entry @small_floats(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f4E2M1FN = constant <f4E2M1FN: 1.500000e+00> : tile<4xf4E2M1FN> loc(#loc241)
  %cst_f4E2M1FN_0 = constant <f4E2M1FN: [1.500000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tile<4xf4E2M1FN> loc(#loc241)
  return loc(#loc90)
} loc(#loc90)
entry @floats(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc242)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc242)
  %0 = absf %cst_f32 : tile<4xf32> loc(#loc242)
  %1 = ceil %cst_f32 : tile<4xf32> loc(#loc242)
  %2 = cos %cst_f32 : tile<4xf32> loc(#loc242)
  %3 = cosh %cst_f32 : tile<4xf32> loc(#loc242)
  %4 = floor %cst_f32 : tile<4xf32> loc(#loc242)
  %5 = log %cst_f32 : tile<4xf32> loc(#loc242)
  %6 = log2 %cst_f32 : tile<4xf32> loc(#loc242)
  %7 = negf %cst_f32 : tile<4xf32> loc(#loc242)
  %8 = sin %cst_f32 : tile<4xf32> loc(#loc242)
  %9 = sinh %cst_f32 : tile<4xf32> loc(#loc242)
  %10 = tan %cst_f32 : tile<4xf32> loc(#loc242)
  %11 = addf %cst_f32, %cst_f32_0  : tile<4xf32> loc(#loc242)
  %12 = addf %cst_f32, %cst_f32_0 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc242)
  %13 = addf %cst_f32, %cst_f32_0 rounding<negative_inf> : tile<4xf32> loc(#loc242)
  %14 = addf %cst_f32, %cst_f32_0 rounding<positive_inf> : tile<4xf32> loc(#loc242)
  %15 = subf %cst_f32, %cst_f32_0  : tile<4xf32> loc(#loc242)
  %16 = subf %cst_f32, %cst_f32_0 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc242)
  %17 = subf %cst_f32, %cst_f32_0 rounding<negative_inf> : tile<4xf32> loc(#loc242)
  %18 = subf %cst_f32, %cst_f32_0 rounding<positive_inf> : tile<4xf32> loc(#loc242)
  %19 = mulf %cst_f32, %cst_f32_0  : tile<4xf32> loc(#loc242)
  %20 = mulf %cst_f32, %cst_f32_0 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc242)
  %21 = mulf %cst_f32, %cst_f32_0 rounding<negative_inf> : tile<4xf32> loc(#loc242)
  %22 = mulf %cst_f32, %cst_f32_0 rounding<positive_inf> : tile<4xf32> loc(#loc242)
  %23 = divf %cst_f32, %cst_f32_0  : tile<4xf32> loc(#loc242)
  %24 = divf %cst_f32, %cst_f32_0 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc242)
  %25 = divf %cst_f32, %cst_f32_0 rounding<negative_inf> : tile<4xf32> loc(#loc242)
  %26 = divf %cst_f32, %cst_f32_0 rounding<positive_inf> : tile<4xf32> loc(#loc242)
  %27 = divf %cst_f32, %cst_f32_0 rounding<approx> : tile<4xf32> loc(#loc242)
  %28 = divf %cst_f32, %cst_f32_0 rounding<full> : tile<4xf32> loc(#loc242)
  %29 = fma %cst_f32, %cst_f32_0, %cst_f32 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc242)
  %30 = fma %cst_f32, %cst_f32_0, %cst_f32  : tile<4xf32> loc(#loc242)
  %31 = maxf %cst_f32, %cst_f32_0 : tile<4xf32> loc(#loc242)
  %32 = maxf %cst_f32, %cst_f32_0 flush_to_zero : tile<4xf32> loc(#loc242)
  %33 = maxf %cst_f32, %cst_f32_0 propagate_nan : tile<4xf32> loc(#loc242)
  %34 = maxf %cst_f32, %cst_f32_0 flush_to_zero propagate_nan : tile<4xf32> loc(#loc242)
  %35 = minf %cst_f32, %cst_f32_0 : tile<4xf32> loc(#loc242)
  %36 = minf %cst_f32, %cst_f32_0 flush_to_zero : tile<4xf32> loc(#loc242)
  %37 = minf %cst_f32, %cst_f32_0 propagate_nan : tile<4xf32> loc(#loc242)
  %38 = minf %cst_f32, %cst_f32_0 flush_to_zero propagate_nan : tile<4xf32> loc(#loc242)
  %39 = remf %cst_f32, %cst_f32_0 : tile<4xf32> loc(#loc242)
  %40 = fpowf %cst_f32, %cst_f32_0 : tile<4xf32> loc(#loc242)
  %41 = exp2 %cst_f32 flush_to_zero : tile<4xf32> loc(#loc242)
  %42 = exp2 %cst_f32 : tile<4xf32> loc(#loc242)
  %43 = rsqrt %cst_f32 flush_to_zero : tile<4xf32> loc(#loc242)
  %44 = sqrt %cst_f32  : tile<4xf32> loc(#loc242)
  %45 = sqrt %cst_f32 rounding<approx> : tile<4xf32> loc(#loc242)
  %46 = sqrt %cst_f32 rounding<zero> : tile<4xf32> loc(#loc242)
  %47 = exp %cst_f32  : tile<4xf32> loc(#loc242)
  %48 = tanh %cst_f32  : tile<4xf32> loc(#loc242)
  %49 = cmpf equal unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc242)
  %50 = cmpf equal ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc242)
  %51 = cmpf not_equal unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc242)
  %52 = cmpf not_equal ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc242)
  %53 = cmpf less_than unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc242)
  %54 = cmpf less_than ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc242)
  %55 = cmpf less_than_or_equal unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc242)
  %56 = cmpf less_than_or_equal ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc242)
  %57 = cmpf greater_than unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc242)
  %58 = cmpf greater_than ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc242)
  %59 = cmpf greater_than_or_equal unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc242)
  %60 = cmpf greater_than_or_equal ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc242)
  %61 = select %60, %cst_f32, %cst_f32_0 : tile<4xi1>, tile<4xf32> loc(#loc242)
  %62 = ftof %cst_f32  : tile<4xf32> -> tile<4xf16> loc(#loc242)
  %63 = bitcast %cst_f32 : tile<4xf32> -> tile<4xi32> loc(#loc242)
  return loc(#loc93)
} loc(#loc93)
entry @floats_of_two(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc243)
  %0 = tanh %cst_f32 rounding<approx> : tile<4xf32> loc(#loc243)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc243)
  %cst_f32_1 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc243)
  %1 = atan2 %cst_f32_0, %cst_f32_1 : tile<4xf32> loc(#loc243)
  return loc(#loc96)
} loc(#loc96)
entry @floats_of_three(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc244)
  %0 = exp %cst_f32 rounding<approx> : tile<4xf32> loc(#loc244)
  return loc(#loc99)
} loc(#loc99)
entry @floats_of_four(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc245)
  %cst_3_i32 = constant <i32: 3> : tile<4xi32> loc(#loc245)
  %0 = fpowi %cst_f32, %cst_3_i32 : tile<4xf32>, tile<4xi32> loc(#loc245)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc245)
  %1 = ftof %cst_f32_0 rounding<nearest_away> : tile<4xf32> -> tile<4xtf32> loc(#loc245)
  %cst_f32_1 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc245)
  %2 = ftoi %cst_f32_1 signed  saturating : tile<4xf32> -> tile<4xi32> loc(#loc245)
  return loc(#loc102)
} loc(#loc102)
entry @integers(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_3_i32 = constant <i32: 3> : tile<4xi32> loc(#loc246)
  %cst_5_i32 = constant <i32: 5> : tile<4xi32> loc(#loc246)
  %0 = andi %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc246)
  %1 = ori %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc246)
  %2 = xori %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc246)
  %3 = mulhii %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc246)
  %4 = absi %cst_3_i32 : tile<4xi32> loc(#loc246)
  %5 = negi %cst_3_i32 : tile<4xi32> loc(#loc246)
  %6 = addi %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc246)
  %7 = subi %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc246)
  %8 = muli %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc246)
  %9 = shli %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc246)
  %10 = trunci %cst_3_i32 : tile<4xi32> -> tile<4xi8> loc(#loc246)
  %11 = addi %cst_3_i32, %cst_5_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc246)
  %12 = subi %cst_3_i32, %cst_5_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc246)
  %13 = muli %cst_3_i32, %cst_5_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc246)
  %14 = shli %cst_3_i32, %cst_5_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc246)
  %15 = trunci %cst_3_i32 overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi8> loc(#loc246)
  %16 = addi %cst_3_i32, %cst_5_i32 overflow<no_unsigned_wrap> : tile<4xi32> loc(#loc246)
  %17 = subi %cst_3_i32, %cst_5_i32 overflow<no_unsigned_wrap> : tile<4xi32> loc(#loc246)
  %18 = muli %cst_3_i32, %cst_5_i32 overflow<no_unsigned_wrap> : tile<4xi32> loc(#loc246)
  %19 = shli %cst_3_i32, %cst_5_i32 overflow<no_unsigned_wrap> : tile<4xi32> loc(#loc246)
  %20 = trunci %cst_3_i32 overflow<no_unsigned_wrap> : tile<4xi32> -> tile<4xi8> loc(#loc246)
  %21 = addi %cst_3_i32, %cst_5_i32 overflow<no_wrap> : tile<4xi32> loc(#loc246)
  %22 = subi %cst_3_i32, %cst_5_i32 overflow<no_wrap> : tile<4xi32> loc(#loc246)
  %23 = muli %cst_3_i32, %cst_5_i32 overflow<no_wrap> : tile<4xi32> loc(#loc246)
  %24 = shli %cst_3_i32, %cst_5_i32 overflow<no_wrap> : tile<4xi32> loc(#loc246)
  %25 = trunci %cst_3_i32 overflow<no_wrap> : tile<4xi32> -> tile<4xi8> loc(#loc246)
  %26 = maxi %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc246)
  %27 = mini %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc246)
  %28 = remi %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc246)
  %29 = shri %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc246)
  %30 = divi %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc246)
  %31 = divi %cst_3_i32, %cst_5_i32 unsigned rounding<positive_inf> : tile<4xi32> loc(#loc246)
  %32 = cmpi equal %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc246)
  %33 = cmpi not_equal %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc246)
  %34 = cmpi less_than %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc246)
  %35 = cmpi less_than_or_equal %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc246)
  %36 = cmpi greater_than %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc246)
  %37 = cmpi greater_than_or_equal %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc246)
  %38 = exti %cst_3_i32 unsigned : tile<4xi32> -> tile<4xi64> loc(#loc246)
  %39 = itof %cst_3_i32 unsigned  : tile<4xi32> -> tile<4xf32> loc(#loc246)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc246)
  %40 = ftoi %cst_f32 unsigned  : tile<4xf32> -> tile<4xi32> loc(#loc246)
  %41 = maxi %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc246)
  %42 = mini %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc246)
  %43 = remi %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc246)
  %44 = shri %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc246)
  %45 = divi %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc246)
  %46 = divi %cst_3_i32, %cst_5_i32 signed rounding<positive_inf> : tile<4xi32> loc(#loc246)
  %47 = divi %cst_3_i32, %cst_5_i32 signed rounding<negative_inf> : tile<4xi32> loc(#loc246)
  %48 = cmpi equal %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc246)
  %49 = cmpi not_equal %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc246)
  %50 = cmpi less_than %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc246)
  %51 = cmpi less_than_or_equal %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc246)
  %52 = cmpi greater_than %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc246)
  %53 = cmpi greater_than_or_equal %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc246)
  %54 = exti %cst_3_i32 signed : tile<4xi32> -> tile<4xi64> loc(#loc246)
  %55 = itof %cst_3_i32 signed  : tile<4xi32> -> tile<4xf32> loc(#loc246)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc246)
  %56 = ftoi %cst_f32_0 signed  : tile<4xf32> -> tile<4xi32> loc(#loc246)
  return loc(#loc105)
} loc(#loc105)
entry @negation(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_3_i32 = constant <i32: 3> : tile<4xi32> loc(#loc247)
  %0 = negi %cst_3_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc247)
  return loc(#loc108)
} loc(#loc108)
entry @shapes(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4x8xf32> loc(#loc248)
  %reshape = reshape %cst_f32 : tile<4x8xf32> -> tile<8x4xf32> loc(#loc248)
  %0 = permute %cst_f32 [1, 0] : tile<4x8xf32> -> tile<8x4xf32> loc(#loc248)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<1x8xf32> loc(#loc248)
  %bcast = broadcast %cst_f32_0 : tile<1x8xf32> -> tile<4x8xf32> loc(#loc248)
  %1 = iota : tile<16xi32> loc(#loc248)
  %2 = cat %cst_f32, %cst_f32 dim = 0 : tile<4x8xf32>, tile<4x8xf32> -> tile<8x8xf32> loc(#loc248)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc248)
  %cst_1_i32 = constant <i32: 1> : tile<i32> loc(#loc248)
  %3 = extract %cst_f32[%cst_0_i32, %cst_1_i32] : tile<4x8xf32> -> tile<2x4xf32> loc(#loc248)
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc248)
  %4 = offset %arg0, %cst_3_i32 : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>> loc(#loc248)
  %5 = ptr_to_int %arg0 : tile<ptr<f32>> -> tile<i64> loc(#loc248)
  %cst_3_i64 = constant <i64: 3> : tile<i64> loc(#loc248)
  %6 = int_to_ptr %cst_3_i64 : tile<i64> -> tile<ptr<f32>> loc(#loc248)
  %7 = ptr_to_ptr %arg0 : tile<ptr<f32>> -> tile<ptr<i8>> loc(#loc248)
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc248)
  %gridSize_x, %gridSize_y, %gridSize_z = get_num_tile_blocks : tile<i32> loc(#loc248)
  return loc(#loc111)
} loc(#loc111)
entry @packing(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc249)
  %0 = pack %cst_f32 : tile<4xf32> -> tile<16xi8> loc(#loc249)
  %1 = unpack %0 : tile<16xi8> -> tile<4xf32> loc(#loc249)
  return loc(#loc114)
} loc(#loc114)
entry @scratch(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %0 = alloca num_elem = 16, alignment = 32 : tile<ptr<f32>> loc(#loc250)
  %1 = alloca num_elem = 16, alignment = 32 global : tile<ptr<f32>> loc(#loc250)
  return loc(#loc117)
} loc(#loc117)
entry @insertion(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<2x4xf32> loc(#loc251)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<4x8xf32> loc(#loc251)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc251)
  %cst_1_i32 = constant <i32: 1> : tile<i32> loc(#loc251)
  %0 = insert %cst_f32, %cst_f32_0[%cst_0_i32, %cst_1_i32] : tile<2x4xf32>, tile<4x8xf32> loc(#loc251)
  return loc(#loc120)
} loc(#loc120)
entry @assumptions(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_16_i32 = constant <i32: 16> : tile<i32> loc(#loc252)
  %cst_3_i64 = constant <i64: 3> : tile<i64> loc(#loc252)
  %assume_cst_16_i32 = assume div_by<16>, %cst_16_i32 : tile<i32> loc(#loc252)
  %assume_cst_16_i32_0 = assume bounded<-5, ?>, %cst_16_i32 : tile<i32> loc(#loc252)
  %assume_cst_16_i32_1 = assume bounded<?, 1048576>, %cst_16_i32 : tile<i32> loc(#loc252)
  %assume_cst_3_i64 = assume div_by<4611686018427387904>, %cst_3_i64 : tile<i64> loc(#loc252)
  %assume_cst_3_i64_2 = assume bounded<-9223372036854775808, 9223372036854775807>, %cst_3_i64 : tile<i64> loc(#loc252)
  %cst_3_i32 = constant <i32: 3> : tile<16x4xi32> loc(#loc252)
  %assume_cst_3_i32 = assume div_by<4, every 8 along 0>, %cst_3_i32 : tile<16x4xi32> loc(#loc252)
  return loc(#loc123)
} loc(#loc123)
entry @texts(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %true = constant <i1: true> : tile<4xi1> loc(#loc253)
  assert %true, "a \22quoted\22 \\ line\0A\00end \C3\A9" : tile<4xi1> loc(#loc253)
  return loc(#loc126)
} loc(#loc126)
entry @printing(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc254)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc254)
  %0 = print_tko "%d %f\0A", %cst_3_i32, %cst_f32 : tile<i32>, tile<4xf32> -> token loc(#loc254)
  %1 = print_tko "\00" token=%0 -> token loc(#loc254)
  return loc(#loc129)
} loc(#loc129)
entry @atomics(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc255)
  %true = constant <i1: true> : tile<i1> loc(#loc255)
  %0 = make_token : token loc(#loc255)
  %result, %result_token = atomic_rmw_tko relaxed device %arg1, and, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc255)
  %result_0, %result_token_1 = atomic_rmw_tko relaxed device %arg1, or, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc255)
  %result_2, %result_token_3 = atomic_rmw_tko relaxed device %arg1, xor, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc255)
  %result_4, %result_token_5 = atomic_rmw_tko relaxed device %arg1, add, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc255)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc255)
  %result_6, %result_token_7 = atomic_rmw_tko relaxed device %arg0, addf, %cst_f32 : tile<ptr<f32>>, tile<f32> -> tile<f32>, token loc(#loc255)
  %result_8, %result_token_9 = atomic_rmw_tko relaxed device %arg1, max, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc255)
  %result_10, %result_token_11 = atomic_rmw_tko relaxed device %arg1, min, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc255)
  %result_12, %result_token_13 = atomic_rmw_tko relaxed device %arg1, umax, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc255)
  %result_14, %result_token_15 = atomic_rmw_tko relaxed device %arg1, umin, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc255)
  %result_16, %result_token_17 = atomic_rmw_tko relaxed device %arg1, xchg, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc255)
  %result_18, %result_token_19 = atomic_rmw_tko relaxed tl_blk %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_20, %result_token_21 = atomic_cas_tko relaxed tl_blk %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_22, %result_token_23 = atomic_rmw_tko relaxed device %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_24, %result_token_25 = atomic_cas_tko relaxed device %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_26, %result_token_27 = atomic_rmw_tko relaxed sys %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_28, %result_token_29 = atomic_cas_tko relaxed sys %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_30, %result_token_31 = atomic_rmw_tko acquire tl_blk %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_32, %result_token_33 = atomic_cas_tko acquire tl_blk %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_34, %result_token_35 = atomic_rmw_tko acquire device %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_36, %result_token_37 = atomic_cas_tko acquire device %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_38, %result_token_39 = atomic_rmw_tko acquire sys %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_40, %result_token_41 = atomic_cas_tko acquire sys %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_42, %result_token_43 = atomic_rmw_tko release tl_blk %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_44, %result_token_45 = atomic_cas_tko release tl_blk %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_46, %result_token_47 = atomic_rmw_tko release device %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_48, %result_token_49 = atomic_cas_tko release device %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_50, %result_token_51 = atomic_rmw_tko release sys %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_52, %result_token_53 = atomic_cas_tko release sys %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_54, %result_token_55 = atomic_rmw_tko acq_rel tl_blk %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_56, %result_token_57 = atomic_cas_tko acq_rel tl_blk %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_58, %result_token_59 = atomic_rmw_tko acq_rel device %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_60, %result_token_61 = atomic_cas_tko acq_rel device %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_62, %result_token_63 = atomic_rmw_tko acq_rel sys %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_64, %result_token_65 = atomic_cas_tko acq_rel sys %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  %result_66, %result_token_67 = atomic_cas_tko acq_rel sys %arg1, %cst_3_i32, %cst_3_i32 token=%0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc255)
  %result_68, %result_token_69 = atomic_cas_tko acq_rel sys %arg1, %cst_3_i32, %cst_3_i32, %true : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc255)
  return loc(#loc132)
} loc(#loc132)
entry @pointer_accesses(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %true = constant <i1: true> : tile<i1> loc(#loc256)
  %0 = make_token : token loc(#loc256)
  %1 = make_token : token loc(#loc256)
  %2 = join_tokens %0, %1 : token loc(#loc256)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %result, %result_token = load_ptr_tko weak %arg0 : tile<ptr<f32>> -> tile<f32>, token loc(#loc256)
  %result_0, %result_token_1 = load_ptr_tko relaxed tl_blk %arg0 : tile<ptr<f32>> -> tile<f32>, token loc(#loc256)
  %result_2, %result_token_3 = load_ptr_tko acquire sys %arg0 : tile<ptr<f32>> -> tile<f32>, token loc(#loc256)
  %cst_f32_4 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %3 = store_ptr_tko weak %arg0, %cst_f32_4 : tile<ptr<f32>>, tile<f32> -> token loc(#loc256)
  %cst_f32_5 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %4 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_5 : tile<ptr<f32>>, tile<f32> -> token loc(#loc256)
  %cst_f32_6 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %5 = store_ptr_tko release device %arg0, %cst_f32_6 : tile<ptr<f32>>, tile<f32> -> token loc(#loc256)
  %result_7, %result_token_8 = load_ptr_tko weak %arg0 token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>> -> tile<f32>, token loc(#loc256)
  %result_9, %result_token_10 = load_ptr_tko relaxed tl_blk %arg0 token=%2 : tile<ptr<f32>> -> tile<f32>, token loc(#loc256)
  %result_11, %result_token_12 = load_ptr_tko acquire sys %arg0 token=%2 : tile<ptr<f32>> -> tile<f32>, token loc(#loc256)
  %cst_f32_13 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %6 = store_ptr_tko weak %arg0, %cst_f32_13 token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<f32> -> token loc(#loc256)
  %cst_f32_14 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %7 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_14 token=%2 : tile<ptr<f32>>, tile<f32> -> token loc(#loc256)
  %cst_f32_15 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %8 = store_ptr_tko release device %arg0, %cst_f32_15 token=%2 : tile<ptr<f32>>, tile<f32> -> token loc(#loc256)
  %result_16, %result_token_17 = load_ptr_tko weak %arg0, %true : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc256)
  %result_18, %result_token_19 = load_ptr_tko relaxed tl_blk %arg0, %true : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc256)
  %result_20, %result_token_21 = load_ptr_tko acquire sys %arg0, %true : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc256)
  %cst_f32_22 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %9 = store_ptr_tko weak %arg0, %cst_f32_22, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc256)
  %cst_f32_23 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %10 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_23, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc256)
  %cst_f32_24 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %11 = store_ptr_tko release device %arg0, %cst_f32_24, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc256)
  %result_25, %result_token_26 = load_ptr_tko weak %arg0, %true token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc256)
  %result_27, %result_token_28 = load_ptr_tko relaxed tl_blk %arg0, %true token=%2 : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc256)
  %result_29, %result_token_30 = load_ptr_tko acquire sys %arg0, %true token=%2 : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc256)
  %cst_f32_31 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %12 = store_ptr_tko weak %arg0, %cst_f32_31, %true token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc256)
  %cst_f32_32 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %13 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_32, %true token=%2 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc256)
  %cst_f32_33 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %14 = store_ptr_tko release device %arg0, %cst_f32_33, %true token=%2 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc256)
  %result_34, %result_token_35 = load_ptr_tko weak %arg0, %true, %cst_f32 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc256)
  %result_36, %result_token_37 = load_ptr_tko relaxed tl_blk %arg0, %true, %cst_f32 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc256)
  %result_38, %result_token_39 = load_ptr_tko acquire sys %arg0, %true, %cst_f32 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc256)
  %cst_f32_40 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %15 = store_ptr_tko weak %arg0, %cst_f32_40, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc256)
  %cst_f32_41 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %16 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_41, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc256)
  %cst_f32_42 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %17 = store_ptr_tko release device %arg0, %cst_f32_42, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc256)
  %result_43, %result_token_44 = load_ptr_tko weak %arg0, %true, %cst_f32 token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc256)
  %result_45, %result_token_46 = load_ptr_tko relaxed tl_blk %arg0, %true, %cst_f32 token=%2 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc256)
  %result_47, %result_token_48 = load_ptr_tko acquire sys %arg0, %true, %cst_f32 token=%2 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc256)
  %cst_f32_49 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %18 = store_ptr_tko weak %arg0, %cst_f32_49, %true token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc256)
  %cst_f32_50 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %19 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_50, %true token=%2 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc256)
  %cst_f32_51 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc256)
  %20 = store_ptr_tko release device %arg0, %cst_f32_51, %true token=%2 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc256)
  return loc(#loc135)
} loc(#loc135)
entry @view_accesses(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %0 = make_token : token loc(#loc257)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc257)
  %tview = make_tensor_view %arg0, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]> loc(#loc257)
  %cst_1_i32 = constant <i32: 1> : tile<16xi32> loc(#loc257)
  %cst_1_i32_0 = constant <i32: 1> : tile<8xi32> loc(#loc257)
  %pview = make_partition_view %tview : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>> loc(#loc257)
  %tile, %result_token = load_view_tko weak %pview[%cst_0_i32, %cst_0_i32] : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %1 = store_view_tko weak %cst_f32, %pview[%cst_0_i32, %cst_0_i32] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc257)
  %tile_1, %result_token_2 = load_view_tko weak %pview[%cst_0_i32, %cst_0_i32] inbounds = [true, false] : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_3 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %2 = store_view_tko weak %cst_f32_3, %pview[%cst_0_i32, %cst_0_i32] inbounds = [true, false] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc257)
  %tile_4, %result_token_5 = load_view_tko weak %pview[%cst_0_i32, %cst_0_i32] inbounds = [true, true] : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_6 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %3 = store_view_tko weak %cst_f32_6, %pview[%cst_0_i32, %cst_0_i32] inbounds = [true, true] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc257)
  %tile_7, %result_token_8 = load_view_tko weak %pview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_9 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %4 = store_view_tko weak %cst_f32_9, %pview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc257)
  %tile_10, %result_token_11 = load_view_tko weak %pview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, false] : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_12 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %5 = store_view_tko weak %cst_f32_12, %pview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, false] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc257)
  %tile_13, %result_token_14 = load_view_tko weak %pview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, true] : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_15 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %6 = store_view_tko weak %cst_f32_15, %pview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, true] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc257)
  %tile_16, %result_token_17 = load_view_tko acquire sys %pview[%cst_0_i32, %cst_0_i32] token = %0 : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_18 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %7 = store_view_tko release device %cst_f32_18, %pview[%cst_0_i32, %cst_0_i32] token = %0 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc257)
  %pview_19 = make_partition_view %tview : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]> loc(#loc257)
  %tile_20, %result_token_21 = load_view_tko weak %pview_19[%cst_0_i32, %cst_0_i32] : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_22 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %8 = store_view_tko weak %cst_f32_22, %pview_19[%cst_0_i32, %cst_0_i32] : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %tile_23, %result_token_24 = load_view_tko weak %pview_19[%cst_0_i32, %cst_0_i32] inbounds = [true, false] : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_25 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %9 = store_view_tko weak %cst_f32_25, %pview_19[%cst_0_i32, %cst_0_i32] inbounds = [true, false] : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %tile_26, %result_token_27 = load_view_tko weak %pview_19[%cst_0_i32, %cst_0_i32] inbounds = [true, true] : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_28 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %10 = store_view_tko weak %cst_f32_28, %pview_19[%cst_0_i32, %cst_0_i32] inbounds = [true, true] : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %tile_29, %result_token_30 = load_view_tko weak %pview_19[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_31 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %11 = store_view_tko weak %cst_f32_31, %pview_19[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %tile_32, %result_token_33 = load_view_tko weak %pview_19[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, false] : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_34 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %12 = store_view_tko weak %cst_f32_34, %pview_19[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, false] : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %tile_35, %result_token_36 = load_view_tko weak %pview_19[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, true] : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_37 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %13 = store_view_tko weak %cst_f32_37, %pview_19[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, true] : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %tile_38, %result_token_39 = load_view_tko acquire sys %pview_19[%cst_0_i32, %cst_0_i32] token = %0 : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_40 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %14 = store_view_tko release device %cst_f32_40, %pview_19[%cst_0_i32, %cst_0_i32] token = %0 : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %sview = make_strided_view %tview : strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]> loc(#loc257)
  %tile_41, %result_token_42 = load_view_tko weak %sview[%cst_0_i32, %cst_0_i32] : strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_43 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %15 = store_view_tko weak %cst_f32_43, %sview[%cst_0_i32, %cst_0_i32] : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %tile_44, %result_token_45 = load_view_tko weak %sview[%cst_0_i32, %cst_0_i32] inbounds = [true, false] : strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_46 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %16 = store_view_tko weak %cst_f32_46, %sview[%cst_0_i32, %cst_0_i32] inbounds = [true, false] : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %tile_47, %result_token_48 = load_view_tko weak %sview[%cst_0_i32, %cst_0_i32] inbounds = [true, true] : strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_49 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %17 = store_view_tko weak %cst_f32_49, %sview[%cst_0_i32, %cst_0_i32] inbounds = [true, true] : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %tile_50, %result_token_51 = load_view_tko weak %sview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_52 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %18 = store_view_tko weak %cst_f32_52, %sview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %tile_53, %result_token_54 = load_view_tko weak %sview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, false] : strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_55 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %19 = store_view_tko weak %cst_f32_55, %sview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, false] : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %tile_56, %result_token_57 = load_view_tko weak %sview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, true] : strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_58 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %20 = store_view_tko weak %cst_f32_58, %sview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, true] : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %tile_59, %result_token_60 = load_view_tko acquire sys %sview[%cst_0_i32, %cst_0_i32] token = %0 : strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_61 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %21 = store_view_tko release device %cst_f32_61, %sview[%cst_0_i32, %cst_0_i32] token = %0 : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc257)
  %gsview = make_gather_scatter_view %tview : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0> loc(#loc257)
  %tile_62, %result_token_63 = load_view_tko weak %gsview[%cst_1_i32, %cst_0_i32] : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_64 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %22 = store_view_tko weak %cst_f32_64, %gsview[%cst_1_i32, %cst_0_i32] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token loc(#loc257)
  %tile_65, %result_token_66 = load_view_tko weak %gsview[%cst_1_i32, %cst_0_i32] inbounds = [true, false] : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_67 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %23 = store_view_tko weak %cst_f32_67, %gsview[%cst_1_i32, %cst_0_i32] inbounds = [true, false] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token loc(#loc257)
  %tile_68, %result_token_69 = load_view_tko weak %gsview[%cst_1_i32, %cst_0_i32] inbounds = [true, true] : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_70 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %24 = store_view_tko weak %cst_f32_70, %gsview[%cst_1_i32, %cst_0_i32] inbounds = [true, true] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token loc(#loc257)
  %tile_71, %result_token_72 = load_view_tko weak %gsview[%cst_1_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_73 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %25 = store_view_tko weak %cst_f32_73, %gsview[%cst_1_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token loc(#loc257)
  %tile_74, %result_token_75 = load_view_tko weak %gsview[%cst_1_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, false] : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_76 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %26 = store_view_tko weak %cst_f32_76, %gsview[%cst_1_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, false] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token loc(#loc257)
  %tile_77, %result_token_78 = load_view_tko weak %gsview[%cst_1_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, true] : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_79 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %27 = store_view_tko weak %cst_f32_79, %gsview[%cst_1_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, true] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token loc(#loc257)
  %tile_80, %result_token_81 = load_view_tko acquire sys %gsview[%cst_1_i32, %cst_0_i32] token = %0 : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_82 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %28 = store_view_tko release device %cst_f32_82, %gsview[%cst_1_i32, %cst_0_i32] token = %0 : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token loc(#loc257)
  %gsview_83 = make_gather_scatter_view %tview : gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1> loc(#loc257)
  %tile_84, %result_token_85 = load_view_tko weak %gsview_83[%cst_0_i32, %cst_1_i32_0] : gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_86 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %29 = store_view_tko weak %cst_f32_86, %gsview_83[%cst_0_i32, %cst_1_i32_0] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> token loc(#loc257)
  %tile_87, %result_token_88 = load_view_tko weak %gsview_83[%cst_0_i32, %cst_1_i32_0] inbounds = [true, false] : gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_89 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %30 = store_view_tko weak %cst_f32_89, %gsview_83[%cst_0_i32, %cst_1_i32_0] inbounds = [true, false] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> token loc(#loc257)
  %tile_90, %result_token_91 = load_view_tko weak %gsview_83[%cst_0_i32, %cst_1_i32_0] inbounds = [true, true] : gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_92 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %31 = store_view_tko weak %cst_f32_92, %gsview_83[%cst_0_i32, %cst_1_i32_0] inbounds = [true, true] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> token loc(#loc257)
  %tile_93, %result_token_94 = load_view_tko weak %gsview_83[%cst_0_i32, %cst_1_i32_0] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_95 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %32 = store_view_tko weak %cst_f32_95, %gsview_83[%cst_0_i32, %cst_1_i32_0] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> token loc(#loc257)
  %tile_96, %result_token_97 = load_view_tko weak %gsview_83[%cst_0_i32, %cst_1_i32_0] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, false] : gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_98 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %33 = store_view_tko weak %cst_f32_98, %gsview_83[%cst_0_i32, %cst_1_i32_0] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, false] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> token loc(#loc257)
  %tile_99, %result_token_100 = load_view_tko weak %gsview_83[%cst_0_i32, %cst_1_i32_0] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, true] : gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_101 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %34 = store_view_tko weak %cst_f32_101, %gsview_83[%cst_0_i32, %cst_1_i32_0] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> inbounds = [true, true] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> token loc(#loc257)
  %tile_102, %result_token_103 = load_view_tko acquire sys %gsview_83[%cst_0_i32, %cst_1_i32_0] token = %0 : gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> tile<16x8xf32>, token loc(#loc257)
  %cst_f32_104 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc257)
  %35 = store_view_tko release device %cst_f32_104, %gsview_83[%cst_0_i32, %cst_1_i32_0] token = %0 : tile<16x8xf32>, gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> token loc(#loc257)
  return loc(#loc138)
} loc(#loc138)
entry @view_shapes(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_64_i32 = constant <i32: 64> : tile<i32> loc(#loc258)
  %cst_32_i32 = constant <i32: 32> : tile<i32> loc(#loc258)
  %cst_128_i32 = constant <i32: 128> : tile<i32> loc(#loc258)
  %tview = make_tensor_view %arg0, shape = [%cst_64_i32, 8, %cst_32_i32], strides = [%cst_64_i32, %cst_128_i32, 1] : tile<i32> -> tensor_view<?x8x?xf32, strides=[?,?,1]> loc(#loc258)
  %0:3 = get_tensor_shape %tview : tensor_view<?x8x?xf32, strides=[?,?,1]> -> tile<i32> loc(#loc258)
  %pview = make_partition_view %tview : partition_view<tile=(4x4x4), padding_value = zero, tensor_view<?x8x?xf32, strides=[?,?,1]>> loc(#loc258)
  %1:3 = get_index_space_shape %pview : partition_view<tile=(4x4x4), padding_value = zero, tensor_view<?x8x?xf32, strides=[?,?,1]>> -> tile<i32> loc(#loc258)
  return loc(#loc141)
} loc(#loc141)
entry @view_atomics(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %tview = make_tensor_view %arg0, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]> loc(#loc259)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc259)
  %pview = make_partition_view %tview : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>> loc(#loc259)
  %0 = make_token : token loc(#loc259)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc259)
  %1 = atomic_red_view_tko relaxed device %pview[%cst_0_i32, %cst_0_i32], addf, %cst_f32 inbounds = [true, false] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc259)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc259)
  %2 = atomic_red_view_tko relaxed device %pview[%cst_0_i32, %cst_0_i32], addf, %cst_f32_0 token = %0 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc259)
  return loc(#loc144)
} loc(#loc144)
entry @grids(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %0 = make_token : token loc(#loc260)
  %1 = gdc_wait_tko -> token loc(#loc260)
  %2 = gdc_launch_dependents_tko -> token loc(#loc260)
  %3 = gdc_wait_tko token = %0 -> token loc(#loc260)
  %4 = gdc_launch_dependents_tko token = %0 -> token loc(#loc260)
  %5 = memory_fence_alias_tko %0 loc(#loc260)
  return loc(#loc147)
} loc(#loc147)
entry @products(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_1_f16 = constant <f16: 1.000000e+00> : tile<16x16xf16> loc(#loc261)
  %0 = mmaf %cst_1_f16, %cst_1_f16, %cst_1_f16 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf16> loc(#loc261)
  %cst_3_i8 = constant <i8: 3> : tile<16x16xi8> loc(#loc261)
  %cst_3_i32 = constant <i32: 3> : tile<16x16xi32> loc(#loc261)
  %1 = mmai %cst_3_i8, %cst_3_i8, %cst_3_i32 unsigned unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32> loc(#loc261)
  %cst_3_i32_0 = constant <i32: 3> : tile<16x16xi32> loc(#loc261)
  %2 = mmai %cst_3_i8, %cst_3_i8, %cst_3_i32_0 unsigned signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32> loc(#loc261)
  %cst_3_i32_1 = constant <i32: 3> : tile<16x16xi32> loc(#loc261)
  %3 = mmai %cst_3_i8, %cst_3_i8, %cst_3_i32_1 signed unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32> loc(#loc261)
  %cst_3_i32_2 = constant <i32: 3> : tile<16x16xi32> loc(#loc261)
  %4 = mmai %cst_3_i8, %cst_3_i8, %cst_3_i32_2 signed signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32> loc(#loc261)
  return loc(#loc150)
} loc(#loc150)
entry @small_products(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_1_f8E4M3FN = constant <f8E4M3FN: 1.000000e+00> : tile<16x32xf8E4M3FN> loc(#loc262)
  %cst_1_f8E4M3FN_0 = constant <f8E4M3FN: 1.000000e+00> : tile<32x16xf8E4M3FN> loc(#loc262)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<16x16xf32> loc(#loc262)
  %0 = mmaf %cst_1_f8E4M3FN, %cst_1_f8E4M3FN_0, %cst_f32 fast_acc : tile<16x32xf8E4M3FN>, tile<32x16xf8E4M3FN>, tile<16x16xf32> loc(#loc262)
  %cst_1_f8E8M0FNU = constant <f8E8M0FNU: 1.000000e+00> : tile<16x1xf8E8M0FNU> loc(#loc262)
  %cst_1_f8E8M0FNU_1 = constant <f8E8M0FNU: 1.000000e+00> : tile<1x16xf8E8M0FNU> loc(#loc262)
  %cst_f32_2 = constant <f32: 1.500000e+00> : tile<16x16xf32> loc(#loc262)
  %1 = mmaf_scaled %cst_1_f8E4M3FN, %cst_1_f8E4M3FN_0, %cst_f32_2, %cst_1_f8E8M0FNU, %cst_1_f8E8M0FNU_1 : tile<16x32xf8E4M3FN>, tile<32x16xf8E4M3FN>, tile<16x16xf32>, tile<16x1xf8E8M0FNU>, tile<1x16xf8E8M0FNU> loc(#loc262)
  return loc(#loc153)
} loc(#loc153)
entry @uses_of_globals(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %0 = get_global @plain : tile<ptr<f32>> loc(#loc263)
  %1 = get_global @bytes : tile<ptr<i8>> loc(#loc263)
  %2 = get_global @"od\22d name" : tile<ptr<f32>> loc(#loc263)
  return loc(#loc156)
} loc(#loc156)
entry @reductions(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<4x8xf32> loc(#loc264)
  %reduce = reduce %cst_0_f32 dim=1 identities=[0xFF800000 : f32] : tile<4x8xf32> -> tile<4xf32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32> loc(#loc264)
  } loc(#loc264)
  %0 = scan %cst_0_f32 dim=0 reverse=true identities=[0xFF800000 : f32] : tile<4x8xf32> -> tile<4x8xf32> 
  (%arg2: tile<f32>, %arg3: tile<f32>) {
    yield %arg2 : tile<f32> loc(#loc264)
  } loc(#loc264)
  %cst_0_f64 = constant <f64: 0.000000e+00> : tile<4x8xf64> loc(#loc264)
  %reduce_0 = reduce %cst_0_f64 dim=1 identities=[0.000000e+00] : tile<4x8xf64> -> tile<4xf64> 
  (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
    yield %reduce_lhs : tile<f64> loc(#loc264)
  } loc(#loc264)
  %1 = scan %cst_0_f64 dim=0 reverse=false identities=[0.000000e+00] : tile<4x8xf64> -> tile<4x8xf64> 
  (%arg2: tile<f64>, %arg3: tile<f64>) {
    yield %arg2 : tile<f64> loc(#loc264)
  } loc(#loc264)
  %cst_0_f16 = constant <f16: 0.000000e+00> : tile<4x8xf16> loc(#loc264)
  %reduce_1 = reduce %cst_0_f16 dim=1 identities=[1.192090e-07 : f16] : tile<4x8xf16> -> tile<4xf16> 
  (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
    yield %reduce_lhs : tile<f16> loc(#loc264)
  } loc(#loc264)
  %2 = scan %cst_0_f16 dim=0 reverse=false identities=[1.192090e-07 : f16] : tile<4x8xf16> -> tile<4x8xf16> 
  (%arg2: tile<f16>, %arg3: tile<f16>) {
    yield %arg2 : tile<f16> loc(#loc264)
  } loc(#loc264)
  %cst_0_bf16 = constant <bf16: 0.000000e+00> : tile<4x8xbf16> loc(#loc264)
  %reduce_2 = reduce %cst_0_bf16 dim=1 identities=[0x7FC0 : bf16] : tile<4x8xbf16> -> tile<4xbf16> 
  (%reduce_lhs: tile<bf16>, %reduce_rhs: tile<bf16>) {
    yield %reduce_lhs : tile<bf16> loc(#loc264)
  } loc(#loc264)
  %3 = scan %cst_0_bf16 dim=0 reverse=false identities=[0x7FC0 : bf16] : tile<4x8xbf16> -> tile<4x8xbf16> 
  (%arg2: tile<bf16>, %arg3: tile<bf16>) {
    yield %arg2 : tile<bf16> loc(#loc264)
  } loc(#loc264)
  %cst_0_tf32 = constant <tf32: 0.000000e+00> : tile<4x8xtf32> loc(#loc264)
  %reduce_3 = reduce %cst_0_tf32 dim=1 identities=[-1.500000e+00 : tf32] : tile<4x8xtf32> -> tile<4xtf32> 
  (%reduce_lhs: tile<tf32>, %reduce_rhs: tile<tf32>) {
    yield %reduce_lhs : tile<tf32> loc(#loc264)
  } loc(#loc264)
  %4 = scan %cst_0_tf32 dim=0 reverse=false identities=[-1.500000e+00 : tf32] : tile<4x8xtf32> -> tile<4x8xtf32> 
  (%arg2: tile<tf32>, %arg3: tile<tf32>) {
    yield %arg2 : tile<tf32> loc(#loc264)
  } loc(#loc264)
  %cst_0_f8E4M3FN = constant <f8E4M3FN: 0.000000e+00> : tile<4x8xf8E4M3FN> loc(#loc264)
  %reduce_4 = reduce %cst_0_f8E4M3FN dim=1 identities=[-1.500000e+00 : f8E4M3FN] : tile<4x8xf8E4M3FN> -> tile<4xf8E4M3FN> 
  (%reduce_lhs: tile<f8E4M3FN>, %reduce_rhs: tile<f8E4M3FN>) {
    yield %reduce_lhs : tile<f8E4M3FN> loc(#loc264)
  } loc(#loc264)
  %5 = scan %cst_0_f8E4M3FN dim=0 reverse=false identities=[-1.500000e+00 : f8E4M3FN] : tile<4x8xf8E4M3FN> -> tile<4x8xf8E4M3FN> 
  (%arg2: tile<f8E4M3FN>, %arg3: tile<f8E4M3FN>) {
    yield %arg2 : tile<f8E4M3FN> loc(#loc264)
  } loc(#loc264)
  %cst_0_f8E5M2 = constant <f8E5M2: 0.000000e+00> : tile<4x8xf8E5M2> loc(#loc264)
  %reduce_5 = reduce %cst_0_f8E5M2 dim=1 identities=[-1.500000e+00 : f8E5M2] : tile<4x8xf8E5M2> -> tile<4xf8E5M2> 
  (%reduce_lhs: tile<f8E5M2>, %reduce_rhs: tile<f8E5M2>) {
    yield %reduce_lhs : tile<f8E5M2> loc(#loc264)
  } loc(#loc264)
  %6 = scan %cst_0_f8E5M2 dim=0 reverse=false identities=[-1.500000e+00 : f8E5M2] : tile<4x8xf8E5M2> -> tile<4x8xf8E5M2> 
  (%arg2: tile<f8E5M2>, %arg3: tile<f8E5M2>) {
    yield %arg2 : tile<f8E5M2> loc(#loc264)
  } loc(#loc264)
  %cst_0_i32 = constant <i32: 0> : tile<4x8xi32> loc(#loc264)
  %reduce_6 = reduce %cst_0_i32 dim=1 identities=[-7 : i32] : tile<4x8xi32> -> tile<4xi32> 
  (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
    yield %reduce_lhs : tile<i32> loc(#loc264)
  } loc(#loc264)
  %7 = scan %cst_0_i32 dim=0 reverse=true identities=[-7 : i32] : tile<4x8xi32> -> tile<4x8xi32> 
  (%arg2: tile<i32>, %arg3: tile<i32>) {
    yield %arg2 : tile<i32> loc(#loc264)
  } loc(#loc264)
  %cst_0_i64 = constant <i64: 0> : tile<4x8xi64> loc(#loc264)
  %reduce_7 = reduce %cst_0_i64 dim=1 identities=[-9223372036854775808] : tile<4x8xi64> -> tile<4xi64> 
  (%reduce_lhs: tile<i64>, %reduce_rhs: tile<i64>) {
    yield %reduce_lhs : tile<i64> loc(#loc264)
  } loc(#loc264)
  %8 = scan %cst_0_i64 dim=0 reverse=false identities=[-9223372036854775808] : tile<4x8xi64> -> tile<4x8xi64> 
  (%arg2: tile<i64>, %arg3: tile<i64>) {
    yield %arg2 : tile<i64> loc(#loc264)
  } loc(#loc264)
  %cst_0_i8 = constant <i8: 0> : tile<4x8xi8> loc(#loc264)
  %reduce_8 = reduce %cst_0_i8 dim=1 identities=[-1 : i8] : tile<4x8xi8> -> tile<4xi8> 
  (%reduce_lhs: tile<i8>, %reduce_rhs: tile<i8>) {
    yield %reduce_lhs : tile<i8> loc(#loc264)
  } loc(#loc264)
  %9 = scan %cst_0_i8 dim=0 reverse=false identities=[-1 : i8] : tile<4x8xi8> -> tile<4x8xi8> 
  (%arg2: tile<i8>, %arg3: tile<i8>) {
    yield %arg2 : tile<i8> loc(#loc264)
  } loc(#loc264)
  %false = constant <i1: false> : tile<4x8xi1> loc(#loc264)
  %reduce_9 = reduce %false dim=1 identities=[true] : tile<4x8xi1> -> tile<4xi1> 
  (%reduce_lhs: tile<i1>, %reduce_rhs: tile<i1>) {
    yield %reduce_lhs : tile<i1> loc(#loc264)
  } loc(#loc264)
  %10 = scan %false dim=0 reverse=false identities=[true] : tile<4x8xi1> -> tile<4x8xi1> 
  (%arg2: tile<i1>, %arg3: tile<i1>) {
    yield %arg2 : tile<i1> loc(#loc264)
  } loc(#loc264)
  %false_10 = constant <i1: false> : tile<4x8xi1> loc(#loc264)
  %reduce_11 = reduce %false_10 dim=1 identities=[true] : tile<4x8xi1> -> tile<4xi1> 
  (%reduce_lhs: tile<i1>, %reduce_rhs: tile<i1>) {
    yield %reduce_lhs : tile<i1> loc(#loc264)
  } loc(#loc264)
  %11 = scan %false_10 dim=0 reverse=false identities=[true] : tile<4x8xi1> -> tile<4x8xi1> 
  (%arg2: tile<i1>, %arg3: tile<i1>) {
    yield %arg2 : tile<i1> loc(#loc264)
  } loc(#loc264)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4x8xf32> loc(#loc264)
  %cst_3_i32 = constant <i32: 3> : tile<4x8xi32> loc(#loc264)
  %reduce_12:2 = reduce %cst_f32, %cst_3_i32 dim=0 identities=[0.000000e+00 : f32, 0 : i32] : tile<4x8xf32>, tile<4x8xi32> -> tile<8xf32>, tile<8xi32> 
  (%reduce_lhs0: tile<f32>, %reduce_rhs0: tile<f32>, %reduce_lhs1: tile<i32>, %reduce_rhs1: tile<i32>) {
    yield %reduce_rhs0, %reduce_lhs1 : tile<f32>, tile<i32> loc(#loc264)
  } loc(#loc264)
  return loc(#loc159)
} loc(#loc159)
entry @control(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %true = constant <i1: true> : tile<i1> loc(#loc265)
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc265)
  %for = for %loopIdx in (%cst_3_i32 to %cst_3_i32, step %cst_3_i32) : tile<i32> iter_values(%iterArg0 = %cst_3_i32) -> (tile<i32>) {
    if %true {
      continue %loopIdx : tile<i32> loc(#loc265)
    } else {
    } loc(#loc265)
    continue %iterArg0 : tile<i32> loc(#loc265)
  } loc(#loc265)
  for %loopIdx in (%cst_3_i32 to %cst_3_i32, step %cst_3_i32) : tile<i32> {
  } loc(#loc265)
  %0:2 = loop iter_values(%arg2 = %for) : tile<i32> -> tile<i32>, tile<i32> {
    %1:2 = if %true -> (tile<i32>, tile<i32>) {
      break %arg2, %for : tile<i32>, tile<i32> loc(#loc265)
    } else {
      yield %for, %arg2 : tile<i32>, tile<i32> loc(#loc265)
    } loc(#loc265)
    continue %1#1 : tile<i32> loc(#loc265)
  } loc(#loc265)
  loop {
    break loc(#loc265)
  } loc(#loc265)
  if %true {
    return loc(#loc265)
  } else {
  } loc(#loc265)
  return loc(#loc162)
} loc(#loc162)
entry @unsigned_loop(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc266)
  for unsigned %loopIdx in (%cst_3_i32 to %cst_3_i32, step %cst_3_i32) : tile<i32> {
  } loc(#loc266)
  return loc(#loc165)
} loc(#loc165)
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
#loc39 = loc("operations.py":19:0)
#loc40 = loc("operations.py":19:4)
#loc41 = loc("operations.py":20:0)
#loc42 = loc("operations.py":20:4)
#loc43 = loc("operations.py":21:0)
#loc44 = loc("operations.py":21:4)
#loc45 = loc("operations.py":22:0)
#loc46 = loc("operations.py":22:4)
#loc47 = loc("operations.py":23:0)
#loc48 = loc("operations.py":23:4)
#loc49 = loc("operations.py":24:0)
#loc50 = loc("operations.py":24:4)
#loc51 = loc("operations.py":25:0)
#loc52 = loc("operations.py":25:4)
#loc53 = loc("operations.py":26:0)
#loc54 = loc("operations.py":26:4)
#loc55 = loc("operations.py":27:0)
#loc56 = loc("operations.py":27:4)
#loc57 = loc("operations.py":28:0)
#loc58 = loc("operations.py":28:4)
#loc59 = loc("operations.py":29:0)
#loc60 = loc("operations.py":29:4)
#loc61 = loc("operations.py":30:0)
#loc62 = loc("operations.py":30:4)
#loc63 = loc("operations.py":31:0)
#loc64 = loc("operations.py":31:4)
#loc65 = loc("operations.py":32:0)
#loc66 = loc("operations.py":32:4)
#loc67 = loc("operations.py":33:0)
#loc68 = loc("operations.py":33:4)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 1, name = "splats", linkageName = "splats", compileUnit = #di_compile_unit, scopeLine = 1>
#di_subprogram1 = #cuda_tile.di_subprogram<file = #di_file, line = 2, name = "elements", linkageName = "elements", compileUnit = #di_compile_unit, scopeLine = 2>
#di_subprogram2 = #cuda_tile.di_subprogram<file = #di_file, line = 3, name = "tables", linkageName = "tables", compileUnit = #di_compile_unit, scopeLine = 3>
#di_subprogram3 = #cuda_tile.di_subprogram<file = #di_file, line = 4, name = "table_of_powers", linkageName = "table_of_powers", compileUnit = #di_compile_unit, scopeLine = 4>
#di_subprogram4 = #cuda_tile.di_subprogram<file = #di_file, line = 5, name = "table_of_small_floats", linkageName = "table_of_small_floats", compileUnit = #di_compile_unit, scopeLine = 5>
#di_subprogram5 = #cuda_tile.di_subprogram<file = #di_file, line = 6, name = "bits", linkageName = "bits", compileUnit = #di_compile_unit, scopeLine = 6>
#di_subprogram6 = #cuda_tile.di_subprogram<file = #di_file, line = 7, name = "powers", linkageName = "powers", compileUnit = #di_compile_unit, scopeLine = 7>
#di_subprogram7 = #cuda_tile.di_subprogram<file = #di_file, line = 8, name = "small_floats", linkageName = "small_floats", compileUnit = #di_compile_unit, scopeLine = 8>
#di_subprogram8 = #cuda_tile.di_subprogram<file = #di_file, line = 9, name = "floats", linkageName = "floats", compileUnit = #di_compile_unit, scopeLine = 9>
#di_subprogram9 = #cuda_tile.di_subprogram<file = #di_file, line = 10, name = "floats_of_two", linkageName = "floats_of_two", compileUnit = #di_compile_unit, scopeLine = 10>
#di_subprogram10 = #cuda_tile.di_subprogram<file = #di_file, line = 11, name = "floats_of_three", linkageName = "floats_of_three", compileUnit = #di_compile_unit, scopeLine = 11>
#di_subprogram11 = #cuda_tile.di_subprogram<file = #di_file, line = 12, name = "floats_of_four", linkageName = "floats_of_four", compileUnit = #di_compile_unit, scopeLine = 12>
#di_subprogram12 = #cuda_tile.di_subprogram<file = #di_file, line = 13, name = "integers", linkageName = "integers", compileUnit = #di_compile_unit, scopeLine = 13>
#di_subprogram13 = #cuda_tile.di_subprogram<file = #di_file, line = 14, name = "negation", linkageName = "negation", compileUnit = #di_compile_unit, scopeLine = 14>
#di_subprogram14 = #cuda_tile.di_subprogram<file = #di_file, line = 15, name = "shapes", linkageName = "shapes", compileUnit = #di_compile_unit, scopeLine = 15>
#di_subprogram15 = #cuda_tile.di_subprogram<file = #di_file, line = 16, name = "packing", linkageName = "packing", compileUnit = #di_compile_unit, scopeLine = 16>
#di_subprogram16 = #cuda_tile.di_subprogram<file = #di_file, line = 17, name = "scratch", linkageName = "scratch", compileUnit = #di_compile_unit, scopeLine = 17>
#di_subprogram17 = #cuda_tile.di_subprogram<file = #di_file, line = 18, name = "insertion", linkageName = "insertion", compileUnit = #di_compile_unit, scopeLine = 18>
#di_subprogram18 = #cuda_tile.di_subprogram<file = #di_file, line = 19, name = "assumptions", linkageName = "assumptions", compileUnit = #di_compile_unit, scopeLine = 19>
#di_subprogram19 = #cuda_tile.di_subprogram<file = #di_file, line = 20, name = "texts", linkageName = "texts", compileUnit = #di_compile_unit, scopeLine = 20>
#di_subprogram20 = #cuda_tile.di_subprogram<file = #di_file, line = 21, name = "printing", linkageName = "printing", compileUnit = #di_compile_unit, scopeLine = 21>
#di_subprogram21 = #cuda_tile.di_subprogram<file = #di_file, line = 22, name = "atomics", linkageName = "atomics", compileUnit = #di_compile_unit, scopeLine = 22>
#di_subprogram22 = #cuda_tile.di_subprogram<file = #di_file, line = 23, name = "pointer_accesses", linkageName = "pointer_accesses", compileUnit = #di_compile_unit, scopeLine = 23>
#di_subprogram23 = #cuda_tile.di_subprogram<file = #di_file, line = 24, name = "view_accesses", linkageName = "view_accesses", compileUnit = #di_compile_unit, scopeLine = 24>
#di_subprogram24 = #cuda_tile.di_subprogram<file = #di_file, line = 25, name = "view_shapes", linkageName = "view_shapes", compileUnit = #di_compile_unit, scopeLine = 25>
#di_subprogram25 = #cuda_tile.di_subprogram<file = #di_file, line = 26, name = "view_atomics", linkageName = "view_atomics", compileUnit = #di_compile_unit, scopeLine = 26>
#di_subprogram26 = #cuda_tile.di_subprogram<file = #di_file, line = 27, name = "grids", linkageName = "grids", compileUnit = #di_compile_unit, scopeLine = 27>
#di_subprogram27 = #cuda_tile.di_subprogram<file = #di_file, line = 28, name = "products", linkageName = "products", compileUnit = #di_compile_unit, scopeLine = 28>
#di_subprogram28 = #cuda_tile.di_subprogram<file = #di_file, line = 29, name = "small_products", linkageName = "small_products", compileUnit = #di_compile_unit, scopeLine = 29>
#di_subprogram29 = #cuda_tile.di_subprogram<file = #di_file, line = 30, name = "uses_of_globals", linkageName = "uses_of_globals", compileUnit = #di_compile_unit, scopeLine = 30>
#di_subprogram30 = #cuda_tile.di_subprogram<file = #di_file, line = 31, name = "reductions", linkageName = "reductions", compileUnit = #di_compile_unit, scopeLine = 31>
#di_subprogram31 = #cuda_tile.di_subprogram<file = #di_file, line = 32, name = "control", linkageName = "control", compileUnit = #di_compile_unit, scopeLine = 32>
#di_subprogram32 = #cuda_tile.di_subprogram<file = #di_file, line = 33, name = "unsigned_loop", linkageName = "unsigned_loop", compileUnit = #di_compile_unit, scopeLine = 33>
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
#di_lexical_block18 = #cuda_tile.di_lexical_block<scope = #di_subprogram18, file = #di_file, line = 19, column = 4>
#di_lexical_block19 = #cuda_tile.di_lexical_block<scope = #di_subprogram19, file = #di_file, line = 20, column = 4>
#di_lexical_block20 = #cuda_tile.di_lexical_block<scope = #di_subprogram20, file = #di_file, line = 21, column = 4>
#di_lexical_block21 = #cuda_tile.di_lexical_block<scope = #di_subprogram21, file = #di_file, line = 22, column = 4>
#di_lexical_block22 = #cuda_tile.di_lexical_block<scope = #di_subprogram22, file = #di_file, line = 23, column = 4>
#di_lexical_block23 = #cuda_tile.di_lexical_block<scope = #di_subprogram23, file = #di_file, line = 24, column = 4>
#di_lexical_block24 = #cuda_tile.di_lexical_block<scope = #di_subprogram24, file = #di_file, line = 25, column = 4>
#di_lexical_block25 = #cuda_tile.di_lexical_block<scope = #di_subprogram25, file = #di_file, line = 26, column = 4>
#di_lexical_block26 = #cuda_tile.di_lexical_block<scope = #di_subprogram26, file = #di_file, line = 27, column = 4>
#di_lexical_block27 = #cuda_tile.di_lexical_block<scope = #di_subprogram27, file = #di_file, line = 28, column = 4>
#di_lexical_block28 = #cuda_tile.di_lexical_block<scope = #di_subprogram28, file = #di_file, line = 29, column = 4>
#di_lexical_block29 = #cuda_tile.di_lexical_block<scope = #di_subprogram29, file = #di_file, line = 30, column = 4>
#di_lexical_block30 = #cuda_tile.di_lexical_block<scope = #di_subprogram30, file = #di_file, line = 31, column = 4>
#di_lexical_block31 = #cuda_tile.di_lexical_block<scope = #di_subprogram31, file = #di_file, line = 32, column = 4>
#di_lexical_block32 = #cuda_tile.di_lexical_block<scope = #di_subprogram32, file = #di_file, line = 33, column = 4>
#loc69 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc70 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc71 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc72 = #cuda_tile.di_loc<#loc5 in #di_subprogram1>
#loc73 = #cuda_tile.di_loc<#loc2 in #di_subprogram1>
#loc74 = #cuda_tile.di_loc<#loc3 in #di_subprogram1>
#loc75 = #cuda_tile.di_loc<#loc7 in #di_subprogram2>
#loc76 = #cuda_tile.di_loc<#loc2 in #di_subprogram2>
#loc77 = #cuda_tile.di_loc<#loc3 in #di_subprogram2>
#loc78 = #cuda_tile.di_loc<#loc9 in #di_subprogram3>
#loc79 = #cuda_tile.di_loc<#loc2 in #di_subprogram3>
#loc80 = #cuda_tile.di_loc<#loc3 in #di_subprogram3>
#loc81 = #cuda_tile.di_loc<#loc11 in #di_subprogram4>
#loc82 = #cuda_tile.di_loc<#loc2 in #di_subprogram4>
#loc83 = #cuda_tile.di_loc<#loc3 in #di_subprogram4>
#loc84 = #cuda_tile.di_loc<#loc13 in #di_subprogram5>
#loc85 = #cuda_tile.di_loc<#loc2 in #di_subprogram5>
#loc86 = #cuda_tile.di_loc<#loc3 in #di_subprogram5>
#loc87 = #cuda_tile.di_loc<#loc15 in #di_subprogram6>
#loc88 = #cuda_tile.di_loc<#loc2 in #di_subprogram6>
#loc89 = #cuda_tile.di_loc<#loc3 in #di_subprogram6>
#loc90 = #cuda_tile.di_loc<#loc17 in #di_subprogram7>
#loc91 = #cuda_tile.di_loc<#loc2 in #di_subprogram7>
#loc92 = #cuda_tile.di_loc<#loc3 in #di_subprogram7>
#loc93 = #cuda_tile.di_loc<#loc19 in #di_subprogram8>
#loc94 = #cuda_tile.di_loc<#loc2 in #di_subprogram8>
#loc95 = #cuda_tile.di_loc<#loc3 in #di_subprogram8>
#loc96 = #cuda_tile.di_loc<#loc21 in #di_subprogram9>
#loc97 = #cuda_tile.di_loc<#loc2 in #di_subprogram9>
#loc98 = #cuda_tile.di_loc<#loc3 in #di_subprogram9>
#loc99 = #cuda_tile.di_loc<#loc23 in #di_subprogram10>
#loc100 = #cuda_tile.di_loc<#loc2 in #di_subprogram10>
#loc101 = #cuda_tile.di_loc<#loc3 in #di_subprogram10>
#loc102 = #cuda_tile.di_loc<#loc25 in #di_subprogram11>
#loc103 = #cuda_tile.di_loc<#loc2 in #di_subprogram11>
#loc104 = #cuda_tile.di_loc<#loc3 in #di_subprogram11>
#loc105 = #cuda_tile.di_loc<#loc27 in #di_subprogram12>
#loc106 = #cuda_tile.di_loc<#loc2 in #di_subprogram12>
#loc107 = #cuda_tile.di_loc<#loc3 in #di_subprogram12>
#loc108 = #cuda_tile.di_loc<#loc29 in #di_subprogram13>
#loc109 = #cuda_tile.di_loc<#loc2 in #di_subprogram13>
#loc110 = #cuda_tile.di_loc<#loc3 in #di_subprogram13>
#loc111 = #cuda_tile.di_loc<#loc31 in #di_subprogram14>
#loc112 = #cuda_tile.di_loc<#loc2 in #di_subprogram14>
#loc113 = #cuda_tile.di_loc<#loc3 in #di_subprogram14>
#loc114 = #cuda_tile.di_loc<#loc33 in #di_subprogram15>
#loc115 = #cuda_tile.di_loc<#loc2 in #di_subprogram15>
#loc116 = #cuda_tile.di_loc<#loc3 in #di_subprogram15>
#loc117 = #cuda_tile.di_loc<#loc35 in #di_subprogram16>
#loc118 = #cuda_tile.di_loc<#loc2 in #di_subprogram16>
#loc119 = #cuda_tile.di_loc<#loc3 in #di_subprogram16>
#loc120 = #cuda_tile.di_loc<#loc37 in #di_subprogram17>
#loc121 = #cuda_tile.di_loc<#loc2 in #di_subprogram17>
#loc122 = #cuda_tile.di_loc<#loc3 in #di_subprogram17>
#loc123 = #cuda_tile.di_loc<#loc39 in #di_subprogram18>
#loc124 = #cuda_tile.di_loc<#loc2 in #di_subprogram18>
#loc125 = #cuda_tile.di_loc<#loc3 in #di_subprogram18>
#loc126 = #cuda_tile.di_loc<#loc41 in #di_subprogram19>
#loc127 = #cuda_tile.di_loc<#loc2 in #di_subprogram19>
#loc128 = #cuda_tile.di_loc<#loc3 in #di_subprogram19>
#loc129 = #cuda_tile.di_loc<#loc43 in #di_subprogram20>
#loc130 = #cuda_tile.di_loc<#loc2 in #di_subprogram20>
#loc131 = #cuda_tile.di_loc<#loc3 in #di_subprogram20>
#loc132 = #cuda_tile.di_loc<#loc45 in #di_subprogram21>
#loc133 = #cuda_tile.di_loc<#loc2 in #di_subprogram21>
#loc134 = #cuda_tile.di_loc<#loc3 in #di_subprogram21>
#loc135 = #cuda_tile.di_loc<#loc47 in #di_subprogram22>
#loc136 = #cuda_tile.di_loc<#loc2 in #di_subprogram22>
#loc137 = #cuda_tile.di_loc<#loc3 in #di_subprogram22>
#loc138 = #cuda_tile.di_loc<#loc49 in #di_subprogram23>
#loc139 = #cuda_tile.di_loc<#loc2 in #di_subprogram23>
#loc140 = #cuda_tile.di_loc<#loc3 in #di_subprogram23>
#loc141 = #cuda_tile.di_loc<#loc51 in #di_subprogram24>
#loc142 = #cuda_tile.di_loc<#loc2 in #di_subprogram24>
#loc143 = #cuda_tile.di_loc<#loc3 in #di_subprogram24>
#loc144 = #cuda_tile.di_loc<#loc53 in #di_subprogram25>
#loc145 = #cuda_tile.di_loc<#loc2 in #di_subprogram25>
#loc146 = #cuda_tile.di_loc<#loc3 in #di_subprogram25>
#loc147 = #cuda_tile.di_loc<#loc55 in #di_subprogram26>
#loc148 = #cuda_tile.di_loc<#loc2 in #di_subprogram26>
#loc149 = #cuda_tile.di_loc<#loc3 in #di_subprogram26>
#loc150 = #cuda_tile.di_loc<#loc57 in #di_subprogram27>
#loc151 = #cuda_tile.di_loc<#loc2 in #di_subprogram27>
#loc152 = #cuda_tile.di_loc<#loc3 in #di_subprogram27>
#loc153 = #cuda_tile.di_loc<#loc59 in #di_subprogram28>
#loc154 = #cuda_tile.di_loc<#loc2 in #di_subprogram28>
#loc155 = #cuda_tile.di_loc<#loc3 in #di_subprogram28>
#loc156 = #cuda_tile.di_loc<#loc61 in #di_subprogram29>
#loc157 = #cuda_tile.di_loc<#loc2 in #di_subprogram29>
#loc158 = #cuda_tile.di_loc<#loc3 in #di_subprogram29>
#loc159 = #cuda_tile.di_loc<#loc63 in #di_subprogram30>
#loc160 = #cuda_tile.di_loc<#loc2 in #di_subprogram30>
#loc161 = #cuda_tile.di_loc<#loc3 in #di_subprogram30>
#loc162 = #cuda_tile.di_loc<#loc65 in #di_subprogram31>
#loc163 = #cuda_tile.di_loc<#loc2 in #di_subprogram31>
#loc164 = #cuda_tile.di_loc<#loc3 in #di_subprogram31>
#loc165 = #cuda_tile.di_loc<#loc67 in #di_subprogram32>
#loc166 = #cuda_tile.di_loc<#loc2 in #di_subprogram32>
#loc167 = #cuda_tile.di_loc<#loc3 in #di_subprogram32>
#loc168 = #cuda_tile.di_loc<#loc4 in #di_lexical_block>
#loc169 = #cuda_tile.di_loc<#loc6 in #di_lexical_block1>
#loc170 = #cuda_tile.di_loc<#loc8 in #di_lexical_block2>
#loc171 = #cuda_tile.di_loc<#loc10 in #di_lexical_block3>
#loc172 = #cuda_tile.di_loc<#loc12 in #di_lexical_block4>
#loc173 = #cuda_tile.di_loc<#loc14 in #di_lexical_block5>
#loc174 = #cuda_tile.di_loc<#loc16 in #di_lexical_block6>
#loc175 = #cuda_tile.di_loc<#loc18 in #di_lexical_block7>
#loc176 = #cuda_tile.di_loc<#loc20 in #di_lexical_block8>
#loc177 = #cuda_tile.di_loc<#loc22 in #di_lexical_block9>
#loc178 = #cuda_tile.di_loc<#loc24 in #di_lexical_block10>
#loc179 = #cuda_tile.di_loc<#loc26 in #di_lexical_block11>
#loc180 = #cuda_tile.di_loc<#loc28 in #di_lexical_block12>
#loc181 = #cuda_tile.di_loc<#loc30 in #di_lexical_block13>
#loc182 = #cuda_tile.di_loc<#loc32 in #di_lexical_block14>
#loc183 = #cuda_tile.di_loc<#loc34 in #di_lexical_block15>
#loc184 = #cuda_tile.di_loc<#loc36 in #di_lexical_block16>
#loc185 = #cuda_tile.di_loc<#loc38 in #di_lexical_block17>
#loc186 = #cuda_tile.di_loc<#loc40 in #di_lexical_block18>
#loc187 = #cuda_tile.di_loc<#loc42 in #di_lexical_block19>
#loc188 = #cuda_tile.di_loc<#loc44 in #di_lexical_block20>
#loc189 = #cuda_tile.di_loc<#loc46 in #di_lexical_block21>
#loc190 = #cuda_tile.di_loc<#loc48 in #di_lexical_block22>
#loc191 = #cuda_tile.di_loc<#loc50 in #di_lexical_block23>
#loc192 = #cuda_tile.di_loc<#loc52 in #di_lexical_block24>
#loc193 = #cuda_tile.di_loc<#loc54 in #di_lexical_block25>
#loc194 = #cuda_tile.di_loc<#loc56 in #di_lexical_block26>
#loc195 = #cuda_tile.di_loc<#loc58 in #di_lexical_block27>
#loc196 = #cuda_tile.di_loc<#loc60 in #di_lexical_block28>
#loc197 = #cuda_tile.di_loc<#loc62 in #di_lexical_block29>
#loc198 = #cuda_tile.di_loc<#loc64 in #di_lexical_block30>
#loc199 = #cuda_tile.di_loc<#loc66 in #di_lexical_block31>
#loc200 = #cuda_tile.di_loc<#loc68 in #di_lexical_block32>
#loc201 = loc(callsite(#loc71 at #loc168))
#loc202 = loc(callsite(#loc74 at #loc169))
#loc203 = loc(callsite(#loc77 at #loc170))
#loc204 = loc(callsite(#loc80 at #loc171))
#loc205 = loc(callsite(#loc83 at #loc172))
#loc206 = loc(callsite(#loc86 at #loc173))
#loc207 = loc(callsite(#loc89 at #loc174))
#loc208 = loc(callsite(#loc92 at #loc175))
#loc209 = loc(callsite(#loc95 at #loc176))
#loc210 = loc(callsite(#loc98 at #loc177))
#loc211 = loc(callsite(#loc101 at #loc178))
#loc212 = loc(callsite(#loc104 at #loc179))
#loc213 = loc(callsite(#loc107 at #loc180))
#loc214 = loc(callsite(#loc110 at #loc181))
#loc215 = loc(callsite(#loc113 at #loc182))
#loc216 = loc(callsite(#loc116 at #loc183))
#loc217 = loc(callsite(#loc119 at #loc184))
#loc218 = loc(callsite(#loc122 at #loc185))
#loc219 = loc(callsite(#loc125 at #loc186))
#loc220 = loc(callsite(#loc128 at #loc187))
#loc221 = loc(callsite(#loc131 at #loc188))
#loc222 = loc(callsite(#loc134 at #loc189))
#loc223 = loc(callsite(#loc137 at #loc190))
#loc224 = loc(callsite(#loc140 at #loc191))
#loc225 = loc(callsite(#loc143 at #loc192))
#loc226 = loc(callsite(#loc146 at #loc193))
#loc227 = loc(callsite(#loc149 at #loc194))
#loc228 = loc(callsite(#loc152 at #loc195))
#loc229 = loc(callsite(#loc155 at #loc196))
#loc230 = loc(callsite(#loc158 at #loc197))
#loc231 = loc(callsite(#loc161 at #loc198))
#loc232 = loc(callsite(#loc164 at #loc199))
#loc233 = loc(callsite(#loc167 at #loc200))
#loc234 = loc(callsite(#loc70 at #loc201))
#loc235 = loc(callsite(#loc73 at #loc202))
#loc236 = loc(callsite(#loc76 at #loc203))
#loc237 = loc(callsite(#loc79 at #loc204))
#loc238 = loc(callsite(#loc82 at #loc205))
#loc239 = loc(callsite(#loc85 at #loc206))
#loc240 = loc(callsite(#loc88 at #loc207))
#loc241 = loc(callsite(#loc91 at #loc208))
#loc242 = loc(callsite(#loc94 at #loc209))
#loc243 = loc(callsite(#loc97 at #loc210))
#loc244 = loc(callsite(#loc100 at #loc211))
#loc245 = loc(callsite(#loc103 at #loc212))
#loc246 = loc(callsite(#loc106 at #loc213))
#loc247 = loc(callsite(#loc109 at #loc214))
#loc248 = loc(callsite(#loc112 at #loc215))
#loc249 = loc(callsite(#loc115 at #loc216))
#loc250 = loc(callsite(#loc118 at #loc217))
#loc251 = loc(callsite(#loc121 at #loc218))
#loc252 = loc(callsite(#loc124 at #loc219))
#loc253 = loc(callsite(#loc127 at #loc220))
#loc254 = loc(callsite(#loc130 at #loc221))
#loc255 = loc(callsite(#loc133 at #loc222))
#loc256 = loc(callsite(#loc136 at #loc223))
#loc257 = loc(callsite(#loc139 at #loc224))
#loc258 = loc(callsite(#loc142 at #loc225))
#loc259 = loc(callsite(#loc145 at #loc226))
#loc260 = loc(callsite(#loc148 at #loc227))
#loc261 = loc(callsite(#loc151 at #loc228))
#loc262 = loc(callsite(#loc154 at #loc229))
#loc263 = loc(callsite(#loc157 at #loc230))
#loc264 = loc(callsite(#loc160 at #loc231))
#loc265 = loc(callsite(#loc163 at #loc232))
#loc266 = loc(callsite(#loc166 at #loc233))
