package layout

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/gf2"
)

func accesses(t *testing.T) []Access {
	t.Helper()
	var all []Access
	for _, chip := range arch.Chips {
		for _, name := range LDSInstructions(chip) {
			a, err := LDS(chip, name)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, a)
		}
	}
	return all
}

func access(t *testing.T, chip *arch.Chip, name string) Access {
	t.Helper()
	a, err := LDS(chip, name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestPhases: each lane is in one phase, and the irregular ones are those of
// facts layouts.md §3.3.
func TestPhases(t *testing.T) {
	for _, a := range accesses(t) {
		var all []int
		for _, p := range a.Phases() {
			if len(p) != 1<<len(a.Phase) {
				t.Errorf("%s: a phase of %d lanes", a.Instruction, len(p))
			}
			all = append(all, p...)
		}
		slices.Sort(all)
		for i, lane := range all {
			if i != lane || len(all) != 64 {
				t.Fatalf("%s: lanes %v", a.Instruction, all)
			}
		}
		// A phase never wants more than the banks have.
		if n := 1 << len(a.Phase) * a.Bytes; n > a.Banks*4 {
			t.Errorf("%s %s: %d bytes a phase, %d banks", a.chip.Name, a.Instruction, n, a.Banks)
		}
	}
	span := func(pairs ...int) (lanes []int) {
		for i := 0; i < len(pairs); i += 2 {
			for lane := pairs[i]; lane <= pairs[i+1]; lane++ {
				lanes = append(lanes, lane)
			}
		}
		return lanes
	}
	irregular := [][]int{span(0, 3, 20, 23), span(4, 7, 16, 19), span(8, 11, 28, 31), span(12, 15, 24, 27)}
	for _, c := range []struct {
		chip *arch.Chip
		name string
		want [][]int
	}{
		{&arch.GFX942, "ds_read_b128", irregular},
		{&arch.GFX942, "ds_read_b96", irregular},
		{&arch.GFX950, "ds_read_b96", irregular},
		{&arch.GFX950, "ds_read_b128", [][]int{span(0, 3, 12, 15, 20, 27), span(4, 11, 16, 19, 28, 31)}},
		{&arch.GFX950, "ds_read_b64", [][]int{span(0, 31)}},
		{&arch.GFX950, "ds_read_b64_tr_b8", [][]int{span(0, 31)}},
		{&arch.GFX942, "ds_read_b64", [][]int{span(0, 15), span(16, 31)}},
		{&arch.GFX942, "ds_write_b128", [][]int{span(0, 7), span(8, 15), span(16, 23), span(24, 31)}},
	} {
		phases := access(t, c.chip, c.name).Phases()
		if len(phases) != 2*len(c.want) {
			t.Errorf("%s %s: phases %v", c.chip.Name, c.name, phases)
			continue
		}
		for i, want := range c.want {
			upper := slices.Clone(want)
			for j := range upper {
				upper[j] += 32
			}
			if !slices.Equal(phases[i], want) || !slices.Equal(phases[i+len(c.want)], upper) {
				t.Errorf("%s %s: phases %v", c.chip.Name, c.name, phases)
			}
		}
	}
}

// addresses returns the layout of addresses with the given images of the lane
// bits, in units of slots.
func addresses(a Access, slots []uint64) Layout {
	cols := make([]uint64, len(slots))
	for i, s := range slots {
		cols[i] = s * uint64(a.slot())
	}
	return New(dims(Lane, 6), dims(Offset, 24), gf2.New(24, cols...))
}

// check compares ranks and counts.
func check(t *testing.T, a Access, l Layout) int {
	t.Helper()
	ways, err := a.Conflicts(l)
	if err != nil {
		t.Fatal(err)
	}
	for p, n := range a.Ways(Addresses(l)) {
		if n != ways {
			t.Fatalf("%s %s: phase %d has %d ways, ranks say %d:\n%v", a.chip.Name, a.Instruction, p, n, ways, l)
		}
	}
	return ways
}

// TestConflictsRandom: ranks are what counting finds, on random layouts, dense
// ones and ones with few different images.
func TestConflictsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, a := range accesses(t) {
		seen := map[int]int{}
		for i := range 600 {
			slots := make([]uint64, 6)
			for j := range slots {
				slots[j] = r.Uint64() & 0xfff
				if i%2 == 1 {
					slots[j] = 1 << r.IntN(12) & 0xfff
				}
				if i%3 == 2 {
					slots[j] &^= 0xf
				}
			}
			seen[check(t, a, addresses(a, slots))]++
		}
		if len(seen) < 3 {
			t.Errorf("%s: only ways %v were seen", a.Instruction, seen)
		}
	}
}

// TestConflictsAll is all layouts of three lane bits in eight slots of two rows
// of banks, the other bits fixed.
func TestConflictsAll(t *testing.T) {
	for _, a := range []Access{access(t, &arch.GFX942, "ds_read_b128"), access(t, &arch.GFX942, "ds_write_b128"), access(t, &arch.GFX950, "ds_read_b96")} {
		for code := range uint64(1 << 12) {
			check(t, a, addresses(a, []uint64{code & 15, code >> 4 & 15, code >> 8 & 15, 3, 0, 16}))
			check(t, a, addresses(a, []uint64{code & 15, code >> 4 & 15, 5, 8, code >> 8 & 15, 16}))
		}
	}
}

// TestMeasured has the published numbers: SQ_LDS_BANK_CONFLICT of one gfx942
// instruction whose lanes all want other words of one bank (facts
// performance.md §2.2), and padding of 32 rows of ds_read_b128 on gfx950 (facts
// attention_fp8.md §4).
func TestMeasured(t *testing.T) {
	extra := func(a Access, pitch func(lane int) int) (n int) {
		at := make([]int, 64)
		for lane := range at {
			at[lane] = pitch(lane)
		}
		for _, ways := range a.Ways(at) {
			n += ways - 1
		}
		return n
	}
	for name, want := range map[string]int{"ds_read_b32": 62, "ds_read_b64": 60, "ds_read_b128": 56} {
		if got := extra(access(t, &arch.GFX942, name), func(lane int) int { return 128 * lane }); got != want {
			t.Errorf("%s: %d conflicts, measured %d", name, got, want)
		}
	}
	b128 := access(t, &arch.GFX950, "ds_read_b128")
	for pitch, want := range map[int]int{128: 32, 136: 8, 144: 4, 160: 8} {
		if got := 4 + extra(b128, func(lane int) int { return lane%32*pitch + lane/32*16 }); got != want {
			t.Errorf("pitch %d: %d cycles, want %d", pitch, got, want)
		}
	}
}

func TestWaysInactive(t *testing.T) {
	a := access(t, &arch.GFX950, "ds_write_b32")
	at := make([]int, 64)
	for lane := range at {
		at[lane] = -1
	}
	if got := a.Ways(at); !slices.Equal(got, []int{0, 0}) {
		t.Errorf("no lanes: %v", got)
	}
	at[40], at[41], at[42] = 4, 4+128, 4
	if got := a.Ways(at); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("three lanes: %v", got)
	}
}

func TestLDSErrors(t *testing.T) {
	if _, err := LDS(&arch.GFX942, "ds_read_b64_tr_b8"); err == nil || !strings.HasPrefix(err.Error(), "it is not known which banks ds_read_b64_tr_b8 uses on gfx942; they are known for ds_read_b32,") {
		t.Error(err)
	}
	a := access(t, &arch.GFX942, "ds_read_b64")
	for _, c := range []struct {
		l    Layout
		want string
	}{
		{Identity(Lane, Offset, 6), "lane 1 accesses offset 1, which is not a multiple of 8"},
		{Identity(Lane, Offset, 5), "addresses of 32 lanes; waves of gfx942 have 64"},
		{Identity(Lane, Row, 6), "addresses are a layout from lane to offset"},
	} {
		if _, err := a.Conflicts(c.l); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
