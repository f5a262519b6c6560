package field

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/hsaco"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// A launch is one dispatch of the only kernel of a code object: kernel
// arguments as they lie in memory, with the places of the addresses in them.
type launch struct {
	grid  [3]uint32
	block uint32
	args  []any // *tensor (its address), uint32, int32, float32, in slots of slot bytes
	slot  int   // 0: each argument at a multiple of its size
	lds   uint32
	// waits: workgroups wait for others, so that to time some all must be executed
	waits bool
	// uneven: workgroups have different work, so that some do not stand for all
	uneven bool
	// lenient: waves end before barriers that others reach
	lenient bool
}

// A tensor is memory of a launch and, for inputs, what stands in it.
type tensor struct {
	data []byte
	// size is that of memory whose contents do not matter: data is nil then.
	size int
	// undefined memory: an output that nothing but the kernel writes
	undefined bool
}

// plus is an address within a tensor.
type plus struct {
	*tensor
	offset int
}

// A problem is a launch, what is read from where afterwards, and what that
// should be.
type problem struct {
	launch
	out  *tensor
	read func(b []byte) []float64
	want []float64
	also []output // of kernels with several
	// rms is the largest error allowed, as a part of the reference's root mean
	// square. It covers what the kernel rounds in between.
	rms float64
}

// An output is memory of a problem: how it is read, and what it should be.
type output struct {
	out  *tensor
	read func(b []byte) []float64
	want []float64
}

// A result is how far a run is from the reference.
type result struct {
	rms, max float64 // relative to the root mean square of the reference
	bits     []byte
	findings []sanitize.Finding
	report   *sim.Report
}

// kernargs are the arguments as bytes.
func (l *launch) kernargs(addr func(*tensor) uint64) []byte {
	var b []byte
	for i, a := range l.args {
		var v []byte
		switch a := a.(type) {
		case *tensor:
			v = binary.LittleEndian.AppendUint64(nil, addr(a))
		case plus:
			v = binary.LittleEndian.AppendUint64(nil, addr(a.tensor)+uint64(a.offset))
		case uint32:
			v = binary.LittleEndian.AppendUint32(nil, a)
		case int:
			v = binary.LittleEndian.AppendUint32(nil, uint32(a))
		case float64:
			v = binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(a)))
		case nil:
			v = make([]byte, 8)
		default:
			panic(fmt.Sprintf("BUG: argument of type %T", a))
		}
		at := (len(b) + len(v) - 1) / len(v) * len(v)
		if l.slot > 0 {
			at = i * l.slot
		}
		b = append(append(b, make([]byte, at-len(b))...), v...)
	}
	return b
}

// pieces cuts the arguments up as the metadata of the code object wants them:
// bytes at offsets, whatever it takes them for.
func pieces(k *sim.Kernel, raw []byte) []sim.Arg {
	m := k.Metadata()
	if m == nil || len(m.Args) == 0 {
		if m != nil {
			raw = append(raw, make([]byte, m.KernargSegmentSize)...)[:m.KernargSegmentSize]
		}
		return []sim.Arg{sim.Bytes(raw).At(0)}
	}
	var args []sim.Arg
	for i := range m.Args {
		if a := &m.Args[i]; !strings.HasPrefix(a.ValueKind, "hidden_") {
			b := make([]byte, a.Size)
			if a.Offset < len(raw) {
				copy(b, raw[a.Offset:])
			}
			args = append(args, sim.Bytes(b))
		}
	}
	return args
}

// on places the memory of a launch on a device.
func (l *launch) on(d *sim.Device, k *sim.Kernel) (sim.Launch, map[*tensor]sim.Buffer, error) {
	buffers := map[*tensor]sim.Buffer{}
	var failed error
	raw := l.kernargs(func(t *tensor) uint64 {
		b, ok := buffers[t]
		if !ok {
			var err error
			if t.data == nil {
				b, err = d.Alloc(uint64(t.size))
			} else {
				b, err = sim.Put(d, t.data)
			}
			if err != nil {
				failed = err
			}
			if t.undefined {
				b.Undefined()
			}
			buffers[t] = b
		}
		return b.Addr
	})
	return sim.Launch{Kernel: k, Grid: l.grid, Block: [3]uint32{l.block, 1, 1}, LDS: l.lds, Args: pieces(k, raw), Options: sim.Options{LenientBarriers: l.lenient}}, buffers, failed
}

// run simulates the problem on a fresh device.
func (p *problem) run(object *hsaco.Object, o sim.Options, checks []string) (*result, error) {
	o.LenientBarriers = p.launch.lenient
	d := sim.NewDevice(object.Chip)
	m, err := d.Load(object)
	if err != nil {
		return nil, err
	}
	k, err := m.Kernel(object.Kernels[0].Name)
	if err != nil {
		return nil, err
	}
	l, buffers, err := p.on(d, k)
	if err != nil {
		return nil, err
	}
	l.Options = o
	var s *sanitize.Sanitizer
	if checks != nil {
		if s, err = sanitize.New(sanitize.Options{Checks: checks, Object: object}); err != nil {
			return nil, err
		}
		s.Begin(&l)
	}
	r := &result{}
	r.report, err = d.Run(l)
	if s != nil {
		r.findings = s.Findings()
	}
	if err != nil {
		return r, err
	}
	for _, x := range append([]output{{p.out, p.read, p.want}}, p.also...) {
		b := make([]byte, len(x.out.data))
		if err := buffers[x.out].Read(b, 0); err != nil {
			return nil, err
		}
		rms, most := distance(x.read(b), x.want)
		r.bits, r.rms, r.max = append(r.bits, b...), max(r.rms, rms), max(r.max, most)
	}
	return r, nil
}

// distance is the root mean square and the largest of the errors, as parts of
// the root mean square of what is wanted. A NaN is infinitely wrong.
func distance(got, want []float64) (rms, most float64) {
	var errs, refs float64
	for i, w := range want {
		e := math.Abs(got[i] - w)
		if math.IsNaN(e) {
			return math.Inf(1), math.Inf(1)
		}
		errs += e * e
		refs += w * w
		most = max(most, e)
	}
	ref := math.Sqrt(refs / float64(len(want)))
	return math.Sqrt(errs/float64(len(want))) / ref, most / ref
}

// zeros is memory that starts with zeros.
func zeros(n int) *tensor { return &tensor{data: make([]byte, n)} }

// undefined is memory that nobody has written.
func undefined(n int) *tensor { return &tensor{data: make([]byte, n), undefined: true} }

// random numbers of a case depend on its name alone.
func random(name string) *rand.Rand {
	seed := uint64(14695981039346656037)
	for _, c := range []byte(name) {
		seed = (seed ^ uint64(c)) * 1099511628211
	}
	return rand.New(rand.NewPCG(seed, 1))
}

func open(path string) (*hsaco.Object, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return hsaco.Open(b, "")
}

// objects are the code objects below dir, by their paths.
func objects(t *testing.T, dir string) []string {
	var list []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".co") {
			rel, _ := filepath.Rel(dir, path)
			list = append(list, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// configurations are the objects that a table of the host code names: the
// others are published, and nothing launches them.
func configurations(t *testing.T, dir string) map[string]bool {
	listed := map[string]bool{}
	for _, chip := range []string{"gfx942", "gfx950"} {
		err := filepath.WalkDir(filepath.Join(dir, chip), func(path string, d os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".csv") {
				return err
			}
			b, err := os.ReadFile(path)
			folder, _ := filepath.Rel(dir, filepath.Dir(path))
			for _, word := range strings.FieldsFunc(string(b), func(r rune) bool { return r == ',' || r == '\n' || r == '\r' }) {
				if strings.HasSuffix(word, ".co") {
					// gfx942's attention is there for two cards
					for _, card := range []string{"", "MI300", "MI308"} {
						listed[filepath.ToSlash(filepath.Join(folder, card, word))] = true
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	listed["gfx942/topk_per_row_decode/asm_top_k_per_row_decode.co"] = true // named in the host code itself
	return listed
}
