package codegen_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/pass"
	"heddle/verify"
)

// mixedKernel is one operation on operands of different lengths.
type mixedKernel struct {
	in  []ir.Type
	out ir.Type
	// op makes %r of %a0, %a1, …
	op string
}

// memoryForm is the element type and number of elements with which a type is in
// memory.
func memoryForm(t ir.Type) (elem ir.Type, n int) {
	if v, ok := t.(*ir.VectorType); ok {
		return v.Elem, int(v.Len())
	}
	return t, 1
}

func (c *mixedKernel) run(t *testing.T, chip *arch.Chip, seed uint64) {
	t.Helper()
	const lanes = 192
	rnd := rand.New(rand.NewPCG(seed, 5))
	var params, names []string
	var body strings.Builder
	var args []interp.Arg
	bytesOf := func(e ir.Type, n int) int {
		w, _ := ir.BitWidth(e)
		return w * n / 8
	}
	for i, typ := range c.in {
		e, n := memoryForm(typ)
		params, names = append(params, fmt.Sprintf("memref<%dx%s>", lanes*n, e)), append(names, fmt.Sprintf("%%in%d", i))
		data := make([]byte, lanes*bytesOf(e, n))
		w, _ := ir.BitWidth(e)
		for j := range lanes * n {
			switch {
			case w < 8:
			case typ == ir.I32:
				put(data, "i32", j, rnd.Uint64())
			default:
				put(data, e.String(), j, sample(rnd, e.String()))
			}
		}
		if w < 8 {
			for j := range data {
				data[j] = byte(rnd.Uint32())
			}
		}
		args = append(args, interp.Pointer(&interp.Buffer{Name: fmt.Sprintf("in%d", i), Data: data}))
		fmt.Fprintf(&body, "    %%n%d = \"arith.constant\"() <{value = %d : index}> : () -> index\n    %%at%d = \"arith.muli\"(%%tid, %%n%d) : (index, index) -> index\n", i, n, i, i)
		fmt.Fprintf(&body, "    %%v%d = \"vector.load\"(%%in%d, %%at%d) : (%s, index) -> vector<%dx%s>\n", i, i, i, params[i], n, e)
		if _, isVector := typ.(*ir.VectorType); isVector {
			fmt.Fprintf(&body, "    %%a%d = \"vector.shape_cast\"(%%v%d) : (vector<%dx%s>) -> %s\n", i, i, n, e, typ)
		} else {
			fmt.Fprintf(&body, "    %%a%d = \"vector.extract\"(%%v%d) <{static_position = array<i64: 0>}> : (vector<%dx%s>) -> %s\n", i, i, n, e, typ)
		}
	}
	e, n := memoryForm(c.out)
	params, names = append(params, fmt.Sprintf("memref<%dx%s>", lanes*n, e)), append(names, "%out")
	out := &interp.Buffer{Name: "out", Data: make([]byte, lanes*bytesOf(e, n))}
	args = append(args, interp.Pointer(out))
	body.WriteString("    " + c.op + "\n")
	fmt.Fprintf(&body, "    %%on = \"arith.constant\"() <{value = %d : index}> : () -> index\n    %%oat = \"arith.muli\"(%%tid, %%on) : (index, index) -> index\n", n)
	if _, isVector := c.out.(*ir.VectorType); isVector {
		fmt.Fprintf(&body, "    %%rv = \"vector.shape_cast\"(%%r) : (%s) -> vector<%dx%s>\n", c.out, n, e)
	} else {
		fmt.Fprintf(&body, "    %%rv = \"vector.broadcast\"(%%r) : (%s) -> vector<1x%s>\n", c.out, e)
	}
	fmt.Fprintf(&body, "    \"vector.store\"(%%rv, %%out, %%oat) : (vector<%dx%s>, %s, index) -> ()\n", n, e, params[len(params)-1])
	var header []string
	for i := range params {
		header = append(header, names[i]+": "+params[i])
	}
	text := fmt.Sprintf(`"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (%s) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
  ^bb0(%s):
    %%x = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%wg = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%c64 = "arith.constant"() <{value = 64 : index}> : () -> index
    %%first = "arith.muli"(%%wg, %%c64) : (index, index) -> index
    %%tid = "arith.addi"(%%first, %%x) : (index, index) -> index
%s    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k"} : () -> ()
}) : () -> ()
`, strings.Join(params, ", "), strings.Join(header, ", "), body.String())
	v := verify.Case{Name: "mixed.mlir", Text: text, Chip: chip, Grid: [3]uint32{lanes / 64, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: args}
	v.Same = func(b *interp.Buffer, want, got []byte) error {
		if w, _ := ir.BitWidth(e); b != out || w < 8 {
			for i := range want {
				if want[i] != got[i] {
					return fmt.Errorf("%s differs at byte %d: want %#x, got %#x", b.Name, i, want[i], got[i])
				}
			}
			return nil
		}
		for i := range lanes * n {
			x, y := get(want, e.String(), i), get(got, e.String(), i)
			if x != y && !(isNaNCode(e.String(), x) && isNaNCode(e.String(), y)) {
				return fmt.Errorf("element %d of lane %d: want %#x, got %#x", i%n, i/n, x, y)
			}
		}
		return nil
	}
	if _, err := verify.Run(v, verify.Options{Passes: pass.Options{Verify: true}}); err != nil {
		t.Errorf("%s: %s: %v", chip.Name, c.op, err)
	}
}

// TestConversions runs every conversion of rocdl on many inputs, with each
// choice of a part.
func TestConversions(t *testing.T) {
	for i := range ir.Conversions() {
		c := &ir.Conversions()[i]
		t.Run(c.Name, func(t *testing.T) {
			for _, chip := range arch.Chips {
				for _, attrs := range partChoices(c) {
					if c.On(chip) {
						conversionKernel(c, attrs).run(t, chip, uint64(i))
					}
				}
			}
		})
	}
}

// partChoices are the texts of a conversion's attributes with every choice.
func partChoices(c *ir.Conversion) []string {
	texts := []string{""}
	for i, a := range c.Attr {
		var values []string
		if a.Type == ir.I1 {
			values = []string{"false", "true"}
		} else {
			values = []string{"0 : i32", "1 : i32", "2 : i32", "3 : i32"}
		}
		var next []string
		for _, text := range texts {
			for _, v := range values {
				if i > 0 {
					next = append(next, text+", "+a.Name+" = "+v)
				} else {
					next = append(next, a.Name+" = "+v)
				}
			}
		}
		texts = next
	}
	return texts
}

func conversionKernel(c *ir.Conversion, attrs string) *mixedKernel {
	k := &mixedKernel{out: c.Result}
	var operands, types []string
	for i, o := range c.Operands {
		k.in = append(k.in, o.Type)
		operands, types = append(operands, fmt.Sprintf("%%a%d", i)), append(types, o.Type.String())
	}
	if attrs != "" {
		attrs = " <{" + attrs + "}>"
	}
	k.op = fmt.Sprintf("%%r = \"rocdl.%s\"(%s)%s : (%s) -> %s", c.Name, strings.Join(operands, ", "), attrs, strings.Join(types, ", "), c.Result)
	return k
}

// TestPackedConversions runs those of amdgpu, on the 8-bit formats that a chip
// has.
func TestPackedConversions(t *testing.T) {
	formats := map[*arch.Chip][]ir.Type{&arch.GFX942: {ir.F8E4M3FNUZ, ir.F8E5M2FNUZ}, &arch.GFX950: {ir.F8E4M3FN, ir.F8E5M2}}
	run := func(chip *arch.Chip, out ir.Type, op string, attrs string, in ...ir.Type) {
		k := &mixedKernel{in: in, out: out}
		var operands, types []string
		for i, typ := range in {
			operands, types = append(operands, fmt.Sprintf("%%a%d", i)), append(types, typ.String())
		}
		k.op = fmt.Sprintf("%%r = \"amdgpu.%s\"(%s) <{%s}> : (%s) -> %s", op, strings.Join(operands, ", "), attrs, strings.Join(types, ", "), out)
		k.run(t, chip, 3)
	}
	pair := ir.Vector(ir.F32, 2)
	for _, chip := range arch.Chips {
		for _, f := range formats[chip] {
			four := ir.Vector(f, 4)
			for i := range 4 {
				index := fmt.Sprintf("index = %d : i32", i)
				run(chip, ir.F32, "ext_packed_fp8", index, four)
				run(chip, four, "packed_stoch_round_fp8", fmt.Sprintf("storeIndex = %d : i32", i), ir.F32, ir.I32, four)
				if i < 2 {
					run(chip, pair, "ext_packed_fp8", index, four)
					run(chip, four, "packed_trunc_2xfp8", fmt.Sprintf("wordIndex = %d : i32, operandSegmentSizes = array<i32: 1, 1, 1>", i), ir.F32, ir.F32, four)
				}
			}
			run(chip, ir.F32, "ext_packed_fp8", "index = 0 : i32", f)
			if chip != &arch.GFX950 {
				continue
			}
			for _, wide := range []ir.Type{ir.F32, ir.F16, ir.BF16} {
				two := ir.Vector(wide, 2)
				for i := range 2 {
					index := fmt.Sprintf("index = %d : i32", i)
					run(chip, two, "scaled_ext_packed", index, four, ir.F32)
					run(chip, four, "packed_scaled_trunc", index, two, ir.F32, four)
				}
			}
		}
	}
	eight := ir.Vector(ir.F4E2M1FN, 8)
	for _, wide := range []ir.Type{ir.F32, ir.F16, ir.BF16} {
		two := ir.Vector(wide, 2)
		for i := range 4 {
			index := fmt.Sprintf("index = %d : i32", i)
			run(&arch.GFX950, two, "scaled_ext_packed", index, eight, ir.F32)
			run(&arch.GFX950, eight, "packed_scaled_trunc", index, two, ir.F32, eight)
		}
	}
}
