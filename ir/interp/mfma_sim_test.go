package interp_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/long"
	"heddle/sim"
)

// Where a lane's operands are in its 64 dwords of input.
const (
	atA      = 0
	atB      = 8
	atC      = 24
	atIndex  = 56
	atScaleA = 57
	atScaleB = 58
	inWords  = 64
	outWords = 32
)

// matrixTrial is one matrix instruction with its fields.
type matrixTrial struct {
	m                *ir.MatrixOp
	chip             *arch.Chip
	cbsz, abid, blgp int
	selA, selB       int // bytes of the scales
}

func (x *matrixTrial) operandTypes() (types []ir.Type) {
	d := x.m.Signature()
	for i, t := range d[:3] {
		n := 0
		if x.m.Scaled && i < 2 {
			n = min(1, []int{x.cbsz, x.blgp}[i]/2) // 8, 6 or 4 dwords
			if []int{x.cbsz, x.blgp}[i] == 4 {
				n = 2
			}
		}
		types = append(types, t[n])
	}
	return types
}

func dwords(t ir.Type) int {
	n := int64(1)
	if v, ok := t.(*ir.VectorType); ok {
		n = v.Len()
	}
	w, _ := ir.BitWidth(ir.ElemType(t))
	return int(n) * w / 32
}

// module is a kernel that reads operands and writes the result.
func (x *matrixTrial) module() string {
	var b strings.Builder
	n := 0
	value := func(format string, args ...any) string {
		n++
		fmt.Fprintf(&b, "      %%v%d = "+format+"\n", append([]any{n}, args...)...)
		return fmt.Sprintf("%%v%d", n)
	}
	load := func(t ir.Type, at int) string {
		words := dwords(t)
		c := value(`"arith.constant"() <{value = %d : index}> : () -> index`, at)
		v := value(`"vector.load"(%%in, %%t, %s) : (memref<64x64xi32>, index, index) -> vector<%dxi32>`, c, words)
		if vt, ok := t.(*ir.VectorType); ok {
			if vt.Elem == ir.I32 {
				return v
			}
			return value(`"vector.bitcast"(%s) : (vector<%dxi32>) -> %s`, v, words, t)
		}
		one := ir.Vector(t, 1)
		if t != ir.I32 {
			v = value(`"vector.bitcast"(%s) : (vector<%dxi32>) -> %s`, v, words, one)
		}
		return value(`"vector.extract"(%s) <{static_position = array<i64: 0>}> : (%s) -> %s`, v, one, t)
	}
	constant := func(k int) string {
		return value(`"arith.constant"() <{value = %d : i32}> : () -> i32`, k)
	}
	types := x.operandTypes()
	args := []string{load(types[0], atA), load(types[1], atB), load(types[2], atC)}
	switch {
	case x.m.Scaled:
		args = append(args, constant(x.cbsz), constant(x.blgp), constant(x.selA), load(ir.I32, atScaleA), constant(x.selB), load(ir.I32, atScaleB))
	case x.m.Sparse:
		args = append(args, load(ir.I32, atIndex), constant(x.cbsz), constant(x.abid))
	default:
		args = append(args, constant(x.cbsz), constant(x.abid), constant(x.blgp))
	}
	texts := []string{types[0].String(), types[1].String(), types[2].String()}
	for range args[3:] {
		texts = append(texts, "i32")
	}
	d := x.m.Accumulator()
	r := value(`"rocdl.%s"(%s) : (%s) -> %s`, x.m.Rocdl, strings.Join(args, ", "), strings.Join(texts, ", "), d)
	if _, ok := d.(*ir.VectorType); !ok {
		one := ir.Vector(d, 1)
		r = value(`"vector.broadcast"(%s) : (%s) -> %s`, r, d, one)
		d = one
	}
	words := dwords(d)
	if ir.ElemType(d) != ir.I32 {
		r = value(`"vector.bitcast"(%s) : (%s) -> vector<%dxi32>`, r, d, words)
	}
	return fmt.Sprintf(`"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<64x64xi32>, memref<64x32xi32>) -> ()}> ({
    ^bb0(%%in: memref<64x64xi32>, %%out: memref<64x32xi32>):
      %%t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %%c0 = "arith.constant"() <{value = 0 : index}> : () -> index
%s      "vector.store"(%s, %%out, %%t, %%c0) : (vector<%dxi32>, memref<64x32xi32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k"} : () -> ()
  }) : () -> ()
}) : () -> ()
`, b.String(), r, words)
}

// assembly is the same kernel for the simulator.
func (x *matrixTrial) assembly() string {
	types := x.operandTypes()
	regs := func(first int, t ir.Type) string {
		if n := dwords(t); n > 1 {
			return fmt.Sprintf("v[%d:%d]", first, first+n-1)
		}
		return fmt.Sprintf("v%d", first)
	}
	const base = 8 // the register of dword 0
	var b strings.Builder
	b.WriteString("\tv_and_b32 v0, 0x3ff, v0\n\ts_load_dwordx4 s[4:7], s[0:1], 0x0\n\tv_lshlrev_b32 v1, 8, v0\n\tv_lshlrev_b32 v2, 7, v0\n\ts_waitcnt lgkmcnt(0)\n")
	for i := range inWords {
		fmt.Fprintf(&b, "\tglobal_load_dword v%d, v1, s[4:5] offset:%d\n", base+i, 4*i)
	}
	b.WriteString("\ts_waitcnt vmcnt(0)\n\ts_nop 15\n\t")
	d := regs(base+atC, types[2])
	ab := fmt.Sprintf("%s, %s", regs(base+atA, types[0]), regs(base+atB, types[1]))
	switch {
	case x.m.Scaled:
		fmt.Fprintf(&b, "%s %s, %s, %s, v%d, v%d op_sel:[%d,%d,0] op_sel_hi:[%d,%d,0] cbsz:%d blgp:%d", x.m.Inst, d, ab, d, base+atScaleA, base+atScaleB,
			x.selA&1, x.selB&1, x.selA>>1, x.selB>>1, x.cbsz, x.blgp)
	case x.m.Sparse:
		fmt.Fprintf(&b, "%s %s, %s, v%d cbsz:%d abid:%d", x.m.Inst, d, ab, base+atIndex, x.cbsz, x.abid)
	default:
		fmt.Fprintf(&b, "%s %s, %s, %s", x.m.Inst, d, ab, d)
		if x.cbsz != 0 || x.abid != 0 {
			fmt.Fprintf(&b, " cbsz:%d abid:%d", x.cbsz, x.abid)
		}
		if x.m.A == "f64" {
			fmt.Fprintf(&b, " neg:[%d,%d,%d]", x.blgp&1, x.blgp>>1&1, x.blgp>>2)
		} else if x.blgp != 0 {
			fmt.Fprintf(&b, " blgp:%d", x.blgp)
		}
	}
	b.WriteString("\n\ts_nop 15\n\ts_nop 15\n")
	for i := range dwords(types[2]) {
		fmt.Fprintf(&b, "\tglobal_store_dword v2, v%d, s[6:7] offset:%d\n", base+atC+i, 4*i)
	}
	return fmt.Sprintf("\t.amdgcn_target \"amdgcn-amd-amdhsa--%s\"\n\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n%s\ts_endpgm\n.Lend:\n\t.size k, .Lend-k\n"+
		"\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr 128\n\t\t.amdhsa_next_free_sgpr 32\n\t\t.amdhsa_accum_offset 128\n\t\t.amdhsa_kernarg_size 16\n"+
		"\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t\t.amdhsa_float_denorm_mode_32 3\n\t.end_amdhsa_kernel\n", x.chip.Name, b.String())
}

// runInterp runs the kernel with the interpreter.
func (x *matrixTrial) runInterp(t *testing.T, in []uint32) []uint32 {
	t.Helper()
	m, err := ir.Parse("m.mlir", x.module())
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: x.chip})
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, x.module())
	}
	from, to := &interp.Buffer{Name: "in", Data: make([]byte, 4*len(in))}, &interp.Buffer{Name: "out", Data: make([]byte, 4*64*outWords)}
	for i, w := range in {
		binary.LittleEndian.PutUint32(from.Data[4*i:], w)
	}
	if _, err := interp.Run(m, interp.Launch{Chip: x.chip, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []interp.Arg{interp.Pointer(from), interp.Pointer(to)}}); err != nil {
		t.Fatal(err)
	}
	out := make([]uint32, 64*outWords)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(to.Data[4*i:])
	}
	return out
}

// simulated gives a function that runs the instruction in the simulator.
func (x *matrixTrial) simulated(t *testing.T) func(in []uint32) []uint32 {
	t.Helper()
	res, err := asm.Assemble([]byte(x.assembly()), asm.Options{File: "k.s"})
	if err != nil {
		t.Fatalf("%v\n%s", err, x.assembly())
	}
	raw, err := hsaco.Link(res.Module)
	if err != nil {
		t.Fatal(err)
	}
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	return func(in []uint32) []uint32 {
		d := sim.NewDevice(o.Chip)
		m, err := d.Load(o)
		if err != nil {
			t.Fatal(err)
		}
		k, err := m.Kernel("k")
		if err != nil {
			t.Fatal(err)
		}
		from, err := sim.Put(d, in)
		if err != nil {
			t.Fatal(err)
		}
		to, err := d.Alloc(4 * 64 * outWords)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Run(sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(from), sim.Pointer(to)}}); err != nil {
			t.Fatalf("%v\n%s", err, x.assembly())
		}
		out, err := sim.Get[uint32](to)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
}

// same compares results; NaN is NaN.
func (x *matrixTrial) same(a, b []uint32) (lane, word int, ok bool) {
	words := dwords(x.m.Accumulator())
	for lane := range 64 {
		for w := 0; w < words; w++ {
			i := lane*outWords + w
			if a[i] == b[i] {
				continue
			}
			switch x.m.D {
			case "f32":
				if math.IsNaN(float64(math.Float32frombits(a[i]))) && math.IsNaN(float64(math.Float32frombits(b[i]))) {
					continue
				}
			case "f64":
				i &^= 1
				p, q := uint64(a[i])|uint64(a[i+1])<<32, uint64(b[i])|uint64(b[i+1])<<32
				if math.IsNaN(math.Float64frombits(p)) && math.IsNaN(math.Float64frombits(q)) {
					continue
				}
			}
			return lane, w, false
		}
	}
	return 0, 0, true
}

// randomInput makes operands of a kind: 0 any bits; 1 numbers near one; 2 with
// far apart exponents; 3 mostly zeros and subnormal numbers.
func (x *matrixTrial) randomInput(r *rand.Rand, kind int) []uint32 {
	in := make([]uint32, 64*inWords)
	for lane := range 64 {
		p := in[lane*inWords:][:inWords]
		for i := range p {
			p[i] = r.Uint32()
		}
		fill := func(words []uint32, format string, chip *arch.Chip) {
			width := map[string]int{"f64": 64, "f32": 32, "xf32": 32, "f16": 16, "bf16": 16, "i8": 8, "i32": 32, "fp6": 6, "bf6": 6, "fp4": 4}[format]
			if width == 0 {
				width = 8
			}
			frac := map[string]int{"f64": 52, "f32": 23, "xf32": 23, "f16": 10, "bf16": 7, "fp8": 3, "bf8": 2, "fp6": 3, "bf6": 2, "fp4": 1}[format]
			if kind == 0 || frac == 0 {
				return
			}
			bits := make([]byte, len(words)*32)
			for at := 0; at+width <= len(bits); at += width {
				exps := 1<<(width-1-frac) - 1
				exp := exps / 2
				switch kind {
				case 1:
					exp += r.IntN(3) - 1
				case 2:
					exp += r.IntN(min(exps, 60)) - min(exps, 60)/2
				case 3:
					exp = r.IntN(2)
				}
				code := uint64(exp)<<frac | r.Uint64()&(1<<frac-1) | r.Uint64()&1<<(width-1)
				if kind == 3 && r.IntN(3) > 0 {
					code = 0
				}
				for i := range width {
					bits[at+i] = byte(code >> i & 1)
				}
			}
			for i := range words {
				words[i] = 0
				for k := range 32 {
					words[i] |= uint32(bits[32*i+k]) << k
				}
			}
		}
		a, b := x.m.A, x.m.B
		if x.m.Scaled {
			names := []string{"fp8", "bf8", "fp6", "bf6", "fp4"}
			a, b = names[x.cbsz], names[x.blgp]
			if kind > 0 {
				for _, at := range []int{atScaleA, atScaleB} {
					p[at] = 0
					for k := range 4 {
						p[at] |= uint32(127+r.IntN(9)-4) << (8 * k)
					}
				}
			}
		}
		fill(p[atA:atB], a, x.chip)
		fill(p[atB:atC], b, x.chip)
		fill(p[atC:atIndex], x.m.D, x.chip)
		if x.m.Sparse && kind > 0 { // pairs of places in ascending order
			p[atIndex] = 0
			for k := range 8 {
				i := r.IntN(3)
				j := i + 1 + r.IntN(3-i)
				p[atIndex] |= uint32(i|j<<2) << (4 * k)
			}
		}
	}
	return in
}

// matrixTrials are all matrix instructions of the chips, each with the fields
// that matter for it.
func matrixTrials(r *rand.Rand) []matrixTrial {
	var list []matrixTrial
	for _, chip := range arch.Chips {
		for i := range ir.MatrixOps() {
			m := &ir.MatrixOps()[i]
			if !m.On(chip) {
				continue
			}
			x := matrixTrial{m: m, chip: chip}
			switch {
			case m.Scaled:
				for a := range 5 {
					for b := range 5 {
						x.cbsz, x.blgp, x.selA, x.selB = a, b, r.IntN(4), r.IntN(4)
						list = append(list, x)
					}
				}
			case m.Sparse:
				for abid := range 4 {
					x.abid, x.cbsz = abid, abid/3*r.IntN(2)
					list = append(list, x)
				}
			default:
				list = append(list, x)
				if m.A == "f64" {
					x.blgp = 1 + r.IntN(7)
					list = append(list, x)
				} else if m.Blocks > 1 {
					for blgp := 1; blgp < 8; blgp++ {
						x.blgp, x.cbsz = blgp, 1
						x.abid = r.IntN(2)
						list = append(list, x)
					}
				}
			}
		}
	}
	return list
}

// TestMatrixAgainstSimulator runs every matrix instruction in the interpreter
// and in the simulator, which share neither layouts nor arithmetic.
func TestMatrixAgainstSimulator(t *testing.T) {
	const seed = 7
	r := rand.New(rand.NewPCG(seed, 1))
	for i, x := range matrixTrials(r) {
		run := x.simulated(t)
		for kind := range 4 {
			if (x.m.Scaled || x.m.Sparse || x.blgp != 0 || !long.On()) && kind != (i+i/4)%4 { // they are many
				continue
			}
			in := x.randomInput(r, kind)
			want, got := run(in), x.runInterp(t, in)
			if lane, w, ok := x.same(got, want); !ok {
				t.Errorf("seed %d: %s on %s, cbsz %d abid %d blgp %d, inputs of kind %d: dword %d of lane %d is %#x, the simulator has %#x",
					seed, x.m.Rocdl, x.chip.Name, x.cbsz, x.abid, x.blgp, kind, w, lane, got[lane*outWords+w], want[lane*outWords+w])
				break
			}
		}
	}
}
