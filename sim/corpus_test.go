package sim_test

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
	"testing"

	"github.com/klauspost/compress/zstd"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/sim"
)

// The corpus: kernels in OpenCL C that clang-22 compiled (testdata/corpus), run
// and compared with references in Go. corpus_llvm_test.go builds the objects.

// corpusRow is one kernel with its inputs and what must come of them.
type corpusRow struct {
	file, kernel string
	note         string     // tells rows of one kernel apart
	chip         *arch.Chip // the only chip that has it; nil: both
	launch       func(g *gen) launch
}

func (r corpusRow) name() string {
	return strings.TrimSuffix(r.file+"/"+r.kernel+"/"+r.note, "/")
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

func newGen(r corpusRow, chip *arch.Chip) *gen {
	h := fnv.New64a()
	io.WriteString(h, r.name())
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

// judged is n values with arbitrary contents at first of which check says
// whether they are right.
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

// corpus is every row; a row's kernel is run as each level compiled it.
func corpus() []corpusRow {
	return slices.Concat(basicRows, groupRows, flowRows, arithRows, atomicRows, builtinRows, mfmaRows(), convertRows, scaleRows(), bufferRows, scalarRows, appRows)
}

// built names the code objects: a source file at an optimisation level.
var levels = []string{"O0", "O1", "O3", preload, noECC}

const (
	preload = "preload" // -O3 with kernel arguments in SGPRs
	noECC   = "noecc"   // -O3 for a chip whose memory has no ECC: 16-bit loads keep the other half of a register
)

// hasLevel says which files are built in the special ways too.
func hasLevel(file, level string) bool {
	switch level {
	case preload:
		return slices.Contains([]string{"basic", "group", "flow"}, file)
	case noECC:
		return file == "scalars"
	}
	return true
}

// archived reads the built code objects of a chip: by "file-level".
func archived(t testing.TB, chip *arch.Chip) map[string][]byte {
	t.Helper()
	packed, err := os.ReadFile(archiveName(chip))
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	objects := map[string][]byte{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return objects
		}
		if err != nil {
			t.Fatal(err)
		}
		if objects[h.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

func archiveName(chip *arch.Chip) string {
	return filepath.Join("testdata", "corpus", chip.Name+".tar.zst")
}

// TestCorpus runs the committed code objects.
func TestCorpus(t *testing.T) {
	for _, chip := range arch.Chips {
		runCorpus(t, chip, archived(t, chip), sim.Options{})
	}
}

// runCorpus runs every row on the objects of one chip, which are named as in
// the archive.
func runCorpus(t *testing.T, chip *arch.Chip, objects map[string][]byte, options sim.Options) {
	for _, level := range levels {
		t.Run(chip.Name+"/"+level, func(t *testing.T) { runLevel(t, chip, level, objects, options) })
	}
}

// runLevel runs every row as one level compiled it; each object is loaded into
// a device of its own.
func runLevel(t *testing.T, chip *arch.Chip, level string, objects map[string][]byte, options sim.Options) {
	devices := map[string]*loaded{}
	for _, r := range corpus() {
		if r.chip != nil && r.chip != chip || !hasLevel(r.file, level) {
			continue
		}
		t.Run(r.name(), func(t *testing.T) {
			l := devices[r.file]
			if l == nil {
				l = loadObject(t, chip, objects[r.file+"-"+level])
				devices[r.file] = l
			}
			if _, err := l.run(r, options); err != nil {
				t.Error(err)
			}
		})
	}
}

// loaded is a code object in a device.
type loaded struct {
	device *sim.Device
	module *sim.Module
	object *hsaco.Object
}

func loadObject(t testing.TB, chip *arch.Chip, code []byte) *loaded {
	t.Helper()
	if code == nil {
		t.Fatal("the code object is missing: corpus_llvm_test.go says how to build the archive")
	}
	object, err := hsaco.Open(code, chip.Name)
	if err != nil {
		t.Fatal(err)
	}
	device := sim.NewDevice(chip)
	module, err := device.Load(object)
	if err != nil {
		t.Fatal(err)
	}
	return &loaded{device, module, object}
}

// run launches a row's kernel and checks every piece of memory it was given,
// which it returns.
func (l *loaded) run(r corpusRow, options sim.Options) (after [][]byte, err error) {
	kernel, err := l.module.Kernel(r.kernel)
	if err != nil {
		return nil, err
	}
	plan := r.launch(newGen(r, l.object.Chip))
	start := sim.Launch{Kernel: kernel, Grid: plan.grid, Global: plan.global, Block: plan.block, Offset: plan.offset, Options: options}
	static := l.staticLDS(r.kernel)
	buffers := make([]sim.Buffer, len(plan.args))
	for i, a := range plan.args {
		switch a := a.(type) {
		case *memory:
			if buffers[i], err = l.device.Alloc(uint64(len(a.init))); err != nil {
				return nil, err
			}
			if err := buffers[i].Write(a.init, 0); err != nil {
				return nil, err
			}
			start.Args = append(start.Args, sim.Pointer(buffers[i]))
		case local: // the arrays follow each other behind what the kernel declares
			start.LDS = (start.LDS+static+15)/16*16 - static
			start.Args = append(start.Args, sim.Value(static+start.LDS))
			start.LDS += uint32(a)
		default:
			start.Args = append(start.Args, scalar(a))
		}
	}
	if _, err := l.device.Run(start); err != nil {
		return nil, err
	}
	for i, a := range plan.args {
		if m, ok := a.(*memory); ok {
			got := make([]byte, len(m.init))
			if err := buffers[i].Read(got, 0); err != nil {
				return nil, err
			}
			if err := m.verify(got); err != nil {
				return nil, fmt.Errorf("argument %d: %w", i, err)
			}
			after = append(after, got)
			buffers[i].Free()
		}
	}
	return after, nil
}

func (l *loaded) staticLDS(kernel string) uint32 {
	for _, k := range l.object.Kernels {
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

// TestCorpusComplete: every kernel of every code object has a row.
func TestCorpusComplete(t *testing.T) {
	for _, chip := range arch.Chips {
		rows := map[string]bool{}
		for _, r := range corpus() {
			if r.chip == nil || r.chip == chip {
				rows[r.file+"/"+r.kernel] = true
			}
		}
		for name, code := range archived(t, chip) {
			object, err := hsaco.Open(code, chip.Name)
			if err != nil {
				t.Fatal(err)
			}
			file, _, _ := strings.Cut(name, "-")
			for _, k := range object.Kernels {
				if !rows[file+"/"+k.Name] {
					t.Errorf("%s %s: kernel %s has no row", chip.Name, name, k.Name)
				}
			}
		}
	}
}

// TestCorpusWorkers: memory holds the same bytes on any number of cores, also
// where the order of atomics matters.
func TestCorpusWorkers(t *testing.T) {
	for _, chip := range arch.Chips {
		objects := archived(t, chip)
		for _, r := range corpus() {
			if r.chip != nil && r.chip != chip {
				continue
			}
			l := loadObject(t, chip, objects[r.file+"-O3"])
			var first [][]byte
			for workers := 1; workers <= 3; workers++ {
				after, err := l.run(r, sim.Options{Workers: workers})
				if err != nil {
					t.Fatalf("%s %s: %v", chip.Name, r.name(), err)
				}
				if workers == 1 {
					first = after
				} else if !slices.EqualFunc(after, first, bytes.Equal) {
					t.Errorf("%s %s: other memory with %d workers than with one", chip.Name, r.name(), workers)
				}
			}
		}
	}
}

// TestCorpusSchedules runs the corpus with memory accesses that land early, late
// and at random: every result stays right.
func TestCorpusSchedules(t *testing.T) {
	for _, s := range []struct {
		name    string
		level   string
		options sim.Options
	}{
		{"run", "O3", sim.Options{Schedule: sim.ScheduleRun, Workers: 2}},
		{"late", "O3", sim.Options{Schedule: sim.ScheduleLate, Workers: 1}},
		{"late", "O0", sim.Options{Schedule: sim.ScheduleLate, Workers: 2}},
		{"random", "O1", sim.Options{Schedule: sim.ScheduleRandom, Seed: 1, Workers: 2}},
		{"random", "O0", sim.Options{Schedule: sim.ScheduleRandom, Seed: 2, Workers: 1}},
	} {
		for _, chip := range arch.Chips {
			t.Run(s.name+"/"+chip.Name+"/"+s.level, func(t *testing.T) {
				runLevel(t, chip, s.level, archived(t, chip), s.options)
			})
		}
	}
}
