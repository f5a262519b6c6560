package tile_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/sim"
	"heddle/tile"
)

// TestPrintf: numbers are printed as often as they differ, in the order of workgroups, and once
// although the kernel runs under two schedules.
func TestPrintf(t *testing.T) {
	kernel := func(k *tile.Kernel) {
		y := k.Tensor("y", ir.F32, 3, 128)
		group := k.WorkgroupID(0)
		k.Printf("group %ld begins at %lu, 100%%\n", group, group.Times(128))
		k.If(tile.I(0).Less(k.Wave()), func() { k.Printf("in wave 1 only\n") })
		k.Barrier()
		k.Printf("wave %ld of %ld\n", k.Wave(), group)
		k.If(tile.I(1).Less(group), func() { k.Printf("lane %ld\n", k.Lane()) })
		k.Store(y, k.Fill(k.Spread(1, 128, 2), ir.F32, 1), group, tile.I(0))
	}
	var out bytes.Buffer
	y := make([]float32, 3*128)
	if _, err := tile.Run(tile.Launch{Chip: &arch.GFX950, Waves: 2, Grid: [3]uint32{3}, Print: &out,
		Schedules: []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleLate}}, kernel, tile.Out(y, 3, 128)); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"in wave 1 only": 3}
	for group := range 3 {
		want[fmt.Sprintf("group %d begins at %d, 100%%", group, 128*group)] = 1
		for wave := range 2 {
			want[fmt.Sprintf("wave %d of %d", wave, group)] = 1
		}
	}
	for lane := range 64 {
		want[fmt.Sprintf("lane %d", lane)] = 2 // of two waves
	}
	group := -1
	for line := range strings.Lines(out.String()) {
		line = strings.TrimSuffix(line, "\n")
		if want[line]--; want[line] < 0 {
			t.Errorf("printed too often: %s", line)
		}
		if strings.HasPrefix(line, "group") {
			if group++; !strings.HasPrefix(line, fmt.Sprintf("group %d ", group)) {
				t.Errorf("out of order: %s", line)
			}
		}
	}
	for line, left := range want {
		if left > 0 {
			t.Errorf("not printed: %s", line)
		}
	}
}
