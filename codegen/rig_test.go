package codegen_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/pass"
	"heddle/verify"
)

// kernelRow is an operation on values of some types, tried on many inputs.
type kernelRow struct {
	in, out []string // types of the operands and results
	// body computes %r0, %r1, … from %a, %b, %c.
	body string
	// valid rules inputs out that the operation has no result for; nil: none.
	valid func(in []uint64) bool
	// near compares results of a float operation; nil: the same bits, or both NaN.
	near func(out int, in []uint64, want, got uint64) error
	// inputs are tried before random ones.
	inputs [][]uint64
	count  int // inputs in all; 0: the default
	// plain: random inputs are uniform in their bits only.
	plain bool
}

// storage is the type that a value has in memory.
func storage(t string) string {
	if strings.HasPrefix(t, "vector<") {
		at := strings.Index(t, "x")
		return strings.TrimSuffix(t[:at+1]+storage(strings.TrimSuffix(t[at+1:], ">")), ">") + ">"
	}
	switch {
	case t == "index":
		return "i64"
	case t[0] == 'i':
		w, _ := strconv.Atoi(t[1:])
		for _, s := range []int{8, 16, 32, 64} {
			if w <= s {
				return fmt.Sprintf("i%d", s)
			}
		}
	case widthOf(t) <= 8:
		return "i8"
	}
	return t
}

// parts are the element type of a type and the number of elements.
func parts(t string) (elem string, n int) {
	if !strings.HasPrefix(t, "vector<") {
		return t, 1
	}
	at := strings.Index(t, "x")
	n, _ = strconv.Atoi(t[len("vector<"):at])
	return strings.TrimSuffix(t[at+1:], ">"), n
}

// shaped is an element type in the shape of another.
func shaped(like, elem string) string {
	if _, n := parts(like); strings.HasPrefix(like, "vector<") {
		return fmt.Sprintf("vector<%dx%s>", n, elem)
	}
	return elem
}

// widths are those of the element types that widthOf has been asked about.
var widths sync.Map

func widthOf(elem string) int {
	if elem == "index" {
		return 64
	}
	if w, ok := widths.Load(elem); ok {
		return w.(int)
	}
	t, err := ir.ParseType(elem)
	if err != nil {
		panic(err)
	}
	w, _ := ir.BitWidth(t)
	widths.Store(elem, w)
	return w
}

// convert writes operations that bring %from of type a to %to of type b: between
// what is in memory and what is computed with.
func convert(w *strings.Builder, from, a, to, b string) {
	ea, _ := parts(a)
	eb, _ := parts(b)
	line := func(op, x, t, y, u string) { fmt.Fprintf(w, "    %%%s = %q(%%%s) : (%s) -> %s\n", y, op, x, t, u) }
	switch {
	case ea == eb:
		line("arith.bitcast", from, a, to, b)
	case ea == "index" || eb == "index":
		line("arith.index_cast", from, a, to, b)
	case eb[0] == 'f' && widthOf(eb) < 8:
		mid := shaped(a, fmt.Sprintf("i%d", widthOf(eb)))
		line("arith.trunci", from, a, to+"n", mid)
		line("arith.bitcast", to+"n", mid, to, b)
	case ea[0] == 'f' && widthOf(ea) < 8:
		mid := shaped(a, fmt.Sprintf("i%d", widthOf(ea)))
		line("arith.bitcast", from, a, to+"n", mid)
		line("arith.extui", to+"n", mid, to, b)
	case widthOf(ea) > widthOf(eb):
		line("arith.trunci", from, a, to, b)
	case widthOf(ea) < widthOf(eb):
		line("arith.extui", from, a, to, b)
	default:
		line("arith.bitcast", from, a, to, b)
	}
}

const lanesOfRig = 64

// text is the kernel: every lane loads its operands, computes and stores. With
// uniform, operands are arguments of the kernel.
func (r *kernelRow) text(n int, uniform bool) string {
	var b strings.Builder
	var params, names []string
	for i, t := range r.in {
		names = append(names, fmt.Sprintf("%%in%d", i))
		if uniform {
			params = append(params, storage(t))
			continue
		}
		e, k := parts(storage(t))
		params = append(params, fmt.Sprintf("memref<%dx%s>", n*k, e))
	}
	for i, t := range r.out {
		names = append(names, fmt.Sprintf("%%out%d", i))
		e, k := parts(storage(t))
		params = append(params, fmt.Sprintf("memref<%dx%s>", n*k, e))
	}
	fmt.Fprintf(&b, "\"gpu.module\"() <{sym_name = \"m\"}> ({\n  \"gpu.func\"() <{function_type = (%s) -> (), known_block_size = array<i32: %d, 1, 1>}> ({\n  ^bb0(", strings.Join(params, ", "), lanesOfRig)
	for i, name := range names {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s: %s", name, params[i])
	}
	fmt.Fprintf(&b, `):
    %%lanes = "arith.constant"() <{value = %d : index}> : () -> index
    %%t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%wg = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%first = "arith.muli"(%%wg, %%lanes) : (index, index) -> index
    %%x = "arith.addi"(%%first, %%t) : (index, index) -> index
`, lanesOfRig)
	place := func(name, t string) string {
		_, k := parts(t)
		if !strings.HasPrefix(t, "vector<") {
			return "x"
		}
		fmt.Fprintf(&b, "    %%%sn = \"arith.constant\"() <{value = %d : index}> : () -> index\n", name, k)
		fmt.Fprintf(&b, "    %%%sx = \"arith.muli\"(%%x, %%%sn) : (index, index) -> index\n", name, name)
		return name + "x"
	}
	for i, t := range r.in {
		s, name := storage(t), string(rune('a'+i))
		raw := fmt.Sprintf("in%d", i)
		if !uniform {
			at := place(raw, t)
			op := "memref.load"
			if strings.HasPrefix(t, "vector<") {
				op = "vector.load"
			}
			fmt.Fprintf(&b, "    %%%sl = %q(%%%s, %%%s) : (%s, index) -> %s\n", raw, op, raw, at, params[i], s)
			raw += "l"
		}
		convert(&b, raw, s, name, t)
	}
	b.WriteString(r.body)
	for i, t := range r.out {
		s := storage(t)
		out := fmt.Sprintf("out%d", i)
		convert(&b, fmt.Sprintf("r%d", i), t, out+"s", s)
		at := place(out, t)
		op := "memref.store"
		if strings.HasPrefix(t, "vector<") {
			op = "vector.store"
		}
		fmt.Fprintf(&b, "    %q(%%%ss, %%%s, %%%s) : (%s, %s, index) -> ()\n", op, out, out, at, s, params[len(r.in)+i])
	}
	b.WriteString("    \"gpu.return\"() : () -> ()\n  }) {gpu.kernel, sym_name = \"k\"} : () -> ()\n}) : () -> ()\n")
	return b.String()
}

// edges are the codes of a type near which something changes.
func edges(elem string) []uint64 {
	w := widthOf(elem)
	mask := ^uint64(0) >> (64 - w)
	var list []uint64
	if elem[0] == 'i' {
		for _, v := range []uint64{0, 1, 2, 3, 7, 10, 1<<(w-1) - 1, 1 << (w - 1), 1<<(w-1) + 1, mask, mask - 1, mask / 3, mask/2 - 1} {
			list = append(list, v&mask)
		}
		return list
	}
	t, _ := ir.ParseType(elem)
	f := t.(ir.FloatType)
	frac := map[ir.FloatType]int{ir.F16: 10, ir.BF16: 7, ir.F32: 23, ir.F64: 52}[f]
	if frac == 0 {
		for v := range uint64(1) << w {
			list = append(list, v)
		}
		return list
	}
	sign := uint64(1) << (w - 1)
	inf := (sign - 1) >> frac << frac
	one := inf / 2 >> frac << frac
	for _, v := range []uint64{0, 1, 2, 1<<frac - 1, 1 << frac, 1<<frac + 1, one, one - 1, one + 1, one + 1<<(frac-1), one + 1<<frac,
		inf - 1, inf - 2, inf, inf + 1, inf + 1<<(frac-1), one - 1<<frac, one + 2<<frac + 3<<(frac-2), inf - 3<<frac} {
		list = append(list, v, v|sign)
	}
	return list
}

// sample is a random code: of floats mostly of a size that meets others.
func sample(rnd *rand.Rand, elem string) uint64 {
	w := widthOf(elem)
	mask := ^uint64(0) >> (64 - w)
	v := rnd.Uint64() & mask
	if elem[0] == 'i' {
		return v >> rnd.IntN(w)
	}
	switch rnd.IntN(4) {
	case 0:
		e := edges(elem)
		return e[rnd.IntN(len(e))]
	case 1:
		return v
	}
	switch elem {
	case "f32":
		return uint64(math.Float32bits(float32(rnd.NormFloat64()) * float32(math.Ldexp(1, rnd.IntN(9)-4))))
	case "f64":
		return math.Float64bits(rnd.NormFloat64() * math.Ldexp(1, rnd.IntN(9)-4))
	case "f16":
		return v&0x83ff | uint64(8+rnd.IntN(14))<<10
	case "bf16":
		return v&0x807f | uint64(120+rnd.IntN(14))<<7
	}
	return v
}

// data makes the inputs: combinations of edges first, then random ones.
func (r *kernelRow) data(rnd *rand.Rand, n int) [][]uint64 {
	list := append([][]uint64{}, r.inputs...)
	ok := func(in []uint64) bool { return r.valid == nil || r.valid(in) }
	elems := make([]string, len(r.in))
	for i, t := range r.in {
		elems[i], _ = parts(t)
	}
	if r.inputs == nil {
		var cross func(in []uint64)
		cross = func(in []uint64) {
			if len(in) == len(elems) {
				if len(list) < n*3/4 && ok(in) {
					list = append(list, append([]uint64{}, in...))
				}
				return
			}
			e := edges(elems[len(in)])
			for i := range e {
				cross(append(in, e[(i*7+3)%len(e)]))
			}
		}
		cross(nil)
	}
	for tries := 0; len(list) < n; tries++ {
		in := make([]uint64, len(elems))
		for i, e := range elems {
			in[i] = sample(rnd, e)
			if r.plain {
				in[i] = rnd.Uint64() & (^uint64(0) >> (64 - widthOf(e)))
			}
		}
		if ok(in) {
			list = append(list, in)
		} else if tries > 100*n {
			panic("no valid inputs")
		}
	}
	return list[:n]
}

// put and get access element i of a buffer of elements of some type.
func put(data []byte, elem string, i int, v uint64) {
	switch widthOf(storage(elem)) {
	case 8:
		data[i] = byte(v)
	case 16:
		binary.LittleEndian.PutUint16(data[2*i:], uint16(v))
	case 32:
		binary.LittleEndian.PutUint32(data[4*i:], uint32(v))
	default:
		binary.LittleEndian.PutUint64(data[8*i:], v)
	}
}

func get(data []byte, elem string, i int) uint64 {
	switch widthOf(storage(elem)) {
	case 8:
		return uint64(data[i])
	case 16:
		return uint64(binary.LittleEndian.Uint16(data[2*i:]))
	case 32:
		return uint64(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return binary.LittleEndian.Uint64(data[8*i:])
}

// isNaNCode reports whether a code of a type is a NaN.
func isNaNCode(elem string, v uint64) bool {
	switch elem {
	case "f16":
		return v&0x7fff > 0x7c00
	case "bf16":
		return v&0x7fff > 0x7f80
	case "f32":
		return v&0x7fffffff > 0x7f800000
	case "f64":
		return v&(1<<63-1) > 0x7ff<<52
	}
	return elem[0] == 'f' && math.IsNaN(floatValue(elem, v))
}

// same compares a result.
func (r *kernelRow) same(out int, in []uint64, want, got uint64) error {
	elem, _ := parts(r.out[out])
	if want != got && isNaNCode(elem, want) && isNaNCode(elem, got) {
		return nil
	}
	if r.near != nil && want != got {
		return r.near(out, in, want, got)
	}
	if want != got {
		return fmt.Errorf("%x of %x: want %#x, got %#x", out, in, want, got)
	}
	return nil
}

// run tries a row on a chip.
func (r *kernelRow) run(t *testing.T, chip *arch.Chip, seed uint64) {
	t.Helper()
	n := r.count
	if n == 0 {
		n = 1024
	}
	_, k := parts((append(append([]string{}, r.out...), r.in...))[0])
	lanes := (n + k*lanesOfRig - 1) / (k * lanesOfRig) * lanesOfRig
	inputs := r.data(rand.New(rand.NewPCG(seed, 1)), lanes*k)
	var args []interp.Arg
	for i, typ := range r.in {
		e, _ := parts(typ)
		data := make([]byte, len(inputs)*widthOf(storage(e))/8)
		for j := range inputs {
			put(data, e, j, inputs[j][i])
		}
		args = append(args, interp.Pointer(&interp.Buffer{Name: fmt.Sprintf("in%d", i), Data: data}))
	}
	outs := map[*interp.Buffer]int{}
	for i, typ := range r.out {
		e, _ := parts(typ)
		b := &interp.Buffer{Name: fmt.Sprintf("out%d", i), Data: make([]byte, len(inputs)*widthOf(storage(e))/8)}
		outs[b] = i
		args = append(args, interp.Pointer(b))
	}
	c := verify.Case{Name: "row.mlir", Text: r.text(lanes, false), Chip: chip, Grid: [3]uint32{uint32(lanes / lanesOfRig), 1, 1}, Block: [3]uint32{lanesOfRig, 1, 1}, Args: args}
	c.Same = func(b *interp.Buffer, want, got []byte) error {
		i, isOut := outs[b]
		if !isOut {
			return nil
		}
		e, _ := parts(r.out[i])
		var bad []string
		for j := range inputs {
			if err := r.same(i, inputs[j], get(want, e, j), get(got, e, j)); err != nil {
				bad = append(bad, err.Error())
			}
		}
		if len(bad) > 0 {
			return fmt.Errorf("%d of %d differ: %s", len(bad), len(inputs), strings.Join(bad[:min(len(bad), 4)], "\n\t"))
		}
		return nil
	}
	if _, err := verify.Run(c, verify.Options{Passes: pass.Options{Verify: true}}); err != nil {
		t.Errorf("%s: %v", chip.Name, err)
	}
}

// runUniform tries a row of scalar types with operands that are arguments.
func (r *kernelRow) runUniform(t *testing.T, chip *arch.Chip, seed uint64, count int) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 2))
	for range count {
		in := make([]uint64, len(r.in))
		for ok := false; !ok; ok = r.valid == nil || r.valid(in) {
			for i, e := range r.in {
				in[i] = sample(rnd, e)
				if edge := edges(e); rnd.IntN(2) == 0 {
					in[i] = edge[rnd.IntN(len(edge))]
				}
			}
		}
		var args []interp.Arg
		for i, e := range r.in {
			data := make([]byte, widthOf(storage(e))/8)
			put(data, e, 0, in[i])
			args = append(args, interp.Bytes(data))
		}
		outs := map[*interp.Buffer]int{}
		for i, e := range r.out {
			b := &interp.Buffer{Data: make([]byte, lanesOfRig*widthOf(storage(e))/8)}
			outs[b] = i
			args = append(args, interp.Pointer(b))
		}
		c := verify.Case{Name: "row.mlir", Text: r.text(lanesOfRig, true), Chip: chip, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{lanesOfRig, 1, 1}, Args: args}
		c.Same = func(b *interp.Buffer, want, got []byte) error {
			i := outs[b]
			return r.same(i, in, get(want, r.out[i], 17), get(got, r.out[i], 17))
		}
		if _, err := verify.Run(c, verify.Options{Passes: pass.Options{Verify: true}}); err != nil {
			t.Errorf("%s, uniform, %x: %v", chip.Name, in, err)
		}
	}
}
