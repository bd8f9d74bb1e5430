global  @plain <f32: 2.500000e+00> : tile<1xf32> loc(#loc)
global  constant @bytes alignment = 16 <i8: [1, 2, 3, -1]> : tile<4xi8> loc(#loc)
global  @"od\22d name" alignment = 4 <f32: [2.500000e+00, 0.000000e+00]> : tile<2xf32> loc(#loc)
entry @splats(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f32 = constant <f32: 0xFF800000> : tile<4xf32> loc(#loc213)
  %cst_f64 = constant <f64: -1.000000e-01> : tile<4xf64> loc(#loc213)
  %cst_f16 = constant <f16: -5.960460e-08> : tile<4xf16> loc(#loc213)
  %cst_bf16 = constant <bf16: 0x7F80> : tile<4xbf16> loc(#loc213)
  %cst_tf32 = constant <tf32: 1.000980e+00> : tile<4xtf32> loc(#loc213)
  %cst_NaN_f8E4M3FN = constant <f8E4M3FN: 0xFF> : tile<4xf8E4M3FN> loc(#loc213)
  %cst_f8E5M2 = constant <f8E5M2: 0x7C> : tile<4xf8E5M2> loc(#loc213)
  %cst_-128_i8 = constant <i8: -128> : tile<4xi8> loc(#loc213)
  %cst_32767_i16 = constant <i16: 32767> : tile<4xi16> loc(#loc213)
  %cst_-9223372036854775808_i64 = constant <i64: -9223372036854775808> : tile<4xi64> loc(#loc213)
  return loc(#loc63)
} loc(#loc63)
entry @elements(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f32 = constant <f32: [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tile<4xf32> loc(#loc214)
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<2x2xf32> loc(#loc214)
  %cst_i32 = constant <i32: [[1, 2], [-3, 4]]> : tile<2x2xi32> loc(#loc214)
  %cst_-3_i32 = constant <i32: -3> : tile<1xi32> loc(#loc214)
  %cst_tf32 = constant <tf32: [1.000980e+00, 2.000000e+00]> : tile<2xtf32> loc(#loc214)
  return loc(#loc66)
} loc(#loc66)
entry @tables(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f16 = constant <f16: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xf16> loc(#loc215)
  %cst_bf16 = constant <bf16: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xbf16> loc(#loc215)
  %cst_i16 = constant <i16: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xi16> loc(#loc215)
  %cst_f32 = constant <f32: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<8x16xf32> loc(#loc215)
  %cst_i32 = constant <i32: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<8x16xi32> loc(#loc215)
  %cst_f64 = constant <f64: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<2x64xf64> loc(#loc215)
  %cst_i64 = constant <i64: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F800102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<2x64xi64> loc(#loc215)
  %cst_i8 = constant <i8: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xi8> loc(#loc215)
  %cst_f8E4M3FN = constant <f8E4M3FN: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xf8E4M3FN> loc(#loc215)
  %cst_f8E5M2 = constant <f8E5M2: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xf8E5M2> loc(#loc215)
  %cst_tf32 = constant <tf32: "0x01FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC0100000201FC01000002"> : tile<128xtf32> loc(#loc215)
  %cst_i1 = constant <i1: "0x0100000000000000000100000000000001010000000000000000010000000000010001000000000000010100000000000101010000000000000000010000000001000001000000000001000100000000010100010000000000000101000000000100010100000000000101010000000001010101000000000000000001000000"> : tile<128xi1> loc(#loc215)
  %cst_i1_0 = constant <i1: "0x0100000000000000000100000000000001010000000000000000010000000000010001000000000000010100000000000101010000000000000000010000000001000001000000000001000100000000010100010000000000000101000000000100010100000000000101010000000001010101000000000000000001000000"> : tile<1x8x16xi1> loc(#loc215)
  %cst_7_i8 = constant <i8: 7> : tile<128xi8> loc(#loc215)
  %true = constant <i1: true> : tile<128xi1> loc(#loc215)
  return loc(#loc69)
} loc(#loc69)
entry @table_of_powers(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f8E8M0FNU = constant <f8E8M0FNU: "0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F80"> : tile<128xf8E8M0FNU> loc(#loc216)
  return loc(#loc72)
} loc(#loc72)
entry @table_of_small_floats(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f4E2M1FN = constant <f4E2M1FN: "0x0102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F00"> : tile<128xf4E2M1FN> loc(#loc217)
  return loc(#loc75)
} loc(#loc75)
entry @bits(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_i1 = constant <i1: [true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true]> : tile<16xi1> loc(#loc218)
  %true = constant <i1: true> : tile<16xi1> loc(#loc218)
  %true_0 = constant <i1: true> : tile<4xi1> loc(#loc218)
  %true_1 = constant <i1: true> : tile<4xi1> loc(#loc218)
  %false = constant <i1: false> : tile<4xi1> loc(#loc218)
  %cst_i1_2 = constant <i1: [true, false, false, false]> : tile<4xi1> loc(#loc218)
  %cst_i1_3 = constant <i1: [true, false, false, false, false, false, false, false]> : tile<8xi1> loc(#loc218)
  %cst_i1_4 = constant <i1: [false, true]> : tile<2xi1> loc(#loc218)
  %true_5 = constant <i1: true> : tile<2xi1> loc(#loc218)
  %true_6 = constant <i1: true> : tile<1xi1> loc(#loc218)
  %true_7 = constant <i1: true> : tile<1xi1> loc(#loc218)
  %false_8 = constant <i1: false> : tile<4xi1> loc(#loc218)
  %cst_i1_9 = constant <i1: [true, false, true, true, false, false, false, false]> : tile<8xi1> loc(#loc218)
  return loc(#loc78)
} loc(#loc78)
entry @powers(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_1_f8E8M0FNU = constant <f8E8M0FNU: 1.000000e+00> : tile<4xf8E8M0FNU> loc(#loc219)
  %cst_f8E8M0FNU = constant <f8E8M0FNU: [1.000000e+00, 2.000000e+00, 4.000000e+00, 8.000000e+00]> : tile<4xf8E8M0FNU> loc(#loc219)
  return loc(#loc81)
} loc(#loc81)
entry @small_floats(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f4E2M1FN = constant <f4E2M1FN: 1.500000e+00> : tile<4xf4E2M1FN> loc(#loc220)
  %cst_f4E2M1FN_0 = constant <f4E2M1FN: [1.500000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tile<4xf4E2M1FN> loc(#loc220)
  return loc(#loc84)
} loc(#loc84)
entry @floats(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc221)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc221)
  %0 = absf %cst_f32 : tile<4xf32> loc(#loc221)
  %1 = ceil %cst_f32 : tile<4xf32> loc(#loc221)
  %2 = cos %cst_f32 : tile<4xf32> loc(#loc221)
  %3 = cosh %cst_f32 : tile<4xf32> loc(#loc221)
  %4 = floor %cst_f32 : tile<4xf32> loc(#loc221)
  %5 = log %cst_f32 : tile<4xf32> loc(#loc221)
  %6 = log2 %cst_f32 : tile<4xf32> loc(#loc221)
  %7 = negf %cst_f32 : tile<4xf32> loc(#loc221)
  %8 = sin %cst_f32 : tile<4xf32> loc(#loc221)
  %9 = sinh %cst_f32 : tile<4xf32> loc(#loc221)
  %10 = tan %cst_f32 : tile<4xf32> loc(#loc221)
  %11 = addf %cst_f32, %cst_f32_0  : tile<4xf32> loc(#loc221)
  %12 = addf %cst_f32, %cst_f32_0 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc221)
  %13 = addf %cst_f32, %cst_f32_0 rounding<negative_inf> : tile<4xf32> loc(#loc221)
  %14 = addf %cst_f32, %cst_f32_0 rounding<positive_inf> : tile<4xf32> loc(#loc221)
  %15 = subf %cst_f32, %cst_f32_0  : tile<4xf32> loc(#loc221)
  %16 = subf %cst_f32, %cst_f32_0 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc221)
  %17 = subf %cst_f32, %cst_f32_0 rounding<negative_inf> : tile<4xf32> loc(#loc221)
  %18 = subf %cst_f32, %cst_f32_0 rounding<positive_inf> : tile<4xf32> loc(#loc221)
  %19 = mulf %cst_f32, %cst_f32_0  : tile<4xf32> loc(#loc221)
  %20 = mulf %cst_f32, %cst_f32_0 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc221)
  %21 = mulf %cst_f32, %cst_f32_0 rounding<negative_inf> : tile<4xf32> loc(#loc221)
  %22 = mulf %cst_f32, %cst_f32_0 rounding<positive_inf> : tile<4xf32> loc(#loc221)
  %23 = divf %cst_f32, %cst_f32_0  : tile<4xf32> loc(#loc221)
  %24 = divf %cst_f32, %cst_f32_0 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc221)
  %25 = divf %cst_f32, %cst_f32_0 rounding<negative_inf> : tile<4xf32> loc(#loc221)
  %26 = divf %cst_f32, %cst_f32_0 rounding<positive_inf> : tile<4xf32> loc(#loc221)
  %27 = divf %cst_f32, %cst_f32_0 rounding<approx> : tile<4xf32> loc(#loc221)
  %28 = divf %cst_f32, %cst_f32_0 rounding<full> : tile<4xf32> loc(#loc221)
  %29 = fma %cst_f32, %cst_f32_0, %cst_f32 rounding<zero> flush_to_zero : tile<4xf32> loc(#loc221)
  %30 = fma %cst_f32, %cst_f32_0, %cst_f32  : tile<4xf32> loc(#loc221)
  %31 = maxf %cst_f32, %cst_f32_0 : tile<4xf32> loc(#loc221)
  %32 = maxf %cst_f32, %cst_f32_0 flush_to_zero : tile<4xf32> loc(#loc221)
  %33 = maxf %cst_f32, %cst_f32_0 propagate_nan : tile<4xf32> loc(#loc221)
  %34 = maxf %cst_f32, %cst_f32_0 flush_to_zero propagate_nan : tile<4xf32> loc(#loc221)
  %35 = minf %cst_f32, %cst_f32_0 : tile<4xf32> loc(#loc221)
  %36 = minf %cst_f32, %cst_f32_0 flush_to_zero : tile<4xf32> loc(#loc221)
  %37 = minf %cst_f32, %cst_f32_0 propagate_nan : tile<4xf32> loc(#loc221)
  %38 = minf %cst_f32, %cst_f32_0 flush_to_zero propagate_nan : tile<4xf32> loc(#loc221)
  %39 = remf %cst_f32, %cst_f32_0 : tile<4xf32> loc(#loc221)
  %40 = fpowf %cst_f32, %cst_f32_0 : tile<4xf32> loc(#loc221)
  %41 = exp2 %cst_f32 flush_to_zero : tile<4xf32> loc(#loc221)
  %42 = exp2 %cst_f32 : tile<4xf32> loc(#loc221)
  %43 = rsqrt %cst_f32 flush_to_zero : tile<4xf32> loc(#loc221)
  %44 = sqrt %cst_f32  : tile<4xf32> loc(#loc221)
  %45 = sqrt %cst_f32 rounding<approx> : tile<4xf32> loc(#loc221)
  %46 = sqrt %cst_f32 rounding<zero> : tile<4xf32> loc(#loc221)
  %47 = exp %cst_f32  : tile<4xf32> loc(#loc221)
  %48 = tanh %cst_f32  : tile<4xf32> loc(#loc221)
  %49 = cmpf equal unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc221)
  %50 = cmpf equal ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc221)
  %51 = cmpf not_equal unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc221)
  %52 = cmpf not_equal ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc221)
  %53 = cmpf less_than unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc221)
  %54 = cmpf less_than ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc221)
  %55 = cmpf less_than_or_equal unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc221)
  %56 = cmpf less_than_or_equal ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc221)
  %57 = cmpf greater_than unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc221)
  %58 = cmpf greater_than ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc221)
  %59 = cmpf greater_than_or_equal unordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc221)
  %60 = cmpf greater_than_or_equal ordered %cst_f32, %cst_f32_0 : tile<4xf32> -> tile<4xi1> loc(#loc221)
  %61 = select %60, %cst_f32, %cst_f32_0 : tile<4xi1>, tile<4xf32> loc(#loc221)
  %62 = ftof %cst_f32  : tile<4xf32> -> tile<4xf16> loc(#loc221)
  %63 = bitcast %cst_f32 : tile<4xf32> -> tile<4xi32> loc(#loc221)
  return loc(#loc87)
} loc(#loc87)
entry @floats_of_two(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc222)
  %0 = tanh %cst_f32 rounding<approx> : tile<4xf32> loc(#loc222)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc222)
  %cst_f32_1 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc222)
  %1 = atan2 %cst_f32_0, %cst_f32_1 : tile<4xf32> loc(#loc222)
  return loc(#loc90)
} loc(#loc90)
entry @floats_of_three(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc223)
  %0 = exp %cst_f32 rounding<approx> : tile<4xf32> loc(#loc223)
  return loc(#loc93)
} loc(#loc93)
entry @integers(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_3_i32 = constant <i32: 3> : tile<4xi32> loc(#loc224)
  %cst_5_i32 = constant <i32: 5> : tile<4xi32> loc(#loc224)
  %0 = andi %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc224)
  %1 = ori %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc224)
  %2 = xori %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc224)
  %3 = mulhii %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc224)
  %4 = absi %cst_3_i32 : tile<4xi32> loc(#loc224)
  %5 = negi %cst_3_i32 : tile<4xi32> loc(#loc224)
  %6 = addi %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc224)
  %7 = subi %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc224)
  %8 = muli %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc224)
  %9 = shli %cst_3_i32, %cst_5_i32 : tile<4xi32> loc(#loc224)
  %10 = trunci %cst_3_i32 : tile<4xi32> -> tile<4xi8> loc(#loc224)
  %11 = addi %cst_3_i32, %cst_5_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc224)
  %12 = subi %cst_3_i32, %cst_5_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc224)
  %13 = muli %cst_3_i32, %cst_5_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc224)
  %14 = shli %cst_3_i32, %cst_5_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc224)
  %15 = trunci %cst_3_i32 overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi8> loc(#loc224)
  %16 = addi %cst_3_i32, %cst_5_i32 overflow<no_unsigned_wrap> : tile<4xi32> loc(#loc224)
  %17 = subi %cst_3_i32, %cst_5_i32 overflow<no_unsigned_wrap> : tile<4xi32> loc(#loc224)
  %18 = muli %cst_3_i32, %cst_5_i32 overflow<no_unsigned_wrap> : tile<4xi32> loc(#loc224)
  %19 = shli %cst_3_i32, %cst_5_i32 overflow<no_unsigned_wrap> : tile<4xi32> loc(#loc224)
  %20 = trunci %cst_3_i32 overflow<no_unsigned_wrap> : tile<4xi32> -> tile<4xi8> loc(#loc224)
  %21 = addi %cst_3_i32, %cst_5_i32 overflow<no_wrap> : tile<4xi32> loc(#loc224)
  %22 = subi %cst_3_i32, %cst_5_i32 overflow<no_wrap> : tile<4xi32> loc(#loc224)
  %23 = muli %cst_3_i32, %cst_5_i32 overflow<no_wrap> : tile<4xi32> loc(#loc224)
  %24 = shli %cst_3_i32, %cst_5_i32 overflow<no_wrap> : tile<4xi32> loc(#loc224)
  %25 = trunci %cst_3_i32 overflow<no_wrap> : tile<4xi32> -> tile<4xi8> loc(#loc224)
  %26 = maxi %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc224)
  %27 = mini %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc224)
  %28 = remi %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc224)
  %29 = shri %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc224)
  %30 = divi %cst_3_i32, %cst_5_i32 unsigned : tile<4xi32> loc(#loc224)
  %31 = divi %cst_3_i32, %cst_5_i32 unsigned rounding<positive_inf> : tile<4xi32> loc(#loc224)
  %32 = cmpi equal %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc224)
  %33 = cmpi not_equal %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc224)
  %34 = cmpi less_than %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc224)
  %35 = cmpi less_than_or_equal %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc224)
  %36 = cmpi greater_than %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc224)
  %37 = cmpi greater_than_or_equal %cst_3_i32, %cst_5_i32, unsigned : tile<4xi32> -> tile<4xi1> loc(#loc224)
  %38 = exti %cst_3_i32 unsigned : tile<4xi32> -> tile<4xi64> loc(#loc224)
  %39 = itof %cst_3_i32 unsigned  : tile<4xi32> -> tile<4xf32> loc(#loc224)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc224)
  %40 = ftoi %cst_f32 unsigned  : tile<4xf32> -> tile<4xi32> loc(#loc224)
  %41 = maxi %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc224)
  %42 = mini %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc224)
  %43 = remi %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc224)
  %44 = shri %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc224)
  %45 = divi %cst_3_i32, %cst_5_i32 signed : tile<4xi32> loc(#loc224)
  %46 = divi %cst_3_i32, %cst_5_i32 signed rounding<positive_inf> : tile<4xi32> loc(#loc224)
  %47 = divi %cst_3_i32, %cst_5_i32 signed rounding<negative_inf> : tile<4xi32> loc(#loc224)
  %48 = cmpi equal %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc224)
  %49 = cmpi not_equal %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc224)
  %50 = cmpi less_than %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc224)
  %51 = cmpi less_than_or_equal %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc224)
  %52 = cmpi greater_than %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc224)
  %53 = cmpi greater_than_or_equal %cst_3_i32, %cst_5_i32, signed : tile<4xi32> -> tile<4xi1> loc(#loc224)
  %54 = exti %cst_3_i32 signed : tile<4xi32> -> tile<4xi64> loc(#loc224)
  %55 = itof %cst_3_i32 signed  : tile<4xi32> -> tile<4xf32> loc(#loc224)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc224)
  %56 = ftoi %cst_f32_0 signed  : tile<4xf32> -> tile<4xi32> loc(#loc224)
  return loc(#loc96)
} loc(#loc96)
entry @negation(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_3_i32 = constant <i32: 3> : tile<4xi32> loc(#loc225)
  %0 = negi %cst_3_i32 overflow<no_signed_wrap> : tile<4xi32> loc(#loc225)
  return loc(#loc99)
} loc(#loc99)
entry @shapes(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4x8xf32> loc(#loc226)
  %reshape = reshape %cst_f32 : tile<4x8xf32> -> tile<8x4xf32> loc(#loc226)
  %0 = permute %cst_f32 [1, 0] : tile<4x8xf32> -> tile<8x4xf32> loc(#loc226)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<1x8xf32> loc(#loc226)
  %bcast = broadcast %cst_f32_0 : tile<1x8xf32> -> tile<4x8xf32> loc(#loc226)
  %1 = iota : tile<16xi32> loc(#loc226)
  %2 = cat %cst_f32, %cst_f32 dim = 0 : tile<4x8xf32>, tile<4x8xf32> -> tile<8x8xf32> loc(#loc226)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc226)
  %cst_1_i32 = constant <i32: 1> : tile<i32> loc(#loc226)
  %3 = extract %cst_f32[%cst_0_i32, %cst_1_i32] : tile<4x8xf32> -> tile<2x4xf32> loc(#loc226)
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc226)
  %4 = offset %arg0, %cst_3_i32 : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>> loc(#loc226)
  %5 = ptr_to_int %arg0 : tile<ptr<f32>> -> tile<i64> loc(#loc226)
  %cst_3_i64 = constant <i64: 3> : tile<i64> loc(#loc226)
  %6 = int_to_ptr %cst_3_i64 : tile<i64> -> tile<ptr<f32>> loc(#loc226)
  %7 = ptr_to_ptr %arg0 : tile<ptr<f32>> -> tile<ptr<i8>> loc(#loc226)
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc226)
  %gridSize_x, %gridSize_y, %gridSize_z = get_num_tile_blocks : tile<i32> loc(#loc226)
  return loc(#loc102)
} loc(#loc102)
entry @packing(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc227)
  %0 = pack %cst_f32 : tile<4xf32> -> tile<16xi8> loc(#loc227)
  %1 = unpack %0 : tile<16xi8> -> tile<4xf32> loc(#loc227)
  return loc(#loc105)
} loc(#loc105)
entry @scratch(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %0 = alloca num_elem = 16, alignment = 32 : tile<ptr<f32>> loc(#loc228)
  %1 = alloca num_elem = 16, alignment = 32 global : tile<ptr<f32>> loc(#loc228)
  return loc(#loc108)
} loc(#loc108)
entry @assumptions(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_16_i32 = constant <i32: 16> : tile<i32> loc(#loc229)
  %cst_3_i64 = constant <i64: 3> : tile<i64> loc(#loc229)
  %assume_cst_16_i32 = assume div_by<16>, %cst_16_i32 : tile<i32> loc(#loc229)
  %assume_cst_16_i32_0 = assume bounded<-5, ?>, %cst_16_i32 : tile<i32> loc(#loc229)
  %assume_cst_16_i32_1 = assume bounded<?, 1048576>, %cst_16_i32 : tile<i32> loc(#loc229)
  %assume_cst_3_i64 = assume div_by<4611686018427387904>, %cst_3_i64 : tile<i64> loc(#loc229)
  %assume_cst_3_i64_2 = assume bounded<-9223372036854775808, 9223372036854775807>, %cst_3_i64 : tile<i64> loc(#loc229)
  %cst_3_i32 = constant <i32: 3> : tile<16x4xi32> loc(#loc229)
  %assume_cst_3_i32 = assume div_by<4, every 8 along 0>, %cst_3_i32 : tile<16x4xi32> loc(#loc229)
  return loc(#loc111)
} loc(#loc111)
entry @texts(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %true = constant <i1: true> : tile<4xi1> loc(#loc230)
  assert %true, "a \22quoted\22 \\ line\0A\00end \C3\A9" : tile<4xi1> loc(#loc230)
  return loc(#loc114)
} loc(#loc114)
entry @printing(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc231)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4xf32> loc(#loc231)
  %0 = print_tko "%d %f\0A", %cst_3_i32, %cst_f32 : tile<i32>, tile<4xf32> -> token loc(#loc231)
  %1 = print_tko "\00" token=%0 -> token loc(#loc231)
  return loc(#loc117)
} loc(#loc117)
entry @atomics(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc232)
  %true = constant <i1: true> : tile<i1> loc(#loc232)
  %0 = make_token : token loc(#loc232)
  %result, %result_token = atomic_rmw_tko relaxed device %arg1, and, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc232)
  %result_0, %result_token_1 = atomic_rmw_tko relaxed device %arg1, or, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc232)
  %result_2, %result_token_3 = atomic_rmw_tko relaxed device %arg1, xor, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc232)
  %result_4, %result_token_5 = atomic_rmw_tko relaxed device %arg1, add, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc232)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc232)
  %result_6, %result_token_7 = atomic_rmw_tko relaxed device %arg0, addf, %cst_f32 : tile<ptr<f32>>, tile<f32> -> tile<f32>, token loc(#loc232)
  %result_8, %result_token_9 = atomic_rmw_tko relaxed device %arg1, max, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc232)
  %result_10, %result_token_11 = atomic_rmw_tko relaxed device %arg1, min, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc232)
  %result_12, %result_token_13 = atomic_rmw_tko relaxed device %arg1, umax, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc232)
  %result_14, %result_token_15 = atomic_rmw_tko relaxed device %arg1, umin, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc232)
  %result_16, %result_token_17 = atomic_rmw_tko relaxed device %arg1, xchg, %cst_3_i32 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc232)
  %result_18, %result_token_19 = atomic_rmw_tko relaxed tl_blk %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_20, %result_token_21 = atomic_cas_tko relaxed tl_blk %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_22, %result_token_23 = atomic_rmw_tko relaxed device %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_24, %result_token_25 = atomic_cas_tko relaxed device %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_26, %result_token_27 = atomic_rmw_tko relaxed sys %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_28, %result_token_29 = atomic_cas_tko relaxed sys %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_30, %result_token_31 = atomic_rmw_tko acquire tl_blk %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_32, %result_token_33 = atomic_cas_tko acquire tl_blk %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_34, %result_token_35 = atomic_rmw_tko acquire device %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_36, %result_token_37 = atomic_cas_tko acquire device %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_38, %result_token_39 = atomic_rmw_tko acquire sys %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_40, %result_token_41 = atomic_cas_tko acquire sys %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_42, %result_token_43 = atomic_rmw_tko release tl_blk %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_44, %result_token_45 = atomic_cas_tko release tl_blk %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_46, %result_token_47 = atomic_rmw_tko release device %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_48, %result_token_49 = atomic_cas_tko release device %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_50, %result_token_51 = atomic_rmw_tko release sys %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_52, %result_token_53 = atomic_cas_tko release sys %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_54, %result_token_55 = atomic_rmw_tko acq_rel tl_blk %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_56, %result_token_57 = atomic_cas_tko acq_rel tl_blk %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_58, %result_token_59 = atomic_rmw_tko acq_rel device %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_60, %result_token_61 = atomic_cas_tko acq_rel device %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_62, %result_token_63 = atomic_rmw_tko acq_rel sys %arg1, add, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_64, %result_token_65 = atomic_cas_tko acq_rel sys %arg1, %cst_3_i32, %cst_3_i32, %true token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  %result_66, %result_token_67 = atomic_cas_tko acq_rel sys %arg1, %cst_3_i32, %cst_3_i32 token=%0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc(#loc232)
  %result_68, %result_token_69 = atomic_cas_tko acq_rel sys %arg1, %cst_3_i32, %cst_3_i32, %true : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token loc(#loc232)
  return loc(#loc120)
} loc(#loc120)
entry @pointer_accesses(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %true = constant <i1: true> : tile<i1> loc(#loc233)
  %0 = make_token : token loc(#loc233)
  %1 = make_token : token loc(#loc233)
  %2 = join_tokens %0, %1 : token loc(#loc233)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %result, %result_token = load_ptr_tko weak %arg0 : tile<ptr<f32>> -> tile<f32>, token loc(#loc233)
  %result_0, %result_token_1 = load_ptr_tko relaxed tl_blk %arg0 : tile<ptr<f32>> -> tile<f32>, token loc(#loc233)
  %result_2, %result_token_3 = load_ptr_tko acquire sys %arg0 : tile<ptr<f32>> -> tile<f32>, token loc(#loc233)
  %cst_f32_4 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %3 = store_ptr_tko weak %arg0, %cst_f32_4 : tile<ptr<f32>>, tile<f32> -> token loc(#loc233)
  %cst_f32_5 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %4 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_5 : tile<ptr<f32>>, tile<f32> -> token loc(#loc233)
  %cst_f32_6 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %5 = store_ptr_tko release device %arg0, %cst_f32_6 : tile<ptr<f32>>, tile<f32> -> token loc(#loc233)
  %result_7, %result_token_8 = load_ptr_tko weak %arg0 token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>> -> tile<f32>, token loc(#loc233)
  %result_9, %result_token_10 = load_ptr_tko relaxed tl_blk %arg0 token=%2 : tile<ptr<f32>> -> tile<f32>, token loc(#loc233)
  %result_11, %result_token_12 = load_ptr_tko acquire sys %arg0 token=%2 : tile<ptr<f32>> -> tile<f32>, token loc(#loc233)
  %cst_f32_13 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %6 = store_ptr_tko weak %arg0, %cst_f32_13 token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<f32> -> token loc(#loc233)
  %cst_f32_14 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %7 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_14 token=%2 : tile<ptr<f32>>, tile<f32> -> token loc(#loc233)
  %cst_f32_15 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %8 = store_ptr_tko release device %arg0, %cst_f32_15 token=%2 : tile<ptr<f32>>, tile<f32> -> token loc(#loc233)
  %result_16, %result_token_17 = load_ptr_tko weak %arg0, %true : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc233)
  %result_18, %result_token_19 = load_ptr_tko relaxed tl_blk %arg0, %true : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc233)
  %result_20, %result_token_21 = load_ptr_tko acquire sys %arg0, %true : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc233)
  %cst_f32_22 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %9 = store_ptr_tko weak %arg0, %cst_f32_22, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc233)
  %cst_f32_23 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %10 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_23, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc233)
  %cst_f32_24 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %11 = store_ptr_tko release device %arg0, %cst_f32_24, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc233)
  %result_25, %result_token_26 = load_ptr_tko weak %arg0, %true token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc233)
  %result_27, %result_token_28 = load_ptr_tko relaxed tl_blk %arg0, %true token=%2 : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc233)
  %result_29, %result_token_30 = load_ptr_tko acquire sys %arg0, %true token=%2 : tile<ptr<f32>>, tile<i1> -> tile<f32>, token loc(#loc233)
  %cst_f32_31 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %12 = store_ptr_tko weak %arg0, %cst_f32_31, %true token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc233)
  %cst_f32_32 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %13 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_32, %true token=%2 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc233)
  %cst_f32_33 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %14 = store_ptr_tko release device %arg0, %cst_f32_33, %true token=%2 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc233)
  %result_34, %result_token_35 = load_ptr_tko weak %arg0, %true, %cst_f32 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc233)
  %result_36, %result_token_37 = load_ptr_tko relaxed tl_blk %arg0, %true, %cst_f32 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc233)
  %result_38, %result_token_39 = load_ptr_tko acquire sys %arg0, %true, %cst_f32 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc233)
  %cst_f32_40 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %15 = store_ptr_tko weak %arg0, %cst_f32_40, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc233)
  %cst_f32_41 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %16 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_41, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc233)
  %cst_f32_42 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %17 = store_ptr_tko release device %arg0, %cst_f32_42, %true : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc233)
  %result_43, %result_token_44 = load_ptr_tko weak %arg0, %true, %cst_f32 token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc233)
  %result_45, %result_token_46 = load_ptr_tko relaxed tl_blk %arg0, %true, %cst_f32 token=%2 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc233)
  %result_47, %result_token_48 = load_ptr_tko acquire sys %arg0, %true, %cst_f32 token=%2 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token loc(#loc233)
  %cst_f32_49 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %18 = store_ptr_tko weak %arg0, %cst_f32_49, %true token=%2 optimization_hints = <default = {latency = 2}, sm_90 = {allow_tma = false, latency = 4}> : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc233)
  %cst_f32_50 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %19 = store_ptr_tko relaxed tl_blk %arg0, %cst_f32_50, %true token=%2 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc233)
  %cst_f32_51 = constant <f32: 1.500000e+00> : tile<f32> loc(#loc233)
  %20 = store_ptr_tko release device %arg0, %cst_f32_51, %true token=%2 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token loc(#loc233)
  return loc(#loc123)
} loc(#loc123)
entry @view_accesses(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %0 = make_token : token loc(#loc234)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc234)
  %tview = make_tensor_view %arg0, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]> loc(#loc234)
  %cst_1_i32 = constant <i32: 1> : tile<16xi32> loc(#loc234)
  %cst_1_i32_0 = constant <i32: 1> : tile<8xi32> loc(#loc234)
  %pview = make_partition_view %tview : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>> loc(#loc234)
  %tile, %result_token = load_view_tko weak %pview[%cst_0_i32, %cst_0_i32] : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %1 = store_view_tko weak %cst_f32, %pview[%cst_0_i32, %cst_0_i32] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc234)
  %tile_1, %result_token_2 = load_view_tko weak %pview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_3 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %2 = store_view_tko weak %cst_f32_3, %pview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc234)
  %tile_4, %result_token_5 = load_view_tko acquire sys %pview[%cst_0_i32, %cst_0_i32] token = %0 : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_6 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %3 = store_view_tko release device %cst_f32_6, %pview[%cst_0_i32, %cst_0_i32] token = %0 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc234)
  %pview_7 = make_partition_view %tview : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]> loc(#loc234)
  %tile_8, %result_token_9 = load_view_tko weak %pview_7[%cst_0_i32, %cst_0_i32] : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_10 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %4 = store_view_tko weak %cst_f32_10, %pview_7[%cst_0_i32, %cst_0_i32] : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc234)
  %tile_11, %result_token_12 = load_view_tko weak %pview_7[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_13 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %5 = store_view_tko weak %cst_f32_13, %pview_7[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc234)
  %tile_14, %result_token_15 = load_view_tko acquire sys %pview_7[%cst_0_i32, %cst_0_i32] token = %0 : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_16 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %6 = store_view_tko release device %cst_f32_16, %pview_7[%cst_0_i32, %cst_0_i32] token = %0 : tile<16x8xf32>, partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc234)
  %sview = make_strided_view %tview : strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]> loc(#loc234)
  %tile_17, %result_token_18 = load_view_tko weak %sview[%cst_0_i32, %cst_0_i32] : strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_19 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %7 = store_view_tko weak %cst_f32_19, %sview[%cst_0_i32, %cst_0_i32] : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc234)
  %tile_20, %result_token_21 = load_view_tko weak %sview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_22 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %8 = store_view_tko weak %cst_f32_22, %sview[%cst_0_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc234)
  %tile_23, %result_token_24 = load_view_tko acquire sys %sview[%cst_0_i32, %cst_0_i32] token = %0 : strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_25 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %9 = store_view_tko release device %cst_f32_25, %sview[%cst_0_i32, %cst_0_i32] token = %0 : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[8,4], padding_value = nan, tensor_view<64x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token loc(#loc234)
  %gsview = make_gather_scatter_view %tview : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0> loc(#loc234)
  %tile_26, %result_token_27 = load_view_tko weak %gsview[%cst_1_i32, %cst_0_i32] : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_28 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %10 = store_view_tko weak %cst_f32_28, %gsview[%cst_1_i32, %cst_0_i32] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token loc(#loc234)
  %tile_29, %result_token_30 = load_view_tko weak %gsview[%cst_1_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_31 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %11 = store_view_tko weak %cst_f32_31, %gsview[%cst_1_i32, %cst_0_i32] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token loc(#loc234)
  %tile_32, %result_token_33 = load_view_tko acquire sys %gsview[%cst_1_i32, %cst_0_i32] token = %0 : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_34 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %12 = store_view_tko release device %cst_f32_34, %gsview[%cst_1_i32, %cst_0_i32] token = %0 : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token loc(#loc234)
  %gsview_35 = make_gather_scatter_view %tview : gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1> loc(#loc234)
  %tile_36, %result_token_37 = load_view_tko weak %gsview_35[%cst_0_i32, %cst_1_i32_0] : gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_38 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %13 = store_view_tko weak %cst_f32_38, %gsview_35[%cst_0_i32, %cst_1_i32_0] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> token loc(#loc234)
  %tile_39, %result_token_40 = load_view_tko weak %gsview_35[%cst_0_i32, %cst_1_i32_0] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_41 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %14 = store_view_tko weak %cst_f32_41, %gsview_35[%cst_0_i32, %cst_1_i32_0] token = %0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> token loc(#loc234)
  %tile_42, %result_token_43 = load_view_tko acquire sys %gsview_35[%cst_0_i32, %cst_1_i32_0] token = %0 : gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> tile<16x8xf32>, token loc(#loc234)
  %cst_f32_44 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc234)
  %15 = store_view_tko release device %cst_f32_44, %gsview_35[%cst_0_i32, %cst_1_i32_0] token = %0 : tile<16x8xf32>, gather_scatter_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<8xi32> -> token loc(#loc234)
  return loc(#loc126)
} loc(#loc126)
entry @view_shapes(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_64_i32 = constant <i32: 64> : tile<i32> loc(#loc235)
  %cst_32_i32 = constant <i32: 32> : tile<i32> loc(#loc235)
  %cst_128_i32 = constant <i32: 128> : tile<i32> loc(#loc235)
  %tview = make_tensor_view %arg0, shape = [%cst_64_i32, 8, %cst_32_i32], strides = [%cst_64_i32, %cst_128_i32, 1] : tile<i32> -> tensor_view<?x8x?xf32, strides=[?,?,1]> loc(#loc235)
  %0:3 = get_tensor_shape %tview : tensor_view<?x8x?xf32, strides=[?,?,1]> -> tile<i32> loc(#loc235)
  %pview = make_partition_view %tview : partition_view<tile=(4x4x4), padding_value = zero, tensor_view<?x8x?xf32, strides=[?,?,1]>> loc(#loc235)
  %1:3 = get_index_space_shape %pview : partition_view<tile=(4x4x4), padding_value = zero, tensor_view<?x8x?xf32, strides=[?,?,1]>> -> tile<i32> loc(#loc235)
  return loc(#loc129)
} loc(#loc129)
entry @view_atomics(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %tview = make_tensor_view %arg0, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]> loc(#loc236)
  %cst_0_i32 = constant <i32: 0> : tile<i32> loc(#loc236)
  %pview = make_partition_view %tview : partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>> loc(#loc236)
  %0 = make_token : token loc(#loc236)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc236)
  %1 = atomic_red_view_tko relaxed device %pview[%cst_0_i32, %cst_0_i32], addf, %cst_f32 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc236)
  %cst_f32_0 = constant <f32: 1.500000e+00> : tile<16x8xf32> loc(#loc236)
  %2 = atomic_red_view_tko relaxed device %pview[%cst_0_i32, %cst_0_i32], addf, %cst_f32_0 token = %0 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token loc(#loc236)
  return loc(#loc132)
} loc(#loc132)
entry @products(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %cst_1_f16 = constant <f16: 1.000000e+00> : tile<16x16xf16> loc(#loc237)
  %0 = mmaf %cst_1_f16, %cst_1_f16, %cst_1_f16 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf16> loc(#loc237)
  %cst_3_i8 = constant <i8: 3> : tile<16x16xi8> loc(#loc237)
  %cst_3_i32 = constant <i32: 3> : tile<16x16xi32> loc(#loc237)
  %1 = mmai %cst_3_i8, %cst_3_i8, %cst_3_i32 unsigned unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32> loc(#loc237)
  %cst_3_i32_0 = constant <i32: 3> : tile<16x16xi32> loc(#loc237)
  %2 = mmai %cst_3_i8, %cst_3_i8, %cst_3_i32_0 unsigned signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32> loc(#loc237)
  %cst_3_i32_1 = constant <i32: 3> : tile<16x16xi32> loc(#loc237)
  %3 = mmai %cst_3_i8, %cst_3_i8, %cst_3_i32_1 signed unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32> loc(#loc237)
  %cst_3_i32_2 = constant <i32: 3> : tile<16x16xi32> loc(#loc237)
  %4 = mmai %cst_3_i8, %cst_3_i8, %cst_3_i32_2 signed signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32> loc(#loc237)
  return loc(#loc135)
} loc(#loc135)
entry @small_products(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_1_f8E4M3FN = constant <f8E4M3FN: 1.000000e+00> : tile<16x32xf8E4M3FN> loc(#loc238)
  %cst_1_f8E4M3FN_0 = constant <f8E4M3FN: 1.000000e+00> : tile<32x16xf8E4M3FN> loc(#loc238)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<16x16xf32> loc(#loc238)
  %0 = mmaf %cst_1_f8E4M3FN, %cst_1_f8E4M3FN_0, %cst_f32 fast_acc : tile<16x32xf8E4M3FN>, tile<32x16xf8E4M3FN>, tile<16x16xf32> loc(#loc238)
  %cst_1_f8E8M0FNU = constant <f8E8M0FNU: 1.000000e+00> : tile<16x1xf8E8M0FNU> loc(#loc238)
  %cst_1_f8E8M0FNU_1 = constant <f8E8M0FNU: 1.000000e+00> : tile<1x16xf8E8M0FNU> loc(#loc238)
  %cst_f32_2 = constant <f32: 1.500000e+00> : tile<16x16xf32> loc(#loc238)
  %1 = mmaf_scaled %cst_1_f8E4M3FN, %cst_1_f8E4M3FN_0, %cst_f32_2, %cst_1_f8E8M0FNU, %cst_1_f8E8M0FNU_1 : tile<16x32xf8E4M3FN>, tile<32x16xf8E4M3FN>, tile<16x16xf32>, tile<16x1xf8E8M0FNU>, tile<1x16xf8E8M0FNU> loc(#loc238)
  return loc(#loc138)
} loc(#loc138)
entry @uses_of_globals(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %0 = get_global @plain : tile<ptr<f32>> loc(#loc239)
  %1 = get_global @bytes : tile<ptr<i8>> loc(#loc239)
  %2 = get_global @"od\22d name" : tile<ptr<f32>> loc(#loc239)
  return loc(#loc141)
} loc(#loc141)
entry @reductions(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<4x8xf32> loc(#loc240)
  %reduce = reduce %cst_0_f32 dim=1 identities=[0xFF800000 : f32] : tile<4x8xf32> -> tile<4xf32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32> loc(#loc240)
  } loc(#loc240)
  %0 = scan %cst_0_f32 dim=0 reverse=true identities=[0xFF800000 : f32] : tile<4x8xf32> -> tile<4x8xf32> 
  (%arg2: tile<f32>, %arg3: tile<f32>) {
    yield %arg2 : tile<f32> loc(#loc240)
  } loc(#loc240)
  %cst_0_f64 = constant <f64: 0.000000e+00> : tile<4x8xf64> loc(#loc240)
  %reduce_0 = reduce %cst_0_f64 dim=1 identities=[0.000000e+00] : tile<4x8xf64> -> tile<4xf64> 
  (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
    yield %reduce_lhs : tile<f64> loc(#loc240)
  } loc(#loc240)
  %1 = scan %cst_0_f64 dim=0 reverse=false identities=[0.000000e+00] : tile<4x8xf64> -> tile<4x8xf64> 
  (%arg2: tile<f64>, %arg3: tile<f64>) {
    yield %arg2 : tile<f64> loc(#loc240)
  } loc(#loc240)
  %cst_0_f16 = constant <f16: 0.000000e+00> : tile<4x8xf16> loc(#loc240)
  %reduce_1 = reduce %cst_0_f16 dim=1 identities=[1.192090e-07 : f16] : tile<4x8xf16> -> tile<4xf16> 
  (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
    yield %reduce_lhs : tile<f16> loc(#loc240)
  } loc(#loc240)
  %2 = scan %cst_0_f16 dim=0 reverse=false identities=[1.192090e-07 : f16] : tile<4x8xf16> -> tile<4x8xf16> 
  (%arg2: tile<f16>, %arg3: tile<f16>) {
    yield %arg2 : tile<f16> loc(#loc240)
  } loc(#loc240)
  %cst_0_bf16 = constant <bf16: 0.000000e+00> : tile<4x8xbf16> loc(#loc240)
  %reduce_2 = reduce %cst_0_bf16 dim=1 identities=[0x7FC0 : bf16] : tile<4x8xbf16> -> tile<4xbf16> 
  (%reduce_lhs: tile<bf16>, %reduce_rhs: tile<bf16>) {
    yield %reduce_lhs : tile<bf16> loc(#loc240)
  } loc(#loc240)
  %3 = scan %cst_0_bf16 dim=0 reverse=false identities=[0x7FC0 : bf16] : tile<4x8xbf16> -> tile<4x8xbf16> 
  (%arg2: tile<bf16>, %arg3: tile<bf16>) {
    yield %arg2 : tile<bf16> loc(#loc240)
  } loc(#loc240)
  %cst_0_tf32 = constant <tf32: 0.000000e+00> : tile<4x8xtf32> loc(#loc240)
  %reduce_3 = reduce %cst_0_tf32 dim=1 identities=[-1.500000e+00 : tf32] : tile<4x8xtf32> -> tile<4xtf32> 
  (%reduce_lhs: tile<tf32>, %reduce_rhs: tile<tf32>) {
    yield %reduce_lhs : tile<tf32> loc(#loc240)
  } loc(#loc240)
  %4 = scan %cst_0_tf32 dim=0 reverse=false identities=[-1.500000e+00 : tf32] : tile<4x8xtf32> -> tile<4x8xtf32> 
  (%arg2: tile<tf32>, %arg3: tile<tf32>) {
    yield %arg2 : tile<tf32> loc(#loc240)
  } loc(#loc240)
  %cst_0_f8E4M3FN = constant <f8E4M3FN: 0.000000e+00> : tile<4x8xf8E4M3FN> loc(#loc240)
  %reduce_4 = reduce %cst_0_f8E4M3FN dim=1 identities=[-1.500000e+00 : f8E4M3FN] : tile<4x8xf8E4M3FN> -> tile<4xf8E4M3FN> 
  (%reduce_lhs: tile<f8E4M3FN>, %reduce_rhs: tile<f8E4M3FN>) {
    yield %reduce_lhs : tile<f8E4M3FN> loc(#loc240)
  } loc(#loc240)
  %5 = scan %cst_0_f8E4M3FN dim=0 reverse=false identities=[-1.500000e+00 : f8E4M3FN] : tile<4x8xf8E4M3FN> -> tile<4x8xf8E4M3FN> 
  (%arg2: tile<f8E4M3FN>, %arg3: tile<f8E4M3FN>) {
    yield %arg2 : tile<f8E4M3FN> loc(#loc240)
  } loc(#loc240)
  %cst_0_f8E5M2 = constant <f8E5M2: 0.000000e+00> : tile<4x8xf8E5M2> loc(#loc240)
  %reduce_5 = reduce %cst_0_f8E5M2 dim=1 identities=[-1.500000e+00 : f8E5M2] : tile<4x8xf8E5M2> -> tile<4xf8E5M2> 
  (%reduce_lhs: tile<f8E5M2>, %reduce_rhs: tile<f8E5M2>) {
    yield %reduce_lhs : tile<f8E5M2> loc(#loc240)
  } loc(#loc240)
  %6 = scan %cst_0_f8E5M2 dim=0 reverse=false identities=[-1.500000e+00 : f8E5M2] : tile<4x8xf8E5M2> -> tile<4x8xf8E5M2> 
  (%arg2: tile<f8E5M2>, %arg3: tile<f8E5M2>) {
    yield %arg2 : tile<f8E5M2> loc(#loc240)
  } loc(#loc240)
  %cst_0_i32 = constant <i32: 0> : tile<4x8xi32> loc(#loc240)
  %reduce_6 = reduce %cst_0_i32 dim=1 identities=[-7 : i32] : tile<4x8xi32> -> tile<4xi32> 
  (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
    yield %reduce_lhs : tile<i32> loc(#loc240)
  } loc(#loc240)
  %7 = scan %cst_0_i32 dim=0 reverse=true identities=[-7 : i32] : tile<4x8xi32> -> tile<4x8xi32> 
  (%arg2: tile<i32>, %arg3: tile<i32>) {
    yield %arg2 : tile<i32> loc(#loc240)
  } loc(#loc240)
  %cst_0_i64 = constant <i64: 0> : tile<4x8xi64> loc(#loc240)
  %reduce_7 = reduce %cst_0_i64 dim=1 identities=[-9223372036854775808] : tile<4x8xi64> -> tile<4xi64> 
  (%reduce_lhs: tile<i64>, %reduce_rhs: tile<i64>) {
    yield %reduce_lhs : tile<i64> loc(#loc240)
  } loc(#loc240)
  %8 = scan %cst_0_i64 dim=0 reverse=false identities=[-9223372036854775808] : tile<4x8xi64> -> tile<4x8xi64> 
  (%arg2: tile<i64>, %arg3: tile<i64>) {
    yield %arg2 : tile<i64> loc(#loc240)
  } loc(#loc240)
  %cst_0_i8 = constant <i8: 0> : tile<4x8xi8> loc(#loc240)
  %reduce_8 = reduce %cst_0_i8 dim=1 identities=[-1 : i8] : tile<4x8xi8> -> tile<4xi8> 
  (%reduce_lhs: tile<i8>, %reduce_rhs: tile<i8>) {
    yield %reduce_lhs : tile<i8> loc(#loc240)
  } loc(#loc240)
  %9 = scan %cst_0_i8 dim=0 reverse=false identities=[-1 : i8] : tile<4x8xi8> -> tile<4x8xi8> 
  (%arg2: tile<i8>, %arg3: tile<i8>) {
    yield %arg2 : tile<i8> loc(#loc240)
  } loc(#loc240)
  %false = constant <i1: false> : tile<4x8xi1> loc(#loc240)
  %reduce_9 = reduce %false dim=1 identities=[true] : tile<4x8xi1> -> tile<4xi1> 
  (%reduce_lhs: tile<i1>, %reduce_rhs: tile<i1>) {
    yield %reduce_lhs : tile<i1> loc(#loc240)
  } loc(#loc240)
  %10 = scan %false dim=0 reverse=false identities=[true] : tile<4x8xi1> -> tile<4x8xi1> 
  (%arg2: tile<i1>, %arg3: tile<i1>) {
    yield %arg2 : tile<i1> loc(#loc240)
  } loc(#loc240)
  %false_10 = constant <i1: false> : tile<4x8xi1> loc(#loc240)
  %reduce_11 = reduce %false_10 dim=1 identities=[true] : tile<4x8xi1> -> tile<4xi1> 
  (%reduce_lhs: tile<i1>, %reduce_rhs: tile<i1>) {
    yield %reduce_lhs : tile<i1> loc(#loc240)
  } loc(#loc240)
  %11 = scan %false_10 dim=0 reverse=false identities=[true] : tile<4x8xi1> -> tile<4x8xi1> 
  (%arg2: tile<i1>, %arg3: tile<i1>) {
    yield %arg2 : tile<i1> loc(#loc240)
  } loc(#loc240)
  %cst_f32 = constant <f32: 1.500000e+00> : tile<4x8xf32> loc(#loc240)
  %cst_3_i32 = constant <i32: 3> : tile<4x8xi32> loc(#loc240)
  %reduce_12:2 = reduce %cst_f32, %cst_3_i32 dim=0 identities=[0.000000e+00 : f32, 0 : i32] : tile<4x8xf32>, tile<4x8xi32> -> tile<8xf32>, tile<8xi32> 
  (%reduce_lhs0: tile<f32>, %reduce_rhs0: tile<f32>, %reduce_lhs1: tile<i32>, %reduce_rhs1: tile<i32>) {
    yield %reduce_rhs0, %reduce_lhs1 : tile<f32>, tile<i32> loc(#loc240)
  } loc(#loc240)
  return loc(#loc144)
} loc(#loc144)
entry @control(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) optimization_hints=<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 3}> {
  %true = constant <i1: true> : tile<i1> loc(#loc241)
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc241)
  %for = for %loopIdx in (%cst_3_i32 to %cst_3_i32, step %cst_3_i32) : tile<i32> iter_values(%iterArg0 = %cst_3_i32) -> (tile<i32>) {
    if %true {
      continue %loopIdx : tile<i32> loc(#loc241)
    } else {
    } loc(#loc241)
    continue %iterArg0 : tile<i32> loc(#loc241)
  } loc(#loc241)
  for %loopIdx in (%cst_3_i32 to %cst_3_i32, step %cst_3_i32) : tile<i32> {
  } loc(#loc241)
  %0:2 = loop iter_values(%arg2 = %for) : tile<i32> -> tile<i32>, tile<i32> {
    %1:2 = if %true -> (tile<i32>, tile<i32>) {
      break %arg2, %for : tile<i32>, tile<i32> loc(#loc241)
    } else {
      yield %for, %arg2 : tile<i32>, tile<i32> loc(#loc241)
    } loc(#loc241)
    continue %1#1 : tile<i32> loc(#loc241)
  } loc(#loc241)
  loop {
    break loc(#loc241)
  } loc(#loc241)
  if %true {
    return loc(#loc241)
  } else {
  } loc(#loc241)
  return loc(#loc147)
} loc(#loc147)
entry @unsigned_loop(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc242)
  for unsigned %loopIdx in (%cst_3_i32 to %cst_3_i32, step %cst_3_i32) : tile<i32> {
  } loc(#loc242)
  return loc(#loc150)
} loc(#loc150)
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
#di_subprogram11 = #cuda_tile.di_subprogram<file = #di_file, line = 12, name = "integers", linkageName = "integers", compileUnit = #di_compile_unit, scopeLine = 12>
#di_subprogram12 = #cuda_tile.di_subprogram<file = #di_file, line = 13, name = "negation", linkageName = "negation", compileUnit = #di_compile_unit, scopeLine = 13>
#di_subprogram13 = #cuda_tile.di_subprogram<file = #di_file, line = 14, name = "shapes", linkageName = "shapes", compileUnit = #di_compile_unit, scopeLine = 14>
#di_subprogram14 = #cuda_tile.di_subprogram<file = #di_file, line = 15, name = "packing", linkageName = "packing", compileUnit = #di_compile_unit, scopeLine = 15>
#di_subprogram15 = #cuda_tile.di_subprogram<file = #di_file, line = 16, name = "scratch", linkageName = "scratch", compileUnit = #di_compile_unit, scopeLine = 16>
#di_subprogram16 = #cuda_tile.di_subprogram<file = #di_file, line = 17, name = "assumptions", linkageName = "assumptions", compileUnit = #di_compile_unit, scopeLine = 17>
#di_subprogram17 = #cuda_tile.di_subprogram<file = #di_file, line = 18, name = "texts", linkageName = "texts", compileUnit = #di_compile_unit, scopeLine = 18>
#di_subprogram18 = #cuda_tile.di_subprogram<file = #di_file, line = 19, name = "printing", linkageName = "printing", compileUnit = #di_compile_unit, scopeLine = 19>
#di_subprogram19 = #cuda_tile.di_subprogram<file = #di_file, line = 20, name = "atomics", linkageName = "atomics", compileUnit = #di_compile_unit, scopeLine = 20>
#di_subprogram20 = #cuda_tile.di_subprogram<file = #di_file, line = 21, name = "pointer_accesses", linkageName = "pointer_accesses", compileUnit = #di_compile_unit, scopeLine = 21>
#di_subprogram21 = #cuda_tile.di_subprogram<file = #di_file, line = 22, name = "view_accesses", linkageName = "view_accesses", compileUnit = #di_compile_unit, scopeLine = 22>
#di_subprogram22 = #cuda_tile.di_subprogram<file = #di_file, line = 23, name = "view_shapes", linkageName = "view_shapes", compileUnit = #di_compile_unit, scopeLine = 23>
#di_subprogram23 = #cuda_tile.di_subprogram<file = #di_file, line = 24, name = "view_atomics", linkageName = "view_atomics", compileUnit = #di_compile_unit, scopeLine = 24>
#di_subprogram24 = #cuda_tile.di_subprogram<file = #di_file, line = 25, name = "products", linkageName = "products", compileUnit = #di_compile_unit, scopeLine = 25>
#di_subprogram25 = #cuda_tile.di_subprogram<file = #di_file, line = 26, name = "small_products", linkageName = "small_products", compileUnit = #di_compile_unit, scopeLine = 26>
#di_subprogram26 = #cuda_tile.di_subprogram<file = #di_file, line = 27, name = "uses_of_globals", linkageName = "uses_of_globals", compileUnit = #di_compile_unit, scopeLine = 27>
#di_subprogram27 = #cuda_tile.di_subprogram<file = #di_file, line = 28, name = "reductions", linkageName = "reductions", compileUnit = #di_compile_unit, scopeLine = 28>
#di_subprogram28 = #cuda_tile.di_subprogram<file = #di_file, line = 29, name = "control", linkageName = "control", compileUnit = #di_compile_unit, scopeLine = 29>
#di_subprogram29 = #cuda_tile.di_subprogram<file = #di_file, line = 30, name = "unsigned_loop", linkageName = "unsigned_loop", compileUnit = #di_compile_unit, scopeLine = 30>
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
#loc63 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc64 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc65 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc66 = #cuda_tile.di_loc<#loc5 in #di_subprogram1>
#loc67 = #cuda_tile.di_loc<#loc2 in #di_subprogram1>
#loc68 = #cuda_tile.di_loc<#loc3 in #di_subprogram1>
#loc69 = #cuda_tile.di_loc<#loc7 in #di_subprogram2>
#loc70 = #cuda_tile.di_loc<#loc2 in #di_subprogram2>
#loc71 = #cuda_tile.di_loc<#loc3 in #di_subprogram2>
#loc72 = #cuda_tile.di_loc<#loc9 in #di_subprogram3>
#loc73 = #cuda_tile.di_loc<#loc2 in #di_subprogram3>
#loc74 = #cuda_tile.di_loc<#loc3 in #di_subprogram3>
#loc75 = #cuda_tile.di_loc<#loc11 in #di_subprogram4>
#loc76 = #cuda_tile.di_loc<#loc2 in #di_subprogram4>
#loc77 = #cuda_tile.di_loc<#loc3 in #di_subprogram4>
#loc78 = #cuda_tile.di_loc<#loc13 in #di_subprogram5>
#loc79 = #cuda_tile.di_loc<#loc2 in #di_subprogram5>
#loc80 = #cuda_tile.di_loc<#loc3 in #di_subprogram5>
#loc81 = #cuda_tile.di_loc<#loc15 in #di_subprogram6>
#loc82 = #cuda_tile.di_loc<#loc2 in #di_subprogram6>
#loc83 = #cuda_tile.di_loc<#loc3 in #di_subprogram6>
#loc84 = #cuda_tile.di_loc<#loc17 in #di_subprogram7>
#loc85 = #cuda_tile.di_loc<#loc2 in #di_subprogram7>
#loc86 = #cuda_tile.di_loc<#loc3 in #di_subprogram7>
#loc87 = #cuda_tile.di_loc<#loc19 in #di_subprogram8>
#loc88 = #cuda_tile.di_loc<#loc2 in #di_subprogram8>
#loc89 = #cuda_tile.di_loc<#loc3 in #di_subprogram8>
#loc90 = #cuda_tile.di_loc<#loc21 in #di_subprogram9>
#loc91 = #cuda_tile.di_loc<#loc2 in #di_subprogram9>
#loc92 = #cuda_tile.di_loc<#loc3 in #di_subprogram9>
#loc93 = #cuda_tile.di_loc<#loc23 in #di_subprogram10>
#loc94 = #cuda_tile.di_loc<#loc2 in #di_subprogram10>
#loc95 = #cuda_tile.di_loc<#loc3 in #di_subprogram10>
#loc96 = #cuda_tile.di_loc<#loc25 in #di_subprogram11>
#loc97 = #cuda_tile.di_loc<#loc2 in #di_subprogram11>
#loc98 = #cuda_tile.di_loc<#loc3 in #di_subprogram11>
#loc99 = #cuda_tile.di_loc<#loc27 in #di_subprogram12>
#loc100 = #cuda_tile.di_loc<#loc2 in #di_subprogram12>
#loc101 = #cuda_tile.di_loc<#loc3 in #di_subprogram12>
#loc102 = #cuda_tile.di_loc<#loc29 in #di_subprogram13>
#loc103 = #cuda_tile.di_loc<#loc2 in #di_subprogram13>
#loc104 = #cuda_tile.di_loc<#loc3 in #di_subprogram13>
#loc105 = #cuda_tile.di_loc<#loc31 in #di_subprogram14>
#loc106 = #cuda_tile.di_loc<#loc2 in #di_subprogram14>
#loc107 = #cuda_tile.di_loc<#loc3 in #di_subprogram14>
#loc108 = #cuda_tile.di_loc<#loc33 in #di_subprogram15>
#loc109 = #cuda_tile.di_loc<#loc2 in #di_subprogram15>
#loc110 = #cuda_tile.di_loc<#loc3 in #di_subprogram15>
#loc111 = #cuda_tile.di_loc<#loc35 in #di_subprogram16>
#loc112 = #cuda_tile.di_loc<#loc2 in #di_subprogram16>
#loc113 = #cuda_tile.di_loc<#loc3 in #di_subprogram16>
#loc114 = #cuda_tile.di_loc<#loc37 in #di_subprogram17>
#loc115 = #cuda_tile.di_loc<#loc2 in #di_subprogram17>
#loc116 = #cuda_tile.di_loc<#loc3 in #di_subprogram17>
#loc117 = #cuda_tile.di_loc<#loc39 in #di_subprogram18>
#loc118 = #cuda_tile.di_loc<#loc2 in #di_subprogram18>
#loc119 = #cuda_tile.di_loc<#loc3 in #di_subprogram18>
#loc120 = #cuda_tile.di_loc<#loc41 in #di_subprogram19>
#loc121 = #cuda_tile.di_loc<#loc2 in #di_subprogram19>
#loc122 = #cuda_tile.di_loc<#loc3 in #di_subprogram19>
#loc123 = #cuda_tile.di_loc<#loc43 in #di_subprogram20>
#loc124 = #cuda_tile.di_loc<#loc2 in #di_subprogram20>
#loc125 = #cuda_tile.di_loc<#loc3 in #di_subprogram20>
#loc126 = #cuda_tile.di_loc<#loc45 in #di_subprogram21>
#loc127 = #cuda_tile.di_loc<#loc2 in #di_subprogram21>
#loc128 = #cuda_tile.di_loc<#loc3 in #di_subprogram21>
#loc129 = #cuda_tile.di_loc<#loc47 in #di_subprogram22>
#loc130 = #cuda_tile.di_loc<#loc2 in #di_subprogram22>
#loc131 = #cuda_tile.di_loc<#loc3 in #di_subprogram22>
#loc132 = #cuda_tile.di_loc<#loc49 in #di_subprogram23>
#loc133 = #cuda_tile.di_loc<#loc2 in #di_subprogram23>
#loc134 = #cuda_tile.di_loc<#loc3 in #di_subprogram23>
#loc135 = #cuda_tile.di_loc<#loc51 in #di_subprogram24>
#loc136 = #cuda_tile.di_loc<#loc2 in #di_subprogram24>
#loc137 = #cuda_tile.di_loc<#loc3 in #di_subprogram24>
#loc138 = #cuda_tile.di_loc<#loc53 in #di_subprogram25>
#loc139 = #cuda_tile.di_loc<#loc2 in #di_subprogram25>
#loc140 = #cuda_tile.di_loc<#loc3 in #di_subprogram25>
#loc141 = #cuda_tile.di_loc<#loc55 in #di_subprogram26>
#loc142 = #cuda_tile.di_loc<#loc2 in #di_subprogram26>
#loc143 = #cuda_tile.di_loc<#loc3 in #di_subprogram26>
#loc144 = #cuda_tile.di_loc<#loc57 in #di_subprogram27>
#loc145 = #cuda_tile.di_loc<#loc2 in #di_subprogram27>
#loc146 = #cuda_tile.di_loc<#loc3 in #di_subprogram27>
#loc147 = #cuda_tile.di_loc<#loc59 in #di_subprogram28>
#loc148 = #cuda_tile.di_loc<#loc2 in #di_subprogram28>
#loc149 = #cuda_tile.di_loc<#loc3 in #di_subprogram28>
#loc150 = #cuda_tile.di_loc<#loc61 in #di_subprogram29>
#loc151 = #cuda_tile.di_loc<#loc2 in #di_subprogram29>
#loc152 = #cuda_tile.di_loc<#loc3 in #di_subprogram29>
#loc153 = #cuda_tile.di_loc<#loc4 in #di_lexical_block>
#loc154 = #cuda_tile.di_loc<#loc6 in #di_lexical_block1>
#loc155 = #cuda_tile.di_loc<#loc8 in #di_lexical_block2>
#loc156 = #cuda_tile.di_loc<#loc10 in #di_lexical_block3>
#loc157 = #cuda_tile.di_loc<#loc12 in #di_lexical_block4>
#loc158 = #cuda_tile.di_loc<#loc14 in #di_lexical_block5>
#loc159 = #cuda_tile.di_loc<#loc16 in #di_lexical_block6>
#loc160 = #cuda_tile.di_loc<#loc18 in #di_lexical_block7>
#loc161 = #cuda_tile.di_loc<#loc20 in #di_lexical_block8>
#loc162 = #cuda_tile.di_loc<#loc22 in #di_lexical_block9>
#loc163 = #cuda_tile.di_loc<#loc24 in #di_lexical_block10>
#loc164 = #cuda_tile.di_loc<#loc26 in #di_lexical_block11>
#loc165 = #cuda_tile.di_loc<#loc28 in #di_lexical_block12>
#loc166 = #cuda_tile.di_loc<#loc30 in #di_lexical_block13>
#loc167 = #cuda_tile.di_loc<#loc32 in #di_lexical_block14>
#loc168 = #cuda_tile.di_loc<#loc34 in #di_lexical_block15>
#loc169 = #cuda_tile.di_loc<#loc36 in #di_lexical_block16>
#loc170 = #cuda_tile.di_loc<#loc38 in #di_lexical_block17>
#loc171 = #cuda_tile.di_loc<#loc40 in #di_lexical_block18>
#loc172 = #cuda_tile.di_loc<#loc42 in #di_lexical_block19>
#loc173 = #cuda_tile.di_loc<#loc44 in #di_lexical_block20>
#loc174 = #cuda_tile.di_loc<#loc46 in #di_lexical_block21>
#loc175 = #cuda_tile.di_loc<#loc48 in #di_lexical_block22>
#loc176 = #cuda_tile.di_loc<#loc50 in #di_lexical_block23>
#loc177 = #cuda_tile.di_loc<#loc52 in #di_lexical_block24>
#loc178 = #cuda_tile.di_loc<#loc54 in #di_lexical_block25>
#loc179 = #cuda_tile.di_loc<#loc56 in #di_lexical_block26>
#loc180 = #cuda_tile.di_loc<#loc58 in #di_lexical_block27>
#loc181 = #cuda_tile.di_loc<#loc60 in #di_lexical_block28>
#loc182 = #cuda_tile.di_loc<#loc62 in #di_lexical_block29>
#loc183 = loc(callsite(#loc65 at #loc153))
#loc184 = loc(callsite(#loc68 at #loc154))
#loc185 = loc(callsite(#loc71 at #loc155))
#loc186 = loc(callsite(#loc74 at #loc156))
#loc187 = loc(callsite(#loc77 at #loc157))
#loc188 = loc(callsite(#loc80 at #loc158))
#loc189 = loc(callsite(#loc83 at #loc159))
#loc190 = loc(callsite(#loc86 at #loc160))
#loc191 = loc(callsite(#loc89 at #loc161))
#loc192 = loc(callsite(#loc92 at #loc162))
#loc193 = loc(callsite(#loc95 at #loc163))
#loc194 = loc(callsite(#loc98 at #loc164))
#loc195 = loc(callsite(#loc101 at #loc165))
#loc196 = loc(callsite(#loc104 at #loc166))
#loc197 = loc(callsite(#loc107 at #loc167))
#loc198 = loc(callsite(#loc110 at #loc168))
#loc199 = loc(callsite(#loc113 at #loc169))
#loc200 = loc(callsite(#loc116 at #loc170))
#loc201 = loc(callsite(#loc119 at #loc171))
#loc202 = loc(callsite(#loc122 at #loc172))
#loc203 = loc(callsite(#loc125 at #loc173))
#loc204 = loc(callsite(#loc128 at #loc174))
#loc205 = loc(callsite(#loc131 at #loc175))
#loc206 = loc(callsite(#loc134 at #loc176))
#loc207 = loc(callsite(#loc137 at #loc177))
#loc208 = loc(callsite(#loc140 at #loc178))
#loc209 = loc(callsite(#loc143 at #loc179))
#loc210 = loc(callsite(#loc146 at #loc180))
#loc211 = loc(callsite(#loc149 at #loc181))
#loc212 = loc(callsite(#loc152 at #loc182))
#loc213 = loc(callsite(#loc64 at #loc183))
#loc214 = loc(callsite(#loc67 at #loc184))
#loc215 = loc(callsite(#loc70 at #loc185))
#loc216 = loc(callsite(#loc73 at #loc186))
#loc217 = loc(callsite(#loc76 at #loc187))
#loc218 = loc(callsite(#loc79 at #loc188))
#loc219 = loc(callsite(#loc82 at #loc189))
#loc220 = loc(callsite(#loc85 at #loc190))
#loc221 = loc(callsite(#loc88 at #loc191))
#loc222 = loc(callsite(#loc91 at #loc192))
#loc223 = loc(callsite(#loc94 at #loc193))
#loc224 = loc(callsite(#loc97 at #loc194))
#loc225 = loc(callsite(#loc100 at #loc195))
#loc226 = loc(callsite(#loc103 at #loc196))
#loc227 = loc(callsite(#loc106 at #loc197))
#loc228 = loc(callsite(#loc109 at #loc198))
#loc229 = loc(callsite(#loc112 at #loc199))
#loc230 = loc(callsite(#loc115 at #loc200))
#loc231 = loc(callsite(#loc118 at #loc201))
#loc232 = loc(callsite(#loc121 at #loc202))
#loc233 = loc(callsite(#loc124 at #loc203))
#loc234 = loc(callsite(#loc127 at #loc204))
#loc235 = loc(callsite(#loc130 at #loc205))
#loc236 = loc(callsite(#loc133 at #loc206))
#loc237 = loc(callsite(#loc136 at #loc207))
#loc238 = loc(callsite(#loc139 at #loc208))
#loc239 = loc(callsite(#loc142 at #loc209))
#loc240 = loc(callsite(#loc145 at #loc210))
#loc241 = loc(callsite(#loc148 at #loc211))
#loc242 = loc(callsite(#loc151 at #loc212))
