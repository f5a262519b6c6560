//go:build unix

package verify_test

import (
	"syscall"
	"testing"
	"time"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/kernels/reference"
	"heddle/sim"
	"heddle/verify"
)

// benchGEMM is the product of bf16 matrices of n x n that benchmarks measure.
func benchGEMM(b testing.TB, chip *arch.Chip, n int64) *verify.GEMM {
	b.Helper()
	p := &gemm.Problem{Chip: chip, M: n, N: n, K: n, A: typeNamed(b, "bf16"), B: typeNamed(b, "bf16"), Layout: gemm.NT, Alpha: 1}
	if err := p.Normalize(); err != nil {
		b.Fatal(err)
	}
	plan, err := p.Plan(gemm.Choose(p))
	if err != nil {
		b.Fatal(err)
	}
	g, err := verify.CompileGEMM(p, plan, build.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// BenchmarkGEMMSimulation measures the simulation alone of 1024 x 1024 x 1024 in
// bf16: one core, no sanitizers, exact arithmetic, inputs about N(0, 1).
//
//	go test ./verify -run '^$' -bench GEMMSimulation -benchtime 20x -cpu 1
func BenchmarkGEMMSimulation(b *testing.B) {
	for _, chip := range arch.Chips {
		b.Run(chip.Name, func(b *testing.B) {
			g := benchGEMM(b, chip, 1024)
			device := sim.NewDevice(chip)
			module, err := device.Load(g.Object)
			if err != nil {
				b.Fatal(err)
			}
			step := &g.Plan.Steps[0]
			kernel, err := module.Kernel(g.Kernel(step).Name)
			if err != nil {
				b.Fatal(err)
			}
			in := g.Problem.Random(1)
			l := sim.Launch{Kernel: kernel, Grid: step.Grid, Block: step.Block, Options: sim.Options{Workers: 1}}
			for _, a := range step.Args {
				m, _ := g.Problem.Tensor(string(a))
				buffer, err := device.AllocFunc(uint64(m.Bytes()), reference.Bytes(in.Tensor(string(a))))
				if err != nil {
					b.Fatal(err)
				}
				l.Args = append(l.Args, sim.Pointer(buffer))
			}
			start := cpuTime(b)
			for b.Loop() {
				if _, err := device.Run(l); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((cpuTime(b)-start).Seconds()*1e3/float64(b.N), "cpu-ms/op")
		})
	}
}

// cpuTime is the CPU time that the process has taken, which other work on the
// machine disturbs less than the wall clock.
func cpuTime(b *testing.B) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// BenchmarkGEMMWhole measures what run gemm does: compile, simulate all of it on
// all cores, compare with the reference.
func BenchmarkGEMMWhole(b *testing.B) {
	start := cpuTime(b)
	for b.Loop() {
		g := benchGEMM(b, &arch.GFX950, 1024)
		in := g.Problem.Generator(1)
		run, err := g.Simulate(in, verify.GEMMOptions{})
		if err != nil {
			b.Fatal(err)
		}
		if v := g.Compare(in, run, nil); v.Bad > 0 || run.StrayCount > 0 {
			b.Fatalf("%+v", v)
		}
	}
	b.ReportMetric((cpuTime(b)-start).Seconds()*1e3/float64(b.N), "cpu-ms/op")
}
