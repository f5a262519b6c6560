package record_test

import (
	"reflect"
	"runtime"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/sim"
	"heddle/timing"
	"heddle/timing/record"
	"heddle/verify"
)

// TestCounts: as many instructions of each class as the simulator counts, in a matrix multiplication.
func TestCounts(t *testing.T) {
	for _, chip := range arch.Chips {
		g, launch, device := matrix(t, chip, 256)
		p, err := record.Program(g.Object, g.Object.Kernels[0])
		if err != nil {
			t.Fatal(err)
		}
		r := record.NewRecorder(p)
		launch.Observers = []sim.Observer{r}
		report, err := device.Run(launch)
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]uint64{}
		for w := range report.Workgroups {
			streams, err := r.Take(w)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range streams {
				for _, op := range s.Ops {
					row := p.Insts[op.Inst].Inst.Row
					switch {
					case row.Op.Matrix() != nil:
						counts["mfma"]++
					case op.Access >= 0 && s.Accesses[op.Access].Space == timing.LDS:
						counts["lds"]++
					case op.Access >= 0 && s.Accesses[op.Access].Space == timing.Global:
						counts["vmem"]++
					case op.Access >= 0:
						counts["smem"]++
					}
					counts["all"]++
				}
			}
		}
		if counts["all"] != report.Executed {
			t.Errorf("%s: %d instructions, the simulator counts %d", chip.Name, counts["all"], report.Executed)
		}
		for _, c := range report.Classes {
			if n, ok := counts[c.Class]; ok && n != c.Count {
				t.Errorf("%s: %d of %s, the simulator counts %d", chip.Name, n, c.Class, c.Count)
			}
		}
	}
}

// matrix is a matrix multiplication of that size.
func matrix(t testing.TB, chip *arch.Chip, size int64) (*verify.GEMM, sim.Launch, *sim.Device) {
	t.Helper()
	bf16, err := gemm.TypeByName("bf16")
	if err != nil {
		t.Fatal(err)
	}
	p := &gemm.Problem{Chip: chip, M: size, N: size, K: size, Batch: 1, A: bf16, B: bf16, Layout: gemm.NT, Alpha: 1, Scale: 1, CacheSwizzle: gemm.SwizzleAuto}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	plan, err := p.Plan(gemm.Choose(p))
	if err != nil {
		t.Fatal(err)
	}
	g, err := verify.CompileGEMM(p, plan, build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in, device := p.Generator(1), sim.NewDevice(chip)
	m, err := device.Load(g.Object)
	if err != nil {
		t.Fatal(err)
	}
	step := plan.Steps[0]
	l := sim.Launch{Grid: step.Grid, Block: step.Block}
	if l.Kernel, err = m.Kernel(g.Kernel(&step).Name); err != nil {
		t.Fatal(err)
	}
	for _, name := range step.Args {
		x, _ := p.Tensor(string(name))
		b, err := device.AllocWith(sim.AllocOptions{Name: string(name), Size: uint64(x.Bytes()), Fill: in.Tensor(string(name))})
		if err != nil {
			t.Fatal(err)
		}
		l.Args = append(l.Args, sim.Pointer(b))
	}
	return g, l, device
}

// TestDeterministic: the same cycles, sites and shares on any number of cores and with any engine.
func TestDeterministic(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first *record.Timing
	for _, cores := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(cores)
		for _, engine := range []sim.Engine{sim.EngineFast, sim.EnginePlain} {
			g, launch, device := matrix(t, &arch.GFX950, 512)
			launch.Engine = engine
			m, err := record.Time(device, launch, g.Object, record.Options{Product: arch.DefaultProduct(&arch.GFX950)})
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = m
				continue
			}
			if m.Cycles != first.Cycles || !reflect.DeepEqual(m.Result.Sites, first.Result.Sites) || !reflect.DeepEqual(m.Traffic, first.Traffic) ||
				m.Shared != first.Shared || !reflect.DeepEqual(record.Worst(m), record.Worst(first)) {
				t.Errorf("%d cores, engine %v: %d cycles, before %d; or other sites", cores, engine, m.Cycles, first.Cycles)
			}
		}
	}
}

// BenchmarkTime times a matrix multiplication of 2048: recording, model and memory together.
func BenchmarkTime(b *testing.B) {
	product := arch.DefaultProduct(arch.Chips[len(arch.Chips)-1])
	g, launch, device := matrix(b, product.Chip, 2048)
	instructions := int64(0)
	for b.Loop() {
		m, err := record.Time(device, launch, g.Object, record.Options{Product: product})
		if err != nil {
			b.Fatal(err)
		}
		instructions += m.Executed
	}
	b.ReportMetric(float64(instructions)/b.Elapsed().Seconds()/1e6, "Minst/s")
}
