// Package simtest has the corpus of kernels for tests of the simulator and its observers. Only
// tests import it.
package simtest

import (
	"archive/tar"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/sim"
)

// Row is one kernel of the corpus with its inputs and the expected results. The kernels are in
// OpenCL C (sim/testdata/corpus), and clang-22 compiled them (sim/corpus_llvm_test.go). References
// are in Go.
type Row struct {
	File, Kernel string
	Note         string     // tells rows of one kernel apart
	Chip         *arch.Chip // the only chip that has it; nil: all
	launch       func(g *gen) launch
}

// Name is the file, the kernel and the note.
func (r Row) Name() string {
	return strings.TrimSuffix(r.File+"/"+r.Kernel+"/"+r.Note, "/")
}

// launch is how a kernel is started. Global or grid is given, as for
// sim.Launch. Args are scalars, *memory, local and []byte (a struct by value).
type launch struct {
	grid, global, block [3]uint32
	offset              [3]uint64 // OpenCL's global offset
	args                []any
}

// local is a pointer argument to that many bytes of LDS.
type local uint32

// memory is an argument that points to guest memory: what it holds at first,
// and what is said about what it holds afterwards (nil: it must be unchanged).
type memory struct {
	init  []byte
	check func(got []byte) error
}

// gen makes the inputs of a row: random numbers from a seed that its name
// gives, for one chip.
type gen struct {
	*rand.Rand
	chip *arch.Chip
}

func newGen(r Row, chip *arch.Chip) *gen {
	h := fnv.New64a()
	io.WriteString(h, r.Name())
	return &gen{rand.New(rand.NewPCG(h.Sum64(), 1)), chip}
}

// values returns n values of f.
func values[T any](n int, f func(i int) T) []T {
	v := make([]T, n)
	for i := range v {
		v[i] = f(i)
	}
	return v
}

func encode(v any) []byte {
	b, err := binary.Append(nil, binary.LittleEndian, v)
	if err != nil {
		panic(err)
	}
	return b
}

// in is memory that the kernel only reads.
func in[T any](v []T) *memory { return &memory{init: encode(v)} }

// inout is memory that holds init at first and must then hold want, bit for bit.
func inout[T any](init, want []T) *memory {
	return &memory{encode(init), judge(func(got []T) error { return same(got, want) })}
}

// out is memory with arbitrary contents at first that must then hold want.
func out[T any](want []T) *memory {
	m := inout(want, want)
	m.init = bytes.Repeat([]byte{0xa5}, len(m.init))
	return m
}

// judged is n values with arbitrary contents at first, whose results check judges.
func judged[T any](n int, check func(got []T) error) *memory {
	return &memory{bytes.Repeat([]byte{0xa5}, binary.Size(make([]T, n))), judge(check)}
}

func judge[T any](check func(got []T) error) func([]byte) error {
	return func(b []byte) error {
		var size T
		got := make([]T, len(b)/binary.Size(size))
		if _, err := binary.Decode(b, binary.LittleEndian, got); err != nil {
			return err
		}
		return check(got)
	}
}

// same compares bit patterns.
func same[T any](got, want []T) error {
	bad, first := 0, -1
	for i := range want {
		if !bytes.Equal(encode(got[i]), encode(want[i])) {
			if bad++; first < 0 {
				first = i
			}
		}
	}
	if bad == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d values differ, first [%d]: got %v (%#x), want %v (%#x)",
		bad, len(want), first, got[first], encode(got[first]), want[first], encode(want[first]))
}

// Rows returns every row; a row's kernel runs in the code of each level.
func Rows() []Row {
	return slices.Concat(basicRows, groupRows, flowRows, arithRows, atomicRows, builtinRows, mfmaRows(), convertRows, scaleRows(), bufferRows, scalarRows, appRows, matmulRows)
}

// RowsOf returns the rows that a chip has at a level.
func RowsOf(chip *arch.Chip, level string) []Row {
	return slices.DeleteFunc(Rows(), func(r Row) bool { return r.Chip != nil && r.Chip != chip || !HasLevel(r.File, level) })
}

// Levels are the levels at which the source files are compiled.
var Levels = []string{"O0", "O1", "O2", "O3", Preload, NoECC}

// The special levels.
const (
	Preload = "preload" // -O3 with kernel arguments in SGPRs
	NoECC   = "noecc"   // -O3 for a chip whose memory has no ECC: 16-bit loads keep the other half of a register
)

// HasLevel reports whether a file is built at a special level too.
func HasLevel(file, level string) bool {
	switch level {
	case Preload:
		return slices.Contains([]string{"basic", "group", "flow"}, file)
	case NoECC:
		return file == "scalars"
	case "O0": // takes as long there as all others together
		return file != "matmul"
	}
	return true
}

// Archived reads the built code objects of a chip, by "file-level", from the
// directory of the corpus.
func Archived(dir string, chip *arch.Chip) (map[string][]byte, error) {
	packed, err := os.ReadFile(ArchiveName(dir, chip))
	if err != nil {
		return nil, err
	}
	z, err := zstd.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	objects := map[string][]byte{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return objects, nil
		}
		if err != nil {
			return nil, err
		}
		if objects[h.Name], err = io.ReadAll(r); err != nil {
			return nil, err
		}
	}
}

// ArchiveName is the name of the archive of a chip's built code objects.
func ArchiveName(dir string, chip *arch.Chip) string {
	return filepath.Join(dir, chip.Name+".tar.zst")
}

// Loaded is a code object in a device.
type Loaded struct {
	Device *sim.Device
	Module *sim.Module
	Object *hsaco.Object
	// Shorten, if not nil, says how many bytes memory that should have size
	// bytes gets, for argument i.
	Shorten func(i, size int) int
	// Report is what the last dispatch of Run did, Took how long it took by
	// Clock, if there is one.
	Report *sim.Report
	Took   time.Duration
	Clock  func() time.Duration
}

// Load loads a code object into a device of its own.
func Load(chip *arch.Chip, code []byte) (*Loaded, error) {
	if code == nil {
		return nil, errors.New("the code object is missing: sim/corpus_llvm_test.go says how to build the archive")
	}
	object, err := hsaco.Open(code, chip.Name)
	if err != nil {
		return nil, err
	}
	device := sim.NewDevice(chip)
	module, err := device.Load(object)
	if err != nil {
		return nil, err
	}
	return &Loaded{Device: device, Module: module, Object: object}, nil
}

// Run launches a row's kernel, and checks and returns every piece of memory that it was given. If
// one is wrong the error is a WrongResult. prepare, if not nil, gets the launch first.
func (l *Loaded) Run(r Row, options sim.Options, prepare func(*sim.Launch)) (after [][]byte, err error) {
	kernel, err := l.Module.Kernel(r.Kernel)
	if err != nil {
		return nil, err
	}
	plan := r.launch(newGen(r, l.Object.Chip))
	start := sim.Launch{Kernel: kernel, Grid: plan.grid, Global: plan.global, Block: plan.block, Offset: plan.offset, Options: options}
	static := l.staticLDS(r.Kernel)
	buffers := make([]sim.Buffer, len(plan.args))
	for i, a := range plan.args {
		switch a := a.(type) {
		case *memory:
			size := len(a.init)
			if l.Shorten != nil {
				size = l.Shorten(i, size)
			}
			if buffers[i], err = l.Device.Alloc(uint64(size)); err != nil {
				return nil, err
			}
			buffers[i].SetName(fmt.Sprintf("argument %d", i))
			if err := buffers[i].Write(a.init[:size], 0); err != nil {
				return nil, err
			}
			start.Args = append(start.Args, sim.Pointer(buffers[i]))
		case local: // the arrays follow each other after the kernel's own LDS
			start.LDS = (start.LDS+static+15)/16*16 - static
			start.Args = append(start.Args, sim.Value(static+start.LDS))
			start.LDS += uint32(a)
		default:
			start.Args = append(start.Args, scalar(a))
		}
	}
	if prepare != nil {
		prepare(&start)
	}
	clock := l.Clock
	if clock == nil {
		clock = func() time.Duration { return 0 }
	}
	begin := clock()
	l.Report, err = l.Device.Run(start)
	if l.Took = clock() - begin; err != nil {
		return nil, err
	}
	var wrong error
	for i, a := range plan.args {
		if m, ok := a.(*memory); ok {
			got := make([]byte, len(m.init))
			if err := buffers[i].Read(got[:buffers[i].Size], 0); err != nil {
				return nil, err
			}
			if err := m.verify(got); err != nil && wrong == nil {
				wrong = &WrongResult{i, err}
			}
			after = append(after, got)
			buffers[i].Free()
		}
	}
	return after, wrong
}

// WrongResult reports that memory has wrong contents after a run.
type WrongResult struct {
	Arg int // the argument that points to it
	Err error
}

func (e *WrongResult) Error() string { return fmt.Sprintf("argument %d: %v", e.Arg, e.Err) }
func (e *WrongResult) Unwrap() error { return e.Err }

func (l *Loaded) staticLDS(kernel string) uint32 {
	for _, k := range l.Object.Kernels {
		if k.Name == kernel {
			return k.Descriptor.GroupSegmentFixedSize
		}
	}
	return 0
}

func (m *memory) verify(got []byte) error {
	if m.check != nil {
		return m.check(got)
	}
	if !bytes.Equal(got, m.init) {
		return errors.New("memory that the kernel only reads has changed")
	}
	return nil
}

func scalar(a any) sim.Arg {
	switch a := a.(type) {
	case []byte:
		return sim.Bytes(a)
	case uint8:
		return sim.Value(a)
	case uint16:
		return sim.Value(a)
	case int64:
		return sim.Value(a)
	case uint64:
		return sim.Value(a)
	case int32:
		return sim.Value(a)
	case uint32:
		return sim.Value(a)
	case float32:
		return sim.Value(a)
	case float64:
		return sim.Value(a)
	}
	panic(fmt.Sprintf("BUG: no argument of type %T", a))
}
