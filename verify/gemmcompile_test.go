//go:build unix

package verify_test

import (
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/sim/sanitize"
	"heddle/verify"
)

// largest is the tile with the most registers: four waves with 128 x 128 each, 256
// accumulators a lane.
var largest = gemm.Config{BM: 256, BN: 256, BK: 64, WavesM: 2, WavesN: 2, Matrix: 32}

// bf16Problem is a product of bf16 matrices, of n x n along depth.
func bf16Problem(t testing.TB, chip *arch.Chip, n, depth int64) *gemm.Problem {
	t.Helper()
	p := &gemm.Problem{Chip: chip, M: n, N: n, K: depth, A: typeNamed(t, "bf16"), B: typeNamed(t, "bf16"), Layout: gemm.NT, Alpha: 1}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	return p
}

// compiled goes from a problem to a code object.
func compiled(t testing.TB, p *gemm.Problem, c gemm.Config) *verify.GEMM {
	t.Helper()
	g, err := planned(p, c)
	if err != nil {
		t.Fatalf("%v: %v", c, err)
	}
	return g
}

// largestConfig is the largest tile that fits the LDS of a chip.
func largestConfig(chip *arch.Chip) gemm.Config {
	c := largest
	for 2*2*(c.BM+c.BN)*c.BK > chip.LDSBytes { // two buffers of two bytes an element
		c.BK /= 2
	}
	return c
}

// TestLargestTile: the largest tile needs all registers of a lane but no memory for
// them, and is right.
func TestLargestTile(t *testing.T) {
	for _, chip := range arch.Chips {
		p := bf16Problem(t, chip, 512, 320)
		g := compiled(t, p, largestConfig(chip))
		k := g.Object.Kernels[0].Metadata
		t.Logf("%s: %s: %d VGPRs, %d of them AGPRs, %d SGPRs, %d bytes of code", chip.Name, g.Plan.Config, k.VGPRCount, k.AGPRCount, k.SGPRCount, len(g.Object.Kernels[0].Code))
		if k.VGPRSpillCount+k.SGPRSpillCount > 0 {
			t.Errorf("%s: %d VGPRs and %d SGPRs are spilled", chip.Name, k.VGPRSpillCount, k.SGPRSpillCount)
		}
		s, err := sanitize.New(sanitize.Options{Checks: []string{"all"}, Object: g.Object})
		if err != nil {
			t.Fatal(err)
		}
		in := p.Random(1).Inputs()
		run, err := g.Simulate(in, verify.GEMMOptions{Sanitizer: s, Sample: g.Of([]int{3})})
		if err != nil {
			t.Fatal(err)
		}
		if len(run.Findings) > 0 {
			t.Errorf("%s: %d findings, the first is %+v", chip.Name, len(run.Findings), run.Findings[0])
		}
		if v := g.Compare(in, run, nil); v.Bad > 0 || run.StrayCount > 0 {
			t.Errorf("%s: %+v", chip.Name, v)
		}
	}
}

// BenchmarkGEMMCompile measures the way from a problem to a code object: of the
// default tile, and of the largest one.
//
//	go test ./verify -run '^$' -bench GEMMCompile -cpu 1
func BenchmarkGEMMCompile(b *testing.B) {
	chip := &arch.GFX950
	for _, c := range []struct {
		name   string
		config func(p *gemm.Problem) gemm.Config
	}{
		{"default", gemm.Choose},
		{"largest", func(p *gemm.Problem) gemm.Config { return largestConfig(p.Chip) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			start := cpuTime(b)
			for b.Loop() {
				p := bf16Problem(b, chip, 4096, 4096)
				compiled(b, p, c.config(p))
			}
			b.ReportMetric((cpuTime(b)-start).Seconds()*1e3/float64(b.N), "cpu-ms/op")
		})
	}
}

// BenchmarkGEMMProcess measures processes from their start: from flags to a file,
// and the whole of run gemm.
//
//	go test ./verify -run '^$' -bench GEMMProcess
func BenchmarkGEMMProcess(b *testing.B) {
	dir := b.TempDir()
	heddle := filepath.Join(dir, "heddle")
	if out, err := exec.Command("go", "build", "-o", heddle, "../cmd/heddle").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	size := []string{"-m", "1024", "-n", "1024", "-k", "1024", "--dtype", "bf16"}
	for _, c := range []struct {
		name string
		args []string
	}{
		{"build", append([]string{"build", "gemm", "-o", filepath.Join(dir, "gemm.hsaco")}, size...)},
		{"run", append([]string{"run", "gemm"}, size...)},
	} {
		b.Run(c.name, func(b *testing.B) {
			cpu := 0.0
			for b.Loop() {
				command := exec.Command(heddle, c.args...)
				if out, err := command.CombinedOutput(); err != nil {
					b.Fatalf("%v\n%s", err, out)
				}
				r := command.ProcessState.SysUsage().(*syscall.Rusage)
				cpu += float64(r.Utime.Nano()+r.Stime.Nano()) / 1e6
			}
			b.ReportMetric(cpu/float64(b.N), "cpu-ms/op")
		})
	}
}
