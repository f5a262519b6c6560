// Package frontends tries Heddle on modules that other people's compilers print. The
// scripts beside it make them, with compilers that are installed outside of this
// tree; go test -run TestFrontEnds -frontends DIR builds each as it was printed, runs it,
// and counts.
package frontends

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/num"
	"heddle/sim"
	"heddle/verify"
)

var (
	inputDir   = flag.String("frontends", "", "the directory that the scripts have filled")
	inputOnly  = flag.String("frontends.only", "", "try only kernels with this in their path")
	workgroups = flag.Int("frontends.workgroups", 8, "run at most so many workgroups of a kernel")
	schedules  = flag.Bool("frontends.schedules", false, "also run in other orders of waves and loads")
)

// launch is what a sidecar file N.json says about the launch of N.mlir.
type launch struct {
	// Numbers are the parameters that are no memory, in their order.
	Numbers []int64 `json:"numbers"`
	// Workload is what the grid is computed from, where it depends on something.
	Workload []int64 `json:"workload"`
	// Fill says how arguments are filled: "bits" for random bits, "below:N" for
	// whole numbers, "perm" for the numbers from 0 on, shuffled. The key is the
	// number of the parameter.
	Fill map[string]string `json:"fill"`
	// Bytes are the sizes of parameters that are memory, by number; those that are
	// not listed follow from the types of the kernel's views.
	Bytes map[string]int64 `json:"bytes"`
}

// outcome of a module.
type outcome struct {
	path  string // SOURCE/CHIP/PROGRAM/N.mlir
	stage string // empty if it is right
	err   error
	found error  // what the checks say of a run whose results are right
	llvm  string // how its results are to those of LLVM's code: "same", "close", "differ", or empty
	note  string
}

func TestFrontEnds(t *testing.T) {
	if *inputDir == "" {
		t.Skip("without -frontends DIR there is nothing to try")
	}
	var files []string
	err := filepath.WalkDir(*inputDir, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(*inputDir, path)
		if err == nil && strings.HasSuffix(path, ".mlir") && strings.Count(rel, string(filepath.Separator)) == 3 && strings.Contains(path, *inputOnly) {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no SOURCE/CHIP/PROGRAM/N.mlir: %v", *inputDir, err)
	}
	outcomes := make([]outcome, len(files))
	var wg sync.WaitGroup
	slots := make(chan struct{}, 2)
	for i, file := range files {
		wg.Add(1)
		slots <- struct{}{}
		go func() {
			defer func() { <-slots; wg.Done() }()
			outcomes[i] = try(file)
		}()
	}
	wg.Wait()
	report(t, outcomes)
}

// try builds and runs a module.
func try(file string) outcome {
	rel, _ := filepath.Rel(*inputDir, file)
	o := outcome{path: rel}
	chip, ok := arch.Lookup(strings.Split(filepath.ToSlash(rel), "/")[1])
	if !ok {
		o.stage, o.err = "setup", errors.New("its directory is not named as a chip")
		return o
	}
	text, err := os.ReadFile(file)
	if err != nil {
		o.stage, o.err = "setup", err
		return o
	}
	l := launch{}
	if b, err := os.ReadFile(strings.TrimSuffix(file, ".mlir") + ".json"); err == nil {
		if err := json.Unmarshal(b, &l); err != nil {
			o.stage, o.err = "setup", err
			return o
		}
	}
	c, types, err := l.caseOf(file, string(text), chip)
	if err != nil {
		o.stage, o.err = "refused", err
		return o
	}
	options := verify.Options{}
	if *schedules {
		options.More = []sim.Options{{Schedule: sim.ScheduleLate}, {Schedule: sim.ScheduleRandom, Seed: 5}}
	}
	r, err := verify.Run(*c, options)
	var found *verify.Error
	if errors.As(err, &found) && found.Stage == "findings" { // of the kernel or of the code?
		o.found = found.Err
		options.Checks = []string{"none"}
		r, err = verify.Run(*c, options)
	}
	var stage *verify.Error
	switch {
	case errors.As(err, &stage) && (stage.Stage == "compile" || stage.Stage == "parse"):
		o.stage, o.err = "refused", stage.Err
	case errors.As(err, &stage):
		o.stage, o.err = stage.Stage, stage.Err
	}
	if object, err := os.ReadFile(strings.TrimSuffix(file, ".mlir") + ".hsaco"); err == nil && r != nil && r.Want != nil {
		o.llvm, o.note = likeLLVM(object, c, types, r.Want)
	}
	return o
}

// caseOf makes the launch of the module's kernel.
func (l *launch) caseOf(file, text string, chip *arch.Chip) (*verify.Case, map[*interp.Buffer]ir.Type, error) {
	m, err := ir.Parse(filepath.Base(file), text)
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: chip})
	}
	if err == nil {
		err = ir.Unwrap(m)
	}
	if err != nil {
		return nil, nil, err
	}
	k, err := interp.FindKernel(m, "")
	if err != nil {
		return nil, nil, err
	}
	c := &verify.Case{Name: filepath.Base(file), Text: text, Kernel: k.Name, Chip: chip, Block: k.Block}
	if c.Grid, err = k.Grid(l.Workload); err != nil {
		return nil, nil, err
	}
	groups := int(c.Grid[0] * c.Grid[1] * c.Grid[2])
	if c.Workgroups = someOf(groups); len(c.Workgroups) == groups {
		c.Workgroups = nil
	}
	types := map[*interp.Buffer]ir.Type{}
	numbers := l.Numbers
	for i, arg := range k.Op.Regions[0].Entry().Args {
		if _, isBinding := arg.Type.(*ir.OpaqueType); !isBinding {
			bits, _ := ir.BitWidth(arg.Type)
			if arg.Type == ir.Index {
				bits = 64
			}
			if len(numbers) == 0 {
				return nil, nil, fmt.Errorf("parameter %d is a number, and none is given for it", i)
			}
			c.Args = append(c.Args, interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(numbers[0]))[:bits/8]))
			numbers = numbers[1:]
			continue
		}
		t, size := l.extent(k.Op, arg)
		b := &interp.Buffer{Name: strconv.Itoa(i), Data: make([]byte, size)}
		fill(b.Data, t, l.Fill[strconv.Itoa(i)], uint64(i))
		types[b] = t
		c.Args = append(c.Args, interp.Pointer(b))
	}
	reals := ofReals(k.Op)
	c.Same = func(b *interp.Buffer, want, got []byte) error {
		if how, note := compare(types[b], want, got); how == "differ" || how == "close" && !reals {
			return fmt.Errorf("argument %s: %s", b.Name, note)
		}
		return nil
	}
	return c, types, nil
}

// ofReals reports whether a kernel has functions of reals, which compiled code
// computes to a few units in the last place (docs/compiler.md).
func ofReals(kernel *ir.Operation) (found bool) {
	exact := []string{"math.absf", "math.absi", "math.copysign", "math.floor", "math.ceil", "math.trunc", "math.round", "math.roundeven", "math.fma", "math.sqrt"}
	kernel.Walk(func(op *ir.Operation) bool {
		found = found || strings.HasPrefix(op.Name(), "math.") && !slices.Contains(exact, op.Name())
		return !found
	})
	return found
}

// someOf are the first and the last workgroups, and some between.
func someOf(groups int) []int {
	var list []int
	most := min(groups, *workgroups)
	for i := range most {
		list = append(list, i*(groups-1)/max(1, most-1))
	}
	return slices.Compact(list)
}

// unbounded is the size of memory that no type bounds, mostReach what a type may
// mean: Wave has views of 2 GiB of any memory.
const unbounded, mostReach = 1 << 20, 1 << 28

// extent finds the type of the elements behind a binding, and how many bytes the
// views of it reach.
func (l *launch) extent(kernel *ir.Operation, binding *ir.Value) (ir.Type, int64) {
	var elem ir.Type = ir.I8
	bytes := int64(16)
	uses := ir.Uses(kernel)
	open := false
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) {
		for _, u := range uses[v] {
			for _, r := range u.Op.Results {
				t, ok := r.Type.(*ir.MemRefType)
				if !ok || u.Index != 0 {
					continue
				}
				if elem == ir.I8 {
					elem = t.Elem
				}
				if n, static := reach(t); static && n < mostReach {
					bytes = max(bytes, n)
				} else {
					open = true
				}
				visit(r)
			}
		}
	}
	visit(binding)
	if open {
		bytes = max(bytes, unbounded)
	}
	if n, ok := l.Bytes[strconv.Itoa(binding.Index)]; ok {
		bytes = n
	}
	return elem, (bytes + 15) / 16 * 16
}

// reach is the bytes up to the last element of a memref, if its type says so.
func reach(t *ir.MemRefType) (bytes int64, static bool) {
	strides, last, ok := t.Strides()
	if !ok || !t.Shape.Static() || !ir.Shape(strides).Static() || last == ir.Dynamic {
		return 0, false
	}
	for i, n := range t.Shape {
		last += (n - 1) * strides[i]
	}
	elem := t.Elem
	count := int64(1)
	if v, isVector := elem.(*ir.VectorType); isVector {
		elem, count = v.Elem, v.Len()
	}
	bits, _ := ir.BitWidth(elem)
	if elem == ir.Index {
		bits = 64
	}
	if elem == ir.I1 {
		bits = 8
	}
	return ((last+1)*count*int64(bits) + 7) / 8, true
}

// fill makes numbers from -1 to 1 of floats, any of bytes, and 0 to 3 of wider
// integers, which may be indices.
func fill(data []byte, t ir.Type, how string, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 14))
	if v, isVector := t.(*ir.VectorType); isVector {
		t = v.Elem
	}
	bits, _ := ir.BitWidth(t)
	size := max(1, bits/8)
	if t == ir.Index {
		size = 8
	}
	below := uint64(4)
	if n, ok := strings.CutPrefix(how, "below:"); ok {
		below, _ = strconv.ParseUint(n, 10, 64)
	}
	var order []uint64
	if how == "perm" {
		for _, n := range r.Perm(len(data) / size) {
			order = append(order, uint64(n))
		}
	}
	float, isFloat := t.(ir.FloatType)
	var code [8]byte
	for i := 0; i+size <= len(data); i += size {
		x := r.Uint64()
		switch {
		case how == "bits":
		case how == "perm":
			x = order[i/size]
		case isFloat:
			x = codeOf(float, 2*r.Float64()-1)
		case t == ir.I1:
			x &= 1
		case size > 1 || how != "":
			x %= below
		}
		binary.LittleEndian.PutUint64(code[:], x)
		copy(data[i:i+size], code[:])
	}
}

// codeOf is a number in a type.
func codeOf(t ir.FloatType, x float64) uint64 {
	x32 := math.Float32bits(float32(x))
	switch t {
	case ir.F64:
		return math.Float64bits(x)
	case ir.F32:
		return uint64(x32)
	case ir.F16:
		return uint64(num.F32ToF16(x32, num.Env{}))
	case ir.BF16:
		return uint64(num.F32ToBF16(x32, num.Env{}))
	}
	if f := t.Format(); f != nil {
		return uint64(f.FromF32(x32, true))
	}
	return 127 // e8m0: 1
}

// valueOf is the number of a code.
func valueOf(t ir.Type, code uint64) float64 {
	switch t {
	case ir.F64:
		return math.Float64frombits(code)
	case ir.F32:
		return float64(math.Float32frombits(uint32(code)))
	case ir.F16:
		return float64(math.Float32frombits(num.F16ToF32(uint16(code))))
	case ir.BF16:
		return float64(math.Float32frombits(num.BF16ToF32(uint16(code))))
	}
	if f, ok := t.(ir.FloatType); ok && f.Format() != nil {
		return float64(math.Float32frombits(f.Format().ToF32(uint32(code))))
	}
	return float64(code)
}

// closeEnough is the difference that "close" allows, relative to the largest number
// of the memory: other instructions for the same function of reals.
const closeEnough = 1e-5

// compare says whether two memories are the "same", NaNs aside, "close" or "differ".
func compare(t ir.Type, want, got []byte) (how, note string) {
	if bytes.Equal(want, got) {
		return "same", ""
	}
	if v, isVector := t.(*ir.VectorType); isVector {
		t = v.Elem
	}
	bits, _ := ir.BitWidth(t)
	size := max(1, bits/8)
	_, isFloat := t.(ir.FloatType)
	how = "same"
	largest, most := 0.0, 0.0
	count, first := 0, -1
	for i := 0; i+size <= len(want); i += size {
		var a, b [8]byte
		copy(a[:], want[i:i+size])
		copy(b[:], got[i:i+size])
		x, y := valueOf(t, binary.LittleEndian.Uint64(a[:])), valueOf(t, binary.LittleEndian.Uint64(b[:]))
		if !math.IsInf(x, 0) && x == x {
			largest = max(largest, math.Abs(x))
		}
		if a == b || isFloat && x != x && y != y {
			continue
		}
		if count++; first < 0 {
			first = i / size
		}
		d := math.Abs(x - y)
		if d != d || !isFloat {
			d = math.Inf(1)
		}
		most = max(most, d)
	}
	if count == 0 {
		return "same", ""
	}
	limit := closeEnough
	if bits == 16 {
		limit = 2e-3
	}
	how = "differ"
	if most <= limit*largest {
		how = "close"
	}
	return how, fmt.Sprintf("%d of %d elements of type %s differ, the first is %d, by up to %.3g of %.3g", count, len(want)/size, t, first, most, largest)
}

// likeLLVM runs LLVM's code object of the same kernel on the same memory.
func likeLLVM(object []byte, c *verify.Case, types map[*interp.Buffer]ir.Type, want [][]byte) (how, note string) {
	file, err := hsaco.Open(object, "")
	if err != nil {
		return "differ", err.Error()
	}
	d := sim.NewDevice(c.Chip)
	module, err := d.Load(file)
	if err != nil {
		return "differ", err.Error()
	}
	kernel, err := module.Kernel(c.Kernel[strings.LastIndex(c.Kernel, ":")+1:])
	if err != nil {
		return "differ", err.Error()
	}
	l := sim.Launch{Kernel: kernel, Grid: c.Grid, Block: c.Block, Workgroups: c.Workgroups}
	var placed []sim.Buffer
	var buffers []*interp.Buffer
	for _, a := range c.Args {
		if a.Buffer == nil {
			l.Args = append(l.Args, sim.Bytes(a.Bytes))
			continue
		}
		b, err := d.Alloc(uint64(len(a.Buffer.Data)))
		if err == nil {
			err = b.Write(a.Buffer.Data, 0)
		}
		if err != nil {
			return "differ", err.Error()
		}
		placed, buffers = append(placed, b), append(buffers, a.Buffer)
		l.Args = append(l.Args, sim.PointerAt(b.Addr))
	}
	if _, err := d.Run(l); err != nil {
		return "differ", err.Error()
	}
	how = "same"
	for i, b := range placed {
		got := make([]byte, len(want[i]))
		if err := b.Read(got, 0); err != nil {
			return "differ", err.Error()
		}
		if h, n := compare(types[buffers[i]], want[i], got); h != "same" {
			how, note = worse(how, h), n
		}
	}
	return how, note
}

func worse(a, b string) string {
	order := []string{"same", "close", "differ"}
	return order[max(slices.Index(order, a), slices.Index(order, b))]
}

// report prints a line for each module that is not right, and the table.
func report(t *testing.T, outcomes []outcome) {
	type row struct{ programs, right, refused, wrong, modules, found, llvm, same, near int }
	rows := map[string]*row{}
	programs := map[string]string{} // the worst stage
	var names []string
	for _, o := range outcomes {
		parts := strings.Split(filepath.ToSlash(o.path), "/")
		name := parts[0] + " " + parts[1]
		r := rows[name]
		if r == nil {
			r = &row{}
			rows[name] = r
			names = append(names, name)
		}
		r.modules++
		if o.llvm != "" {
			r.llvm++
		}
		switch o.llvm {
		case "same":
			r.same++
		case "close":
			r.near++
		}
		if o.err != nil {
			text, _, _ := strings.Cut(strings.TrimSpace(o.err.Error()), "\n")
			t.Logf("%s: %s: %s", o.path, o.stage, text)
		}
		if o.found != nil {
			r.found++
			t.Logf("%s: right, with %s", o.path, o.found)
		}
		if o.note != "" {
			t.Logf("%s: LLVM's code: %s: %s", o.path, o.llvm, o.note)
		}
		program := strings.Join(parts[:3], "/")
		if was, seen := programs[program]; !seen || was == "" || was == "refused" && o.stage != "" {
			programs[program] = o.stage
		}
	}
	for program, stage := range programs {
		parts := strings.Split(program, "/")
		r := rows[parts[0]+" "+parts[1]]
		r.programs++
		switch stage {
		case "":
			r.right++
		case "refused":
			r.refused++
		default:
			r.wrong++
			t.Errorf("%s is wrong", program)
		}
	}
	slices.Sort(names)
	t.Logf("%-14s %8s %6s %8s %6s %8s %9s   LLVM's code: %s", "", "programs", "right", "refused", "wrong", "modules", "findings", "run, same bits, close")
	for _, name := range names {
		r := rows[name]
		t.Logf("%-14s %8d %6d %8d %6d %8d %9d   %d, %d, %d", name, r.programs, r.right, r.refused, r.wrong, r.modules, r.found, r.llvm, r.same, r.near)
	}
}
