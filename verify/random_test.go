package verify_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
	"heddle/pass"
	"heddle/sim"
	"heddle/verify"
	"heddle/verify/random"
)

var (
	kernelCount    = flag.Int("kernels", 40, "random kernels to compile, simulate and compare, for each chip")
	kernelSeed     = flag.Uint64("kernels.seed", 1, "seed of the first")
	kernelSize     = flag.Int("kernels.size", 0, "operations of a random kernel; 0 takes 10 to 200")
	kernelFeatures = flag.String("kernels.features", "", "features of random kernels, by their names; empty takes all")
	kernelChip     = flag.String("kernels.chip", "", "only this chip")
	kernelReduce   = flag.Bool("kernels.reduce", false, "make failing kernels small")
	kernelDisable  = flag.String("kernels.disable", "", "compiler passes to leave out")
	kernelOut      = flag.String("kernels.out", "", "write failing kernels to files that begin so")
)

// TestRandomKernels compiles random kernels, runs them with all checks on under
// varying schedules, and compares what they write with the interpreter.
func TestRandomKernels(t *testing.T) {
	var mu sync.Mutex
	kinds := map[string]int{}
	refused, all := 0, 0
	eachProgram(t, func(p *random.Program) {
		err := judge(p)
		mu.Lock()
		defer mu.Unlock()
		all++
		if err == nil {
			return
		}
		if meantToBeRefused(err) {
			refused++
			return
		}
		kind := failureKind(err)
		kinds[kind]++
		if kinds[kind] > 1 {
			return
		}
		text := p.Text
		if *kernelReduce {
			small := random.Reduce(p, func(q *random.Program) bool {
				e := judge(q)
				return e != nil && failureKind(e) == kind
			})
			text, err = small.Text, judge(small)
		}
		if *kernelOut != "" {
			name := fmt.Sprintf("%s%d-%s.mlir", *kernelOut, p.Seed, p.Chip.Name)
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Error(err)
			}
			text = name
		}
		t.Errorf("%s\n%v\n%s", p, err, text)
	})
	t.Logf("%d kernels, %d of them refused by name", all, refused)
	if refused*20 > all+20 {
		t.Errorf("%d of %d kernels are refused", refused, all)
	}
	var list []string
	for kind, n := range kinds {
		list = append(list, fmt.Sprintf("%5d %s", n, kind))
	}
	sort.Sort(sort.Reverse(sort.StringSlice(list)))
	if len(list) > 0 {
		t.Errorf("failures by kind:\n%s", strings.Join(list, "\n"))
	}
}

// eachProgram makes the programs that the flags ask for.
func eachProgram(t *testing.T, f func(*random.Program)) {
	features := random.Features(random.All)
	if *kernelFeatures != "" {
		features = 0
		for _, name := range strings.Split(*kernelFeatures, ",") {
			i := slices.Index(random.FeatureNames, strings.ToLower(name))
			if i < 0 && name != "none" {
				t.Fatalf("no feature %q; there are %s", name, strings.Join(random.FeatureNames, ", "))
			}
			if i >= 0 {
				features |= 1 << i
			}
		}
	}
	t.Logf("seeds %d to %d", *kernelSeed, *kernelSeed+uint64(*kernelCount)-1)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				i := int(next.Add(1)) - 1
				if i >= *kernelCount*len(arch.Chips) {
					return
				}
				chip := arch.Chips[i%len(arch.Chips)]
				if *kernelChip != "" && chip.Name != *kernelChip {
					continue
				}
				seed := *kernelSeed + uint64(i/len(arch.Chips))
				size := *kernelSize
				if size == 0 {
					size = 10 + int(seed*7919%191)
				}
				f(random.Options{Seed: seed, Chip: chip, Size: size, Features: features}.New())
			}
		}()
	}
	wg.Wait()
}

// judge compiles and runs a program; the seed decides how.
func judge(p *random.Program) (err error) {
	defer func() {
		if r := recover(); r != nil {
			buf := make([]byte, 8192)
			err = fmt.Errorf("panic: %v\n%s", r, buf[:runtime.Stack(buf, false)])
		}
	}()
	c := verify.Case{Name: "random.mlir", Text: p.Text, Kernel: p.Kernel, Chip: p.Chip, Grid: p.Grid, Block: p.Block}
	var buffers []*interp.Buffer
	for _, b := range p.Buffers {
		buffers = append(buffers, &interp.Buffer{Name: b.Name, Data: slices.Clone(b.Data)})
	}
	for _, a := range p.Args {
		if a.Buffer < 0 {
			c.Args = append(c.Args, interp.Bytes(a.Bytes))
		} else {
			c.Args = append(c.Args, interp.Pointer(buffers[a.Buffer]))
		}
	}
	c.SameAll = func(want, got [][]byte) error { return p.Compare(want, got) }
	o := verify.Options{Passes: pass.Options{Verify: true}, Sim: sim.Options{Workers: 1, Seed: p.Seed}}
	o.Sim.Schedule = []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleLate, sim.ScheduleRandom}[p.Seed%3]
	if *kernelDisable != "" {
		o.Passes.Disable = strings.Split(*kernelDisable, ",")
	}
	if p.Seed%4 == 3 {
		o.Passes.Shuffle = p.Seed
	}
	o.Sim.SoffsetUnchecked, o.Sim.NoPreload = p.Seed%2 == 1, p.Seed/2%2 == 1
	_, err = verify.Run(c, o)
	return err
}

// refusals are what docs/compiler.md says is not compiled, of what random
// kernels have.
var refusals = []string{
	"may start inside a byte",
	"is not compiled: use integers of up to",
	"in blocks that have no structure",
}

func meantToBeRefused(err error) bool {
	return strings.HasPrefix(err.Error(), "compile: ") && slices.ContainsFunc(refusals, func(s string) bool { return strings.Contains(err.Error(), s) })
}

var varying = regexp.MustCompile(`[0-9]+|0x[0-9a-f]+`)

// failureKind is what failures have in common that are of one cause, about.
func failureKind(err error) string {
	text := err.Error()
	lines := strings.Split(text, "\n")
	kind := lines[0]
	if strings.HasPrefix(kind, "panic") || !strings.HasPrefix(kind, "findings") {
		for _, l := range lines {
			if strings.HasPrefix(l, "heddle/") && !strings.Contains(l, "verify_test") && strings.HasPrefix(kind, "panic") {
				kind += " " + strings.SplitN(l, "(0x", 2)[0]
				break
			}
		}
	} else if len(lines) > 1 {
		kind = "findings: " + lines[1]
	}
	return varying.ReplaceAllString(kind, "N")
}
