package sanitize_test

import (
	"bytes"
	"io"
	"testing"
	"time"

	"heddle/arch"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/sim/simtest"
)

// BenchmarkFound: what findings cost. "run" is how many times as much CPU time the LDS-tiled matmul takes
// with all checks if its barriers are missing, with the groups of its findings and their text; "groups"
// and "text" are the CPU time of those alone, per pair of instructions.
func BenchmarkFound(b *testing.B) {
	chip := &arch.GFX942
	raw := archived(b, chip)["group-O3"]
	intact, broken := found(b, chip, raw), found(b, chip, withoutBarriers(raw))
	var took [2]time.Duration
	list := broken()
	b.Run("run", func(b *testing.B) {
		for b.Loop() {
			for i, run := range []func() []sanitize.Finding{intact, broken} {
				start := simtest.CPUTime()
				list = run()
				took[i] += simtest.CPUTime() - start
			}
		}
		b.ReportMetric(float64(took[1])/float64(took[0]), "times")
		b.ReportMetric(0, "ns/op")
	})
	many := make([]sanitize.Finding, 0, 4096)
	for len(many) < cap(many) {
		for i, f := range list {
			f.Addr += uint64(8 * len(many))
			f.Root += i % 256
			many = append(many, f)
		}
	}
	for _, c := range []struct {
		name string
		f    func() error
	}{
		{"groups", func() error { sanitize.Groups(many); return nil }},
		{"text", func() error { return sanitize.WriteText(io.Discard, "", many, 0) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			start := simtest.CPUTime()
			for b.Loop() {
				if err := c.f(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(simtest.CPUTime()-start)/float64(b.N)/float64(len(many)), "ns/finding")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// found returns a function that runs the matmul with all checks, and groups and prints what they find.
func found(b *testing.B, chip *arch.Chip, raw []byte) func() []sanitize.Finding {
	const n = 128
	l, err := simtest.Load(chip, raw)
	if err != nil {
		b.Fatal(err)
	}
	kernel, err := l.Module.Kernel("matmul_tiled")
	if err != nil {
		b.Fatal(err)
	}
	var args []sim.Arg
	for range 3 {
		buffer, err := l.Device.Alloc(4 * n * n)
		if err != nil {
			b.Fatal(err)
		}
		args = append(args, sim.Pointer(buffer))
	}
	return func() []sanitize.Finding {
		s := sanitizers{}.of(b, l, "all")
		launch := sim.Launch{Kernel: kernel, Grid: [3]uint32{n / 16, n / 16, 1}, Block: [3]uint32{16, 16, 1}, Args: append(args, sim.Value(int32(n))), Options: sim.Options{Workers: 1}}
		s.Begin(&launch)
		if _, err := l.Device.Run(launch); err != nil {
			b.Fatal(err)
		}
		list := s.Findings()
		if err := sanitize.WriteText(io.Discard, "", list, 0); err != nil {
			b.Fatal(err)
		}
		return list
	}
}

// withoutBarriers returns a code object with s_nop 0 in place of each s_barrier.
func withoutBarriers(raw []byte) []byte {
	return bytes.ReplaceAll(raw, []byte{0, 0, 0x8a, 0xbf}, []byte{0, 0, 0x80, 0xbf})
}
