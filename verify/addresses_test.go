package verify

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/codegen"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/long"
	"heddle/pass"
	"heddle/sim"
)

// farKernel is a kernel of one access to a far buffer: lane l of workgroup
// (x, y) touches, in turn k of a loop, width elements from the element
// c + x·wx + y·wy + arg + l·lane + (what the lane finds in a table) + (from+k)·loop on.
type farKernel struct {
	op         string // load, store, atomic, dma
	width      int    // elements of an access
	elem       int64  // bytes of an element: 1, 2, 4
	c          int64
	wx, wy     int64
	lane, loop int64
	table      []int64 // of 64 lanes; nil: none
	arg        int64   // a uniform part that nothing is known of
	from       int64   // the loop's first number
	trips      int64
	// places is how many accesses a turn has (0 is 1), each so many elements behind the one before.
	places, apart int64
	open          bool  // the loop's end is the argument, not a constant; arg is 0
	size          int64 // elements of the memref; all of them are valid without valid
	valid         int64 // bytes; < 0: the size
	dynamic       bool  // valid is an argument of the kernel
	grid          [2]uint32
	known         bool // the kernel states its grid
	// mask chooses what a lane compares with under, to access at all: "" for
	// none, "lane" its number and the turn, "thread" its number, "even" that, for
	// every other element, "group" that of the workgroup, "element" that of the
	// first element.
	mask  string
	under int64
	pass  uint32 // what loads give otherwise
}

// on reports whether a lane accesses element d of a vector at all.
func (f *farKernel) on(x, y, lane, k, d int64) bool {
	switch f.mask {
	case "even":
		return lane < f.under && d%2 == 0
	case "lane":
		return lane+k < f.under
	case "thread":
		return lane < f.under
	case "group":
		return x < f.under
	case "element":
		return f.element(x, y, lane, k) < f.under
	}
	return true
}

// element is the first element that a lane touches.
func (f *farKernel) element(x, y, lane, k int64) int64 {
	e := f.c + x*f.wx + y*f.wy + f.arg + lane*f.lane + (f.from+k)*f.loop
	if f.table != nil {
		e += f.table[lane]
	}
	return e
}

// inRange says of the element at a byte offset of an access that begins at start
// whether the buffer has it: by whole numbers, as docs/mlir-abi.md says. Under a
// mask that is not one condition each element is an access of its own.
func (f *farKernel) inRange(start, at int64) bool {
	valid := f.valid
	if valid < 0 {
		valid = f.size * f.elem
	}
	if f.mask == "even" {
		return at >= 0 && at+f.elem <= valid
	}
	if start < 0 || start >= valid {
		return false
	}
	size := int64(f.width) * f.elem
	if left := valid - start; left < size {
		size = left &^ 3
	}
	return at+f.elem <= start+size
}

// results is how many vectors are loaded or stored in all.
func (f *farKernel) results() int64 {
	return int64(f.grid[0]) * int64(f.grid[1]) * f.trips * f.places * 64
}

// argument is what %arg is at launch.
func (f *farKernel) argument() int64 {
	if f.open {
		return f.from + f.trips
	}
	return f.arg
}

// writers write any line, a constant, and an operation on two indices.
func (f *farKernel) writers(b *strings.Builder) (line func(string, ...any), index func(string, int64), arith func(to, op, x, y string)) {
	line = func(format string, args ...any) { fmt.Fprintf(b, "      "+format+"\n", args...) }
	index = func(name string, v int64) {
		line(`%%%s = "arith.constant"() <{value = %d : index}> : () -> index`, name, v)
	}
	arith = func(to, op, x, y string) {
		line(`%%%s = "arith.%s"(%%%s, %%%s) : (index, index) -> index`, to, op, x, y)
	}
	return line, index, arith
}

// types are those of an element, of what is accessed, of the buffer, of the results, and of LDS.
func (f *farKernel) types() (elem, vec, fat, out, lds string) {
	elem = fmt.Sprintf("i%d", 8*f.elem)
	vec = fmt.Sprintf("vector<%dx%s>", f.width, elem)
	fat = fmt.Sprintf("memref<%dx%s, #amdgpu.address_space<fat_raw_buffer>>", f.size, elem)
	out = fmt.Sprintf("memref<%dx%dx%s>", f.results(), f.width, elem)
	lds = fmt.Sprintf("memref<%dx%s, #gpu.address_space<workgroup>>", 64*f.width, elem)
	return elem, vec, fat, out, lds
}

func (f *farKernel) text() string {
	var b strings.Builder
	line, index, arith := f.writers(&b)
	elem, _, fat, out, lds := f.types()
	far := fmt.Sprintf("memref<%dx%s>", f.size, elem)
	known := ""
	if f.known {
		known = fmt.Sprintf(", known_grid_size = array<i32: %d, %d, 1>", f.grid[0], f.grid[1])
	}
	fmt.Fprintf(&b, "\"gpu.module\"() <{sym_name = \"m\"}> ({\n  \"gpu.func\"() <{function_type = (%s, %s, memref<64xi64>, i64, index) -> (), known_block_size = array<i32: 64, 1, 1>%s}> ({\n", far, out, known)
	fmt.Fprintf(&b, "    ^bb0(%%far: %s, %%out: %s, %%table: memref<64xi64>, %%bytes: i64, %%arg: index, %%lds: %s):\n", far, out, lds)
	line(`%%t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index`)
	line(`%%x = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index`)
	line(`%%y = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index`)
	for _, c := range []struct {
		name string
		v    int64
	}{{"c0", 0}, {"c1", 1}, {"c64", 64}, {"trips", f.trips}, {"from", f.from}, {"upto", f.from + f.trips}, {"c", f.c}, {"wx", f.wx}, {"wy", f.wy}, {"cl", f.lane}, {"ck", f.loop}, {"gx", int64(f.grid[0])}} {
		index(c.name, c.v)
	}
	operands := "%far"
	types, segments := far, "1, 0, 0"
	switch {
	case f.dynamic:
		operands, types, segments = "%far, %bytes", far+", i64", "1, 1, 0"
	case f.valid >= 0:
		line(`%%v = "arith.constant"() <{value = %d : i64}> : () -> i64`, f.valid)
		operands, types, segments = "%far, %v", far+", i64", "1, 1, 0"
	}
	line(`%%f = "amdgpu.fat_raw_buffer_cast"(%s) <{boundsCheck = true, operandSegmentSizes = array<i32: %s>}> : (%s) -> %s`, operands, segments, types, fat)
	arith("x1", "muli", "x", "wx")
	arith("y1", "muli", "y", "wy")
	arith("l1", "muli", "t", "cl")
	arith("e0", "addi", "c", "x1")
	arith("e1", "addi", "e0", "y1")
	arith("e2", "addi", "e1", "l1")
	last := "e2"
	if f.arg != 0 {
		arith("e3", "addi", last, "arg")
		last = "e3"
	}
	if f.table != nil {
		line(`%%own = "memref.load"(%%table, %%t) : (memref<64xi64>, index) -> i64`)
		line(`%%own1 = "arith.index_cast"(%%own) : (i64) -> index`)
		arith("e4", "addi", last, "own1")
		last = "e4"
	}
	arith("wg0", "muli", "y", "gx")
	arith("wg", "addi", "wg0", "x")
	if f.open {
		line(`"scf.for"(%%from, %%arg, %%c1) ({`)
	} else {
		line(`"scf.for"(%%from, %%upto, %%c1) ({`)
	}
	line(`^bb1(%%j: index):`)
	arith("k", "subi", "j", "from")
	arith("k1", "muli", "j", "ck")
	arith("e5", "addi", last, "k1")
	arith("n0", "muli", "wg", "trips")
	arith("n1", "addi", "n0", "k")
	index("places", f.places)
	arith("n3", "muli", "n1", "places")
	for p := range f.places {
		var own strings.Builder
		f.access(&own, p)
		b.WriteString(defined.ReplaceAllString(own.String(), fmt.Sprintf("%%${1}_%d", p)))
	}
	line(`"scf.yield"() : () -> ()`)
	line(`}) : (index, index, index) -> ()`)
	line(`"gpu.return"() : () -> ()`)
	b.WriteString("    }) {gpu.kernel, sym_name = \"k\", workgroup_attributions = 1 : i64} : () -> ()\n  }) : () -> ()\n")
	return b.String()
}

// defined are the names of values that access defines.
var defined = regexp.MustCompile(`%(pk|pn|e|n2|n4|n|under|t1|on|masks|mask|even|pass|r|tag|tags|cw|at|old)\b`)

// access writes one access of a turn.
func (f *farKernel) access(b *strings.Builder, p int64) {
	line, index, arith := f.writers(b)
	elem, vec, fat, out, lds := f.types()
	index("pk", p*f.apart)
	index("pn", p)
	arith("e", "addi", "e5", "pk")
	arith("n4", "addi", "n3", "pn")
	arith("n2", "muli", "n4", "c64")
	arith("n", "addi", "n2", "t")
	op := f.op
	if f.mask != "" {
		op = "masked " + op
		index("under", f.under)
		compared := map[string]string{"lane": "t1", "thread": "t", "even": "t", "group": "x", "element": "e"}[f.mask]
		arith("t1", "addi", "t", "k")
		line(`%%on = "arith.cmpi"(%%%s, %%under) <{predicate = 2 : i64}> : (index, index) -> i1`, compared)
		line(`%%mask%s = "vector.broadcast"(%%on) : (i1) -> vector<%dxi1>`, map[bool]string{true: "s"}[f.mask == "even"], f.width)
		if f.mask == "even" {
			pattern := strings.TrimSuffix(strings.Repeat("true, false, ", (f.width+1)/2), ", ")
			if f.width%2 == 1 {
				pattern = strings.TrimSuffix(pattern, ", false")
			}
			line(`%%even = "arith.constant"() <{value = dense<[%s]> : vector<%dxi1>}> : () -> vector<%dxi1>`, pattern, f.width, f.width)
			line(`%%mask = "arith.andi"(%%masks, %%even) : (vector<%dxi1>, vector<%dxi1>) -> vector<%dxi1>`, f.width, f.width, f.width)
		}
		line(`%%pass = "arith.constant"() <{value = dense<%d> : %s}> : () -> %s`, f.pass, vec, vec)
	}
	switch op {
	case "masked load":
		line(`%%r = "vector.maskedload"(%%f, %%e, %%mask, %%pass) : (%s, index, vector<%dxi1>, %s) -> %s`, fat, f.width, vec, vec)
		line(`"vector.store"(%%r, %%out, %%n, %%c0) : (%s, %s, index, index) -> ()`, vec, out)
	case "masked store":
		line(`%%tag = "arith.index_cast"(%%n) : (index) -> %s`, elem)
		line(`%%tags = "vector.broadcast"(%%tag) : (%s) -> %s`, elem, vec)
		line(`"vector.maskedstore"(%%f, %%e, %%mask, %%tags) : (%s, index, vector<%dxi1>, %s) -> ()`, fat, f.width, vec)
	case "load":
		line(`%%r = "vector.load"(%%f, %%e) : (%s, index) -> %s`, fat, vec)
		line(`"vector.store"(%%r, %%out, %%n, %%c0) : (%s, %s, index, index) -> ()`, vec, out)
	case "dma":
		line(`"gpu.barrier"() : () -> ()`)
		line(`"amdgpu.gather_to_lds"(%%f, %%e, %%lds, %%c0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = %s}> : (%s, index, %s, index) -> ()`, vec, fat, lds)
		line(`"gpu.barrier"() : () -> ()`)
		line(`%%cw = "arith.constant"() <{value = %d : index}> : () -> index`, f.width)
		arith("at", "muli", "t", "cw")
		line(`%%r = "vector.load"(%%lds, %%at) : (%s, index) -> %s`, lds, vec)
		line(`"vector.store"(%%r, %%out, %%n, %%c0) : (%s, %s, index, index) -> ()`, vec, out)
	case "store":
		line(`%%tag = "arith.index_cast"(%%n) : (index) -> %s`, elem)
		line(`%%tags = "vector.broadcast"(%%tag) : (%s) -> %s`, elem, vec)
		line(`"vector.store"(%%tags, %%f, %%e) : (%s, %s, index) -> ()`, vec, fat)
	case "atomic":
		line(`%%tag = "arith.index_cast"(%%n) : (index) -> i32`)
		line(`%%old = "memref.atomic_rmw"(%%tag, %%f, %%e) <{kind = 1 : i64}> : (i32, %s, index) -> i32`, fat)
		line(`"memref.store"(%%old, %%out, %%n, %%c0) : (i32, %s, index, index) -> ()`, out)
	}
}

// farByte is what the far memory holds: a number that its place decides.
func farByte(at uint64) byte { return byte((at+1)*0x9e3779b97f4a7c15>>56) | 1 }

func farFill(offset uint64, page []byte) {
	for i := range page {
		page[i] = farByte(offset + uint64(i))
	}
}

// farNumber is an element of it.
func farNumber(at uint64, bytes int64) (n uint32) {
	for i := range bytes {
		n |= uint32(farByte(at+uint64(i))) << (8 * i)
	}
	return n
}

// number reads an element.
func number(b []byte, bytes int64) (n uint32) {
	for i := range bytes {
		n |= uint32(b[i]) << (8 * i)
	}
	return n
}

// stored records the bytes that are written to global memory, each with all that it got.
type stored struct {
	from, to uint64
	bytes    map[uint64][]byte
}

func (s *stored) Executed(e *sim.Event) { s.accesses(e.Accesses) }
func (s *stored) Landed(e *sim.Event)   { s.accesses(e.Accesses) }
func (s *stored) WaveStarted(_, _ int)  {}
func (s *stored) WaveEnded(_, _ int)    {}
func (s *stored) accesses(l []sim.Access) {
	for i := range l {
		a := &l[i]
		if a.Space != sim.SpaceGlobal || !a.Write {
			continue
		}
		for lane := range 64 {
			if at := a.Addr(lane); a.Lanes>>lane&1 != 0 && at >= s.from && at < s.to {
				for n := range a.Size {
					s.bytes[at+uint64(n)] = append(s.bytes[at+uint64(n)], byte(a.Data[n/4][lane]>>(8*(n%4))))
				}
			}
		}
	}
}

// farBytes is the memory that far buffers are in; farBase is where their
// pointers point: below a multiple of 4 GiB by a little, in the middle of it.
const farBytes, farBase = 40 << 30, 16 << 30

// farRun compiles and runs a kernel, and says what is wrong with what it did.
func farRun(f *farKernel, chip *arch.Chip, disable []string, way sim.Options) error {
	m, err := ir.Parse("far.mlir", f.text())
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: chip})
	}
	if err != nil {
		return err
	}
	r, err := build.MLIR(m, build.Options{Chip: chip, Passes: pass.Options{Disable: disable, Verify: true}})
	if err != nil {
		return err
	}
	object, err := hsaco.Open(r.Object, "")
	if err != nil {
		return err
	}
	d := sim.NewDevice(chip)
	module, err := d.Load(object)
	if err != nil {
		return err
	}
	kernel, err := module.Kernel("k")
	if err != nil {
		return err
	}
	far, err := d.AllocFunc(farBytes, farFill)
	if err != nil {
		return err
	}
	base := (far.Addr+farBase)&^(1<<32-1) - 64
	lanes := uint64(f.results())
	out, err := d.Alloc(lanes * uint64(f.width) * uint64(f.elem))
	if err != nil {
		return err
	}
	table, err := d.Alloc(512)
	if err != nil {
		return err
	}
	numbers := make([]byte, 512)
	for i, n := range f.table {
		binary.LittleEndian.PutUint64(numbers[8*i:], uint64(n))
	}
	if err := table.Write(numbers, 0); err != nil {
		return err
	}
	seen := &stored{from: far.Addr, to: far.Addr + farBytes, bytes: map[uint64][]byte{}}
	way.Observers = []sim.Observer{seen}
	_, err = d.Run(sim.Launch{Kernel: kernel, Grid: [3]uint32{f.grid[0], f.grid[1], 1}, Block: [3]uint32{64, 1, 1}, Options: way,
		Args: []sim.Arg{sim.PointerAt(base), sim.Pointer(out), sim.Pointer(table), sim.Value(f.valid), sim.Value(f.argument())}})
	if err != nil {
		return err
	}
	got := make([]byte, lanes*uint64(f.width)*uint64(f.elem))
	if err := out.Read(got, 0); err != nil {
		return err
	}
	return f.compare(base, far.Addr, got, seen.bytes)
}

// compare looks at each lane's elements, and at the bytes that were written.
func (f *farKernel) compare(base, start uint64, got []byte, written map[uint64][]byte) error {
	want := map[uint64][]uint32{} // what elements get
	var wrong error
	f.each(func(n, e, d int64, on bool) {
		at := base + uint64(e+f.elem*d)
		in := on && f.inRange(e, e+f.elem*d)
		value := uint32(0)
		switch {
		case in:
			value = farNumber(at-start, f.elem)
		case !on:
			value = f.pass
		}
		have := number(got[(n*int64(f.width)+d)*f.elem:], f.elem)
		switch {
		case (f.op == "load" || f.op == "dma") && have != value && wrong == nil:
			wrong = fmt.Errorf("access %d, lane %d: the element at byte %d is %#x, not %#x", n/64, n%64, e+f.elem*d, have, value)
		case in && (f.op == "store" || f.op == "atomic"):
			want[at] = append(want[at], uint32(n)&(1<<(8*f.elem)-1))
		}
	})
	if wrong != nil {
		return wrong
	}
	count := 0
	for at, list := range want {
		times := len(list)
		if f.op == "atomic" { // all are added
			sum := farNumber(at-start, f.elem)
			for _, w := range list {
				sum += w
			}
			list = []uint32{sum}
		}
		for i := range f.elem {
			have := written[at+uint64(i)]
			switch {
			case len(have) == 0:
				return fmt.Errorf("byte %d is not written", int64(at-base)+i)
			case len(have) > times:
				return fmt.Errorf("byte %d is written %d times, not %d", int64(at-base)+i, len(have), times)
			}
			if !slices.ContainsFunc(list, func(w uint32) bool { return slices.Contains(have, byte(w>>(8*i))) }) {
				return fmt.Errorf("byte %d gets %#x, not one of %#x", int64(at-base)+i, have, list)
			}
			count++
		}
	}
	if len(written) != count {
		return fmt.Errorf("%d bytes are written, not %d", len(written), count)
	}
	return nil
}

// farKernels are what GEMM and others do, each past 2 or 4 GiB.
var farKernels = map[string]farKernel{
	"rows past 4 GiB":          {wx: 128 * 57344, wy: 256, lane: 4, size: 32768 * 57344, grid: [2]uint32{256, 2}},
	"rows, grid known":         {wx: 128 * 57344, wy: 256, lane: 4, size: 32768 * 57344, grid: [2]uint32{256, 2}, known: true},
	"beyond the end":           {wx: 1 << 24, lane: 1 << 16, size: 1<<31 + 3, grid: [2]uint32{140, 1}},
	"beyond, grid known":       {wx: 1 << 24, lane: 1 << 16, size: 1<<31 + 3, grid: [2]uint32{140, 1}, known: true},
	"negative workgroups":      {c: 32767 * 57344, wx: -128 * 57344, lane: 4, size: 32768 * 57344, grid: [2]uint32{256, 1}},
	"negative lanes":           {c: 57344 * 70, wx: 128 * 57344, lane: -57344, size: 32768 * 57344, grid: [2]uint32{256, 1}},
	"begins below 0":           {c: -100, wx: 1 << 28, lane: 3, size: 1 << 31, grid: [2]uint32{9, 1}},
	"far below 0":              {c: -1 << 30, wx: 1 << 29, lane: 4, size: 1 << 31, grid: [2]uint32{4, 1}},
	"4 GiB below 0":            {c: -1 << 30, lane: 4, wx: 1 << 28, size: 1 << 31, grid: [2]uint32{4, 1}, known: true},
	"loop past 4 GiB":          {lane: 4, loop: 1 << 28, trips: 7, size: 1 << 31, grid: [2]uint32{1, 1}},
	"loop backwards":           {c: 1<<31 - 256, lane: 4, loop: -1 << 28, trips: 9, size: 1 << 31, grid: [2]uint32{1, 1}},
	"lanes past 4 GiB":         {lane: 1 << 25, size: 1<<31 - 5, grid: [2]uint32{2, 1}, wx: 1 << 20},
	"unknown argument":         {arg: 1<<30 + 8, lane: 4, wx: 1 << 28, size: 1 << 31, grid: [2]uint32{5, 1}},
	"negative argument":        {arg: -1<<30 - 8, lane: 4, wx: 1 << 29, size: 1 << 31, grid: [2]uint32{5, 1}},
	"valid beyond 32 bits":     {wx: 1 << 27, lane: 4, size: 1 << 32, valid: 5<<30 + 4, grid: [2]uint32{12, 1}},
	"valid is an argument":     {wx: 1 << 27, lane: 4, size: 1 << 32, valid: 5<<30 + 4, dynamic: true, grid: [2]uint32{12, 1}},
	"a small valid argument":   {wx: 64, lane: 4, size: 1 << 32, valid: 4 * 300, dynamic: true, grid: [2]uint32{4, 1}},
	"a small buffer":           {wx: 64, lane: 1, size: 100, grid: [2]uint32{3, 1}},
	"small, unknown argument":  {wx: 64, lane: 1, arg: 1 << 32, size: 100, grid: [2]uint32{3, 1}},
	"an access over the end":   {lane: 4, loop: 256, trips: 100, size: 63*4 + 99*256 + 2, grid: [2]uint32{1, 1}},
	"backwards from beyond":    {c: 64, wx: 1 << 28, lane: -1, size: 1 << 28, grid: [2]uint32{4, 1}, known: true},
	"two cuts":                 {wx: 1 << 25, wy: 1 << 25, lane: 1, size: 1<<29 - 4, grid: [2]uint32{17, 17}},
	"loop makes up for -4":     {c: -4, lane: 1, from: 25, loop: 256, trips: 100, size: 1 << 20, grid: [2]uint32{1, 1}},
	"loop makes up for lanes":  {lane: -1, from: 25, loop: 256, trips: 100, size: 1 << 20, grid: [2]uint32{1, 1}},
	"open loop":                {lane: 4, loop: 256, trips: 6, open: true, size: 1000, grid: [2]uint32{1, 1}},
	"open loop past 4 GiB":     {lane: 4, loop: 1 << 27, trips: 40, open: true, size: 1000, grid: [2]uint32{1, 1}},
	"open loop, larger buffer": {c: 3, lane: 4, loop: 1<<27 + 1, from: 2, trips: 40, open: true, size: 1<<29 - 6, grid: [2]uint32{1, 1}},
	"open loop of 16 GiB":      {c: 3, lane: 4, loop: 1<<27 + 1, from: 2, trips: 40, open: true, size: 1<<32 - 6, grid: [2]uint32{1, 1}},
	"six places":               {lane: 4, wx: 1000, loop: 256, trips: 40, places: 6, apart: 1030, size: 10000, grid: [2]uint32{3, 1}},
	"six places past the end":  {lane: 4, loop: 1 << 24, trips: 25, places: 6, apart: 1030, size: 1<<28 + 70, grid: [2]uint32{2, 1}, wx: 1 << 22, known: true},
	"six places, open loop":    {lane: 4, loop: 1 << 26, trips: 90, open: true, places: 6, apart: 2000, size: 1 << 16, grid: [2]uint32{1, 1}},
	"six places, far":          {lane: 4, loop: 1 << 26, trips: 40, open: true, places: 6, apart: 2000, size: 1<<31 + 9, grid: [2]uint32{1, 1}},
	"six places, valid open":   {lane: 4, loop: 777, trips: 40, places: 6, apart: 1030, size: 1 << 20, valid: 4 * 31111, dynamic: true, grid: [2]uint32{1, 1}},
	"six places, valid past 0": {lane: 4, loop: 1 << 23, trips: 40, places: 6, apart: 1030, size: 1 << 28, valid: 4 * 311, dynamic: true, grid: [2]uint32{1, 1}},
	"masked rows":              {wx: 128 * 57344, wy: 256, lane: 57344, size: 32760 * 57344, grid: [2]uint32{256, 1}, mask: "element", under: 32760 * 57344, known: true},
	"masked loop":              {wx: 1 << 26, lane: 1 << 20, loop: 4, trips: 5, size: 1<<31 - 1<<20, grid: [2]uint32{32, 1}, mask: "element", under: 1<<31 - 1<<20, known: true},
	"masked far loop":          {wx: 64, lane: 1, loop: 1 << 22, trips: 120, size: 1<<29 - 1<<10, valid: 3 << 29, grid: [2]uint32{3, 1}, known: true, mask: "thread", under: 30, pass: 7},
	"masked groups":            {wx: 1 << 28, lane: 4, size: 1 << 31, grid: [2]uint32{9, 1}, mask: "group", under: 7, pass: 7},
	"masked lanes":             {wx: 1 << 28, lane: 4, loop: 64, trips: 3, size: 1 << 31, grid: [2]uint32{9, 1}, mask: "lane", under: 33},
	"loop makes up for it":     {wx: -1, wy: 1 << 30, lane: 1, from: 25, loop: 1, trips: 100, size: 1 << 31, grid: [2]uint32{11, 2}, known: true},
	"cut below 0":              {c: -64, wx: 64, lane: 1, size: 100, grid: [2]uint32{5, 1}},
	"tables":                   {table: spread(1 << 25), size: 1<<31 - 7, grid: [2]uint32{2, 1}, wx: 5},
	"masked tables":            {table: spread(1 << 25), size: 1<<31 - 7, grid: [2]uint32{2, 1}, wx: 5, mask: "thread", under: 33, pass: 7},
	"every other in tables":    {table: spread(1 << 25), size: 1<<31 - 7, grid: [2]uint32{2, 1}, wx: 5, mask: "even", under: 33, pass: 7},
	"every other from -3":      {c: -3, lane: 1, size: 1 << 20, grid: [2]uint32{1, 1}, mask: "even", under: 33, pass: 7},
	"every other byte":         {table: spread(1 << 26), elem: 1, size: 61<<26 + 4, grid: [2]uint32{1, 1}, mask: "even", under: 64, pass: 7},
	"seven bytes":              {table: spread(1 << 26), elem: 1, width: 7, size: 61<<26 + 7, grid: [2]uint32{1, 1}},
	"masked small tables":      {table: spread(1), size: 70, grid: [2]uint32{1, 1}, mask: "thread", under: 33, pass: 7},
	"small, back to front":     {c: 90, lane: -1, size: 100, grid: [2]uint32{3, 1}, wx: 30},
}

// spread is a table that is as far apart, and goes below 0.
func spread(step int64) []int64 {
	table := make([]int64, 64)
	for i := range table {
		table[i] = int64(i*7%64-2) * step
	}
	return table
}

// withDefaults completes a kernel.
func (f farKernel) withDefaults(op string, width int) farKernel {
	f.op = op
	if f.width == 0 || op == "atomic" || op == "dma" {
		f.width = width
	}
	f.trips, f.places = max(f.trips, 1), max(f.places, 1)
	if f.elem == 0 || op == "atomic" || op == "dma" {
		f.elem = 4
	}
	if f.valid == 0 {
		f.valid = -1
	}
	if op == "atomic" {
		f.width = 1
	}
	if op == "atomic" || op == "dma" {
		f.mask = ""
	}
	return f
}

// TestFarBuffers runs what reaches past 2 and 4 GiB, each as a load, a store, an
// atomic and a direct-to-LDS load, under both readings of the range check.
func TestFarBuffers(t *testing.T) {
	for n, name := range slices.Sorted(maps.Keys(farKernels)) {
		t.Run(name, func(t *testing.T) {
			f := farKernels[name]
			for i, op := range []string{"load", "store", "atomic", "dma"} {
				width := []int{4, 4, 1, 1}[i]
				f := f.withDefaults(op, width)
				for k, chip := range arch.Chips {
					for u, unchecked := range []bool{false, true} {
						if !long.Some(n+i+2*k+u, 8) {
							continue
						}
						if err := farRun(&f, chip, nil, sim.Options{SoffsetUnchecked: unchecked}); err != nil {
							t.Errorf("%s %s, soffset unchecked %v: %v", chip.Name, op, unchecked, err)
						}
					}
				}
			}
		})
	}
}

// TestHugeStride: rows nearly 2^63 bytes apart, of which the buffer has the first.
func TestHugeStride(t *testing.T) {
	k := laneKernel{in: []string{"f32"}, out: "f32", body: `
    %rows = "memref.reinterpret_cast"(%m0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 2>, static_strides = array<i64: 2305843009213693951, 1>}> : (memref<64xf32>) -> memref<64x2xf32, strided<[2305843009213693951, 1]>>
    %bytes = "arith.constant"() <{value = 16 : i64}> : () -> i64
    %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %f = "amdgpu.fat_raw_buffer_cast"(%rows, %bytes) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xf32, strided<[2305843009213693951, 1]>>, i64) -> memref<64x2xf32, strided<[2305843009213693951, 1]>, #amdgpu.address_space<fat_raw_buffer>>
    %r = "memref.load"(%f, %t, %c1) : (memref<64x2xf32, strided<[2305843009213693951, 1]>, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> f32
`}
	for _, chip := range arch.Chips {
		// The interpreter refuses addresses of more than 2^60 bytes.
		r, err := k.run(chip, Options{NoInterpreter: true})
		if err != nil {
			t.Fatal(err)
		}
		want := append(slices.Clone(r.Got[0][4:8]), make([]byte, 4*63)...)
		if !bytes.Equal(r.Got[1], want) {
			t.Errorf("%s: lanes beyond the first read %x", chip.Name, r.Got[1])
		}
	}
}

// TestFarWithout: without the pass every one of these goes wrong.
func TestFarWithout(t *testing.T) {
	for n, name := range []string{"rows past 4 GiB", "rows, grid known", "negative workgroups", "negative lanes", "loop past 4 GiB", "loop backwards", "lanes past 4 GiB", "unknown argument",
		"valid beyond 32 bits", "valid is an argument", "begins below 0"} {
		for i, op := range []string{"load", "store", "atomic", "dma"} {
			if !long.Some(n+i, 2) {
				continue
			}
			f := farKernels[name]
			f = f.withDefaults(op, 1)
			if farRun(&f, &arch.GFX942, []string{codegen.AddressesPass}, sim.Options{}) == nil {
				t.Errorf("%s, %s: right without the pass %q", name, op, codegen.AddressesPass)
			}
		}
	}
}

var (
	farSeed  = flag.Uint64("far.seed", 1, "seed of TestFarRandom")
	farCount = flag.Int("far.count", 0, "kernels of TestFarRandom; 0 takes 50, with -long 150")
)

// randomFar makes a kernel whose parts are of any size and sign.
func randomFar(r *rand.Rand) farKernel {
	number := func(most int) int64 { // of up to that many bits
		v := r.Int64N(1<<r.IntN(most+1) + 1)
		if r.IntN(4) == 0 {
			v = -v
		}
		if r.IntN(3) == 0 {
			v &^= 3
		}
		return v
	}
	maybe := func(most int) int64 {
		if r.IntN(3) == 0 {
			return 0
		}
		return number(most)
	}
	f := farKernel{c: maybe(32), wx: maybe(31), wy: maybe(31), lane: number(28), arg: maybe(33), trips: 1, size: 1 + r.Int64N(1<<(1+r.IntN(32))), valid: -1,
		grid: [2]uint32{1 + r.Uint32N(5), 1 + r.Uint32N(3)}, known: r.IntN(2) == 0}
	if r.IntN(2) == 0 {
		f.lane = number(12)
	}
	if r.IntN(2) == 0 {
		f.loop, f.trips, f.from = number(30), 1+r.Int64N(4), maybe(8)
	}
	if f.trips > 1 && r.IntN(2) == 0 {
		f.open, f.arg = true, 0
	}
	if r.IntN(3) == 0 {
		f.valid, f.dynamic = 1+r.Int64N(1<<(4+r.IntN(30))), r.IntN(2) == 0
	}
	if r.IntN(4) == 0 {
		f.table = make([]int64, 64)
		for i := range f.table {
			f.table[i] = maybe(32)
		}
	}
	// Bring one of the accesses near an end of the buffer.
	f.elem = []int64{4, 4, 2, 1}[r.IntN(4)]
	if valid := max(f.valid, 0); r.IntN(2) == 0 {
		if f.valid < 0 {
			valid = f.size * f.elem
		}
		at := []int64{0, valid / f.elem}[r.IntN(2)] + r.Int64N(129) - 64
		f.c += at - f.element(r.Int64N(int64(f.grid[0])), r.Int64N(int64(f.grid[1])), r.Int64N(64), r.Int64N(f.trips))
	}
	op := []string{"load", "load", "store", "atomic", "dma"}[r.IntN(5)]
	if (op == "load" || op == "store") && r.IntN(3) == 0 {
		f.mask = []string{"lane", "group", "element", "even"}[r.IntN(4)]
		switch f.under = r.Int64N(70); f.mask {
		case "group":
			f.under %= 6
		case "element":
			f.under = f.size - r.Int64N(min(f.size, 1<<10))
		}
		f.pass = []uint32{0, 7}[r.IntN(2)]
	}
	if f.trips > 1 && f.mask != "element" && r.IntN(2) == 0 {
		f.places, f.apart = 2+r.Int64N(6), number(12+8*r.IntN(2))
	}
	width := []int{1, 2, 3, 4, 5, 8}[r.IntN(6)]
	if op == "dma" {
		width = 1
	}
	if f.elem < 4 && (op == "load" || op == "store") && r.IntN(3) == 0 {
		width = []int{7, 16, 19}[r.IntN(3)]
	}
	return f.withDefaults(op, width)
}

// TestFarRandom compares random kernels with arithmetic on whole numbers, and
// with the interpreter where what they touch is close together.
func TestFarRandom(t *testing.T) {
	count, interpreted := *farCount, 0
	if count == 0 {
		count = long.Count(30, 150)
	}
	for i := range count {
		seed := *farSeed*1e6 + uint64(i)
		r := rand.New(rand.NewPCG(seed, 0))
		f := randomFar(r)
		chip := arch.Chips[i%len(arch.Chips)]
		if f.op == "dma" && chip == &arch.GFX950 && r.IntN(2) == 0 {
			f.width = 4
		}
		for _, unchecked := range []bool{false, true} {
			if err := farRun(&f, chip, nil, sim.Options{SoffsetUnchecked: unchecked}); err != nil {
				t.Fatalf("seed %d, %s, soffset unchecked %v: %v\n%+v", seed, chip.Name, unchecked, err, f)
			}
		}
		ran, err := f.interpret(chip)
		if err != nil {
			t.Fatalf("seed %d, %s, interpreter: %v\n%+v", seed, chip.Name, err, f)
		}
		if ran {
			interpreted++
		}
	}
	if interpreted < count/5 {
		t.Errorf("only %d of %d kernels were interpreted", interpreted, count)
	}
}

// window is the memory of the interpreter: of all that a kernel touches in range.
const farWindow = 64 << 20

// interpret runs the interpreter, if the memory that is touched is small enough.
func (f *farKernel) interpret(chip *arch.Chip) (ran bool, err error) {
	first, last := int64(-1), int64(0)
	f.each(func(_, e, d int64, on bool) {
		if at := e + f.elem*d; on && f.inRange(e, at) {
			if first < 0 || at < first {
				first = at
			}
			last = max(last, at+f.elem)
		}
	})
	if last-first > farWindow {
		return false, nil
	}
	first = max(first, 0)
	m, err := ir.Parse("far.mlir", f.text())
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: chip})
	}
	if err != nil {
		return false, err
	}
	const start = 1 << 40 // of the memory
	far := &interp.Buffer{Data: make([]byte, last-first+4), Fill: func(offset uint64, page []byte) { farFill(uint64(first)+offset, page) }}
	lanes := f.results()
	out, table := &interp.Buffer{Data: make([]byte, lanes*int64(f.width)*f.elem)}, &interp.Buffer{Data: make([]byte, 512)}
	for i, n := range f.table {
		binary.LittleEndian.PutUint64(table.Data[8*i:], uint64(n))
	}
	number := func(v int64) interp.Arg { return interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(v))) }
	_, err = interp.Run(m, interp.Launch{Chip: chip, Grid: [3]uint32{f.grid[0], f.grid[1], 1},
		Args: []interp.Arg{{Buffer: far, Offset: -first}, interp.Pointer(out), interp.Pointer(table), number(f.valid), number(f.argument())}})
	if err != nil {
		return false, err
	}
	written := map[uint64][]byte{}
	data := far.Contents()
	f.each(func(_, e, d int64, on bool) {
		if at := e + f.elem*d; on && f.inRange(e, at) && (f.op == "store" || f.op == "atomic") {
			for i := range f.elem {
				written[uint64(start+at+i)] = []byte{data[at+i-first]}
			}
		}
	})
	for i, have := range data {
		if at := first + int64(i); written[uint64(start+at)] == nil && have != farByte(uint64(at)) {
			return false, fmt.Errorf("byte %d is written, and must not be", at)
		}
	}
	return true, f.compare(start, start, out.Data, written)
}

// each calls do for each element that the kernel names: the number of the access,
// where that begins, in bytes, the element's number in it, and whether the lane
// accesses it at all.
func (f *farKernel) each(do func(n, e, d int64, on bool)) {
	n := int64(0)
	for y := range int64(f.grid[1]) {
		for x := range int64(f.grid[0]) {
			for k := range f.trips * f.places {
				k, p := k/f.places, k%f.places
				for lane := range int64(64) {
					for d := range int64(f.width) {
						do(n, (f.element(x, y, lane, k)+p*f.apart)*f.elem, d, f.on(x, y, lane, k, d))
					}
					n++
				}
			}
		}
	}
}
