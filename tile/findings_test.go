package tile_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// TestFindings: one mistake is one finding, of the line, in the words of the language.
func TestFindings(t *testing.T) {
	zero, at := tile.I(0), 0
	for _, c := range []struct {
		name   string
		kernel func(k *tile.Kernel)
		args   []any
		want   []string
	}{
		{"no barrier", func(k *tile.Kernel) {
			l, down := k.Spread(16, 64, 4), k.SpreadDown(16, 64, 4)
			x, y := k.Tensor("x", ir.F32, 16, 64), k.Tensor("y", ir.F32, 16, 64)
			s := k.LDS(ir.F32, 16, 64, 1, tile.Stored(l), tile.Loaded(down))
			s.Store(k.Load(x, l, zero, zero), zero, 0, 0)
			v := s.Load(down, zero, 0, 0)
			at = line() - 1
			k.Store(y, v, zero, zero)
		}, []any{tile.Random(1, 1024), make([]float32, 1024)}, []string{"[races] LDS is read that another wave accesses", "1536 times, first in workgroup 0,0,0, wave 0", "(byte 1088 of LDS of 1x16x64xf32 at findings_test.go:", "call Kernel.Barrier between the two"}},
		{"no Await", func(k *tile.Kernel) {
			l := k.Spread(16, 64, 4)
			x, y := k.Tensor("x", ir.F32, 16, 64), k.Tensor("y", ir.F32, 16, 64)
			s := k.LDS(ir.F32, 16, 64, 1, tile.Direct(), tile.Loaded(l))
			k.Async(func() { s.Copy(x, zero, zero, zero) })
			k.Barrier()
			v := s.Load(l, zero, 0, 0)
			at = line() - 1
			k.Store(y, v, zero, zero)
		}, []any{tile.Random(1, 1024), make([]float32, 1024)}, []string{"[lds-dma, waits, undefined] LDS is read while Copy, in Async, may not have finished with it", "call Kernel.Await and then Kernel.Barrier"}},
		{"nothing stored", func(k *tile.Kernel) {
			l := k.Spread(16, 64, 4)
			s := k.LDS(ir.F32, 16, 64, 1, tile.Loaded(l))
			k.Store(k.Tensor("y", ir.F32, 16, 64), s.Load(l, zero, 0, 0), zero, zero)
			at = line() - 1
		}, []any{make([]float32, 1024)}, []string{"[undefined] data that nothing has stored are used", "512 times"}},
		{"a buffer too many", func(k *tile.Kernel) {
			l := k.Spread(16, 64, 4)
			s := k.LDS(ir.F32, 16, 64, 2, tile.Stored(l))
			s.Store(k.Fill(l, ir.F32, 1), k.WorkgroupID(0).Plus(tile.I(2)), 0, 0)
			at = line() - 1
		}, nil, []string{"[bounds] LDS is accessed outside of what the kernel has", "the number of the buffer"}},
		{"workgroups at one place", func(k *tile.Kernel) {
			k.Store(k.Tensor("y", ir.I32, 16, 64), k.Repeat(k.Spread(16, 64, 4), k.WorkgroupID(0)), zero, zero)
			at = line() - 1
		}, []any{make([]int32, 1024)}, []string{"[races] memory is written that another workgroup accesses", "divide the tensor between them"}},
	} {
		r, err := tile.Run(tile.Launch{Chip: arch.Chips[0], Waves: 4, Grid: [3]uint32{2}}, c.kernel, c.args...)
		if err == nil {
			t.Errorf("%s: no findings", c.name)
			continue
		}
		text := err.Error()
		for _, want := range append(c.want, fmt.Sprintf("have 1 finding\nfindings_test.go:%d: error: ", at)) {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %s\nwant %q", c.name, text, want)
			}
		}
		if _, help, _ := strings.Cut(text, "help: "); strings.Contains(help, "s_") || !strings.Contains(r.String(), "1 finding") {
			t.Errorf("%s: %s\n%s", c.name, r, text)
		}
	}
}
