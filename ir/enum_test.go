package ir

import (
	"fmt"
	"strings"
)

// opText is one operation with operands %a0, %a1, … of the given types.
type opText struct {
	name     string
	operands []string
	attrs    string
	results  []string
}

// operation is the text of the operation alone.
func (o opText) operation() string {
	var b strings.Builder
	for i := range o.results {
		fmt.Fprintf(&b, "%s%%r%d", []string{", ", ""}[b2i(i == 0)], i)
	}
	if len(o.results) > 0 {
		b.WriteString(" = ")
	}
	fmt.Fprintf(&b, "%q(", o.name)
	for i := range o.operands {
		fmt.Fprintf(&b, "%s%%a%d", []string{", ", ""}[b2i(i == 0)], i)
	}
	b.WriteString(")")
	if o.attrs != "" {
		fmt.Fprintf(&b, " <{%s}>", o.attrs)
	}
	fmt.Fprintf(&b, " : (%s) -> (%s)", strings.Join(o.operands, ", "), strings.Join(o.results, ", "))
	return b.String()
}

// function is the operation in a function, as text.
func (o opText) function() string {
	args := make([]string, len(o.operands))
	for i, t := range o.operands {
		args[i] = fmt.Sprintf("%%a%d: %s", i, t)
	}
	return fmt.Sprintf("\"func.func\"() <{function_type = (%s) -> (), sym_name = \"f\"}> ({\n^bb0(%s):\n  %s\n  \"func.return\"() : () -> ()\n}) : () -> ()\n",
		strings.Join(o.operands, ", "), strings.Join(args, ", "), o.operation())
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func vectorText(elem string, n int) string { return fmt.Sprintf("vector<%dx%s>", n, elem) }

// mfmaTexts are amdgpu.mfma of all shapes, formats and flags, also of those
// that no chip has; but with the lengths of operands that the shape needs.
func mfmaTexts() []opText {
	var list []opText
	small := []string{"f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ", "f6E2M3FN", "f6E3M2FN", "f4E2M1FN"}
	for _, m := range []int{4, 16, 32} {
		for _, k := range []int{1, 2, 4, 8, 16, 32, 64, 128} {
			for _, blocks := range []int{1, 2, 4, 16} {
				n, d := m*k*blocks/64, m*m*blocks/64
				if n == 0 || d == 0 {
					continue
				}
				acc := func(elem string) string {
					if d == 1 {
						return elem
					}
					return vectorText(elem, d)
				}
				in := func(elem string) string {
					if n == 1 {
						return elem
					}
					return vectorText(elem, n)
				}
				add := func(a, b, c, more string) {
					list = append(list, opText{"amdgpu.mfma", []string{a, b, c},
						fmt.Sprintf("m = %d : i32, n = %d : i32, k = %d : i32, blocks = %d : i32%s", m, m, k, blocks, more), []string{c}})
				}
				for _, e := range []string{"f32", "f16", "bf16"} {
					add(in(e), in(e), acc("f32"), "")
					add(in(e), in(e), acc("f32"), ", reducePrecision")
				}
				add(in("i8"), in("i8"), acc("i32"), "")
				add(in("i8"), in("i8"), acc("f32"), "")
				add(in("f16"), in("f16"), acc("i32"), "")
				add(in("f64"), in("f64"), acc("f64"), "")
				add(in("f64"), in("f64"), acc("f64"), ", negateA, negateC")
				add(in("f32"), in("f32"), acc("f64"), "")
				add(in("f32"), in("f32"), acc("f32"), ", cbsz = 1 : i32, abid = 1 : i32")
				add("i32", "i32", acc("i32"), "")
				add("i64", "i64", acc("i32"), "")
				for _, a := range small {
					for _, b := range small {
						add(in(a), in(b), acc("f32"), "")
					}
					add(in(a), in(a), acc("f32"), ", blgp = #amdgpu<mfma_perm_b bcast_first_32>")
				}
			}
		}
	}
	list = append(list, opText{"amdgpu.mfma", []string{"vector<2x2xf16>", "vector<2x2xf16>", "vector<4xf32>"}, "m = 16 : i32, n = 16 : i32, k = 16 : i32", []string{"vector<4xf32>"}},
		opText{"amdgpu.mfma", []string{"vector<4xf16>", "vector<4xf16>", "vector<8xf32>"}, "m = 16 : i32, n = 32 : i32, k = 16 : i32", []string{"vector<8xf32>"}})
	return list
}

func sparseTexts() []opText {
	var list []opText
	kinds := []string{"f16", "bf16", "i8", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ"}
	for _, m := range []int{16, 32} {
		for _, k := range []int{16, 32, 64, 128} {
			for _, a := range kinds {
				for _, b := range kinds {
					for _, d := range []string{"f32", "i32"} {
						index := "vector<4xi8>"
						if strings.Contains(a, "8") {
							index = "vector<2xi16>"
						}
						acc := vectorText(d, m*m/64)
						list = append(list, opText{"amdgpu.sparse_mfma", []string{vectorText(a, m*k/128), vectorText(b, m*k/64), acc, index},
							fmt.Sprintf("m = %d : i32, n = %d : i32, k = %d : i32, abid = 1 : i32", m, m, k), []string{acc}})
					}
				}
			}
		}
	}
	return list
}

func scaledTexts() []opText {
	var list []opText
	kinds := []string{"f8E4M3FN", "f8E5M2", "f6E2M3FN", "f6E3M2FN", "f4E2M1FN"}
	for _, m := range []int{16, 32} {
		for _, k := range []int{64, 128} {
			for _, n := range []int{4, 16} {
				for i, a := range kinds {
					for _, b := range kinds {
						acc := vectorText("f32", n)
						list = append(list, opText{"amdgpu.scaled_mfma", []string{vectorText(a, 32), vectorText(b, 32), acc, "f8E8M0FNU", "vector<4xf8E8M0FNU>"},
							fmt.Sprintf("m = %d : i32, n = %d : i32, k = %d : i32, scalesIdxA = %d : i32, scalesIdxB = 0 : i32", m, m, k, i%4), []string{acc}})
					}
				}
			}
		}
	}
	return list
}

func conversionTexts() []opText {
	var list []opText
	add := func(name string, operands []string, attrs, result string) {
		list = append(list, opText{"amdgpu." + name, operands, attrs, []string{result}})
	}
	eight := []string{"f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ"}
	for _, e := range eight {
		for n := range 5 {
			from := e
			if n > 0 {
				from = vectorText(e, n)
			}
			for i := range 4 {
				add("ext_packed_fp8", []string{from}, fmt.Sprintf("index = %d : i32", i), "f32")
				add("ext_packed_fp8", []string{from}, fmt.Sprintf("index = %d : i32", i), "vector<2xf32>")
			}
		}
		v := vectorText(e, 4)
		add("packed_trunc_2xfp8", []string{"f32"}, "wordIndex = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0>", v)
		add("packed_trunc_2xfp8", []string{"f32", "f32"}, "wordIndex = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 0>", v)
		add("packed_trunc_2xfp8", []string{"f32", v}, "wordIndex = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 1>", v)
		for i := range 4 {
			add("packed_stoch_round_fp8", []string{"f32", "i32"}, fmt.Sprintf("storeIndex = %d : i32", i), v)
			add("packed_stoch_round_fp8", []string{"f32", "i32", v}, fmt.Sprintf("storeIndex = %d : i32", i), v)
		}
	}
	for _, large := range []string{"f32", "f16", "bf16"} {
		for _, small := range []string{"vector<4xf8E4M3FN>", "vector<2xf8E5M2>", "vector<8xf4E2M1FN>", "vector<3xf4E2M1FN>", "vector<4xf8E4M3FNUZ>"} {
			for i := range 8 {
				index := fmt.Sprintf("index = %d : i32", i)
				add("scaled_ext_packed", []string{small, "f32"}, index, vectorText(large, 2))
				add("packed_scaled_trunc", []string{vectorText(large, 2), "f32"}, index, small)
				add("packed_scaled_trunc", []string{vectorText(large, 1), "f32", small}, index, small)
			}
		}
	}
	return list
}

func laneTexts() []opText {
	var list []opText
	scalars := []string{"i1", "i4", "i8", "i16", "i24", "i32", "i48", "i64", "f16", "bf16", "f32", "f64", "f8E4M3FN", "f6E2M3FN", "f4E2M1FN", "f8E8M0FNU", "index"}
	for _, t := range scalars {
		for _, k := range DPPPerms {
			arg := map[string]string{"quad_perm": ", permArgument = [3, 2, 1, 0]", "row_shl": ", permArgument = 1 : i32", "row_shr": ", permArgument = 15 : i32", "row_ror": ", permArgument = 16 : i32"}[k]
			if t != "index" {
				list = append(list, opText{"amdgpu.dpp", []string{t, t}, "kind = #amdgpu<dpp_perm " + k + ">" + arg, []string{t}})
			}
		}
	}
	for _, t := range append(scalars, "vector<2xf16>", "vector<3xi8>", "vector<4xf32>", "vector<2x2xf32>", "i128", "vector<f32>") {
		list = append(list, opText{"amdgpu.swizzle_bitmode", []string{t}, "and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 1 : i32", []string{t}})
		for _, n := range []int{8, 16, 32} {
			list = append(list, opText{"amdgpu.permlane_swap", []string{t}, fmt.Sprintf("row_length = %d : i32", n), []string{t}})
		}
	}
	for _, a := range []string{"", "load = 1 : i32", "store = 1 : i32, ds = 0 : i32", "exp = 7 : i32", "tensor = 0 : i32"} {
		list = append(list, opText{"amdgpu.memory_counter_wait", nil, a, nil})
	}
	return append(list, opText{"amdgpu.lds_barrier", nil, "", nil}, opText{"amdgpu.sched_barrier", nil, "opts = #amdgpu.sched_barrier_opt<valu|salu>", nil})
}

func memoryTexts() []opText {
	var list []opText
	add := func(name, attrs string, results []string, operands ...string) {
		list = append(list, opText{"amdgpu." + name, operands, attrs, results})
	}
	transfers := []string{"i8", "i16", "i32", "i64", "f32", "vector<2xf16>", "vector<3xf32>", "vector<4xf32>", "vector<16xi8>", "vector<8xf16>", "vector<2x2xf32>", "vector<8xf4E2M1FN>", "i128", "index"}
	for _, e := range []string{"i8", "f16", "f32", "f4E2M1FN"} {
		for _, layout := range []string{"", ", strided<[80, 1], offset: ?>", ", strided<[80, 2]>", ", affine_map<(d0, d1) -> (d1 * 7 + d0 mod 3)>"} {
			for _, space := range []string{", 3", ", #gpu.address_space<workgroup>", ""} {
				dst := "memref<64x64x" + e + layout + space + ">"
				for _, t := range transfers {
					add("gather_to_lds", "operandSegmentSizes = array<i32: 1, 1, 1, 2>, transferType = "+t, nil, "memref<?x"+e+">", "index", dst, "index", "index")
				}
				for _, n := range []string{"vector<4xf16>", "vector<8xi8>", "vector<16xf4E2M1FN>", "vector<16xi6>", "vector<2xf32>", "vector<8xf16>"} {
					add("transpose_load", "", []string{n}, dst, "index", "index")
				}
			}
		}
	}
	add("gather_to_lds", "operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = f32", nil, "memref<64xf32, #amdgpu.address_space<fat_raw_buffer>>", "index", "memref<64xf32, 3>", "index")
	add("gather_to_lds", "operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = f32", nil, "memref<64xf32, 3>", "index", "memref<64xf32, 3>", "index")
	for _, e := range []string{"i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "f8E4M3FN", "f4E2M1FN", "i1"} {
		for _, n := range []int{1, 2, 3, 4, 5, 6, 8, 16, 32} {
			v := e
			if n > 1 {
				v = vectorText(e, n)
			}
			for _, layout := range []string{"", ", strided<[?], offset: ?>", ", affine_map<(d0) -> (d0 floordiv 2)>", ", 3", ", 1"} {
				m := "memref<64x" + e + layout + ">"
				add("raw_buffer_load", "operandSegmentSizes = array<i32: 1, 1, 0>", []string{v}, m, "i32")
				add("raw_buffer_store", "operandSegmentSizes = array<i32: 1, 1, 1, 1>", nil, v, m, "i32", "i32")
			}
			m := "memref<64x" + e + ">"
			add("raw_buffer_atomic_fadd", "operandSegmentSizes = array<i32: 1, 1, 1, 0>", nil, v, m, "i32")
			add("raw_buffer_atomic_fmax", "operandSegmentSizes = array<i32: 1, 1, 1, 0>", nil, v, m, "i32")
			add("raw_buffer_atomic_umin", "operandSegmentSizes = array<i32: 1, 1, 1, 0>", nil, v, m, "i32")
			if n == 1 {
				add("raw_buffer_atomic_cmpswap", "operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>", []string{v}, v, v, m, "i32")
			}
		}
		for _, reset := range []string{"", ", resetOffset"} {
			for _, layout := range []string{"", "strided<[4, 1], offset: ?>, ", "strided<[9, 1], offset: 5>, ", "affine_map<(d0, d1) -> (d0 mod 3, d1)>, "} {
				from := "memref<8x4x" + e
				if layout != "" {
					from += ", " + strings.TrimSuffix(layout, ", ")
				}
				for _, to := range []string{"", "strided<[4, 1]>, ", "strided<[9, 1]>, ", layout} {
					add("fat_raw_buffer_cast", "operandSegmentSizes = array<i32: 1, 0, 0>"+reset, []string{"memref<8x4x" + e + ", " + to + "#amdgpu.address_space<fat_raw_buffer>>"}, from+">")
				}
			}
		}
	}
	return list
}

// chipTexts are operations in all forms that a chip may have or not.
func chipTexts() []opText {
	var all []opText
	for _, list := range [][]opText{mfmaTexts(), sparseTexts(), scaledTexts(), conversionTexts(), laneTexts(), memoryTexts()} {
		all = append(all, list...)
	}
	return all
}
