package tile_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/sim"
	"heddle/tile"
	"heddle/verify"
)

// compile returns a kernel's assembly.
func compile(t *testing.T, chip *arch.Chip, waves tile.Waves, body func(*tile.Kernel)) string {
	t.Helper()
	m := tile.NewModule(chip)
	m.Kernel("k", waves, body)
	module, err := m.IR()
	if err != nil {
		t.Fatal(err)
	}
	r, err := build.MLIR(module, build.Options{Chip: chip})
	if err != nil {
		t.Fatal(err)
	}
	return string(r.Assembly())
}

// instructions are those of an assembly that match a pattern, without repetitions.
func instructions(text, pattern string) (list []string) {
	for _, m := range regexp.MustCompile(`(?m)^\s+(`+pattern+`)`).FindAllStringSubmatch(text, -1) {
		if len(list) == 0 || list[len(list)-1] != m[1] {
			list = append(list, m[1])
		}
	}
	return list
}

// TestBarrierWaitsForLDS: a load that is needed only behind a barrier stays under way across it, and
// only MemoryBarrier waits for memory.
func TestBarrierWaitsForLDS(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, c := range []struct {
			barrier func(*tile.Kernel)
			want    string
		}{
			{(*tile.Kernel).Barrier, "[s_waitcnt lgkmcnt(0) buffer_load_dword ds_write_b32 s_waitcnt lgkmcnt(0) s_barrier ds_read_b32 s_waitcnt vmcnt(0) lgkmcnt(0)]"},
			{(*tile.Kernel).BareBarrier, "[s_waitcnt lgkmcnt(0) buffer_load_dword ds_write_b32 s_barrier ds_read_b32 s_waitcnt vmcnt(0) lgkmcnt(0)]"},
			{(*tile.Kernel).MemoryBarrier, "[s_waitcnt lgkmcnt(0) buffer_load_dword ds_write_b32 s_waitcnt vmcnt(0) lgkmcnt(0) s_barrier ds_read_b32"},
			{func(k *tile.Kernel) {
				k.Relayout(k.Repeat(k.Spread(64, 2, 1), k.WorkgroupID(0)), k.SpreadDown(64, 2, 1))
			}, "[s_waitcnt lgkmcnt(0) buffer_load_dword ds_write_b32 s_waitcnt lgkmcnt(0) s_barrier ds_read_b32 s_waitcnt vmcnt(0) lgkmcnt(0)]"},
		} {
			text := compile(t, chip, 2, func(k *tile.Kernel) {
				x, y := k.Tensor("x", ir.I32, 64, 2), k.Tensor("y", ir.I32, 64, 2)
				l := k.Spread(64, 2, 1)
				s := k.LDS(ir.I32, 64, 2, 1, tile.Stored(l))
				v := k.Load(x, l, tile.I(0), tile.I(0))
				s.Store(k.Repeat(l, k.WorkgroupID(0)), tile.I(0), 0, 0)
				c.barrier(k)
				k.Store(y, k.Add(v, s.Load(l, tile.I(0), 0, 0)), tile.I(0), tile.I(0))
			})
			text = strings.ReplaceAll(text, "write2_b32", "write_b32")
			if got := fmt.Sprint(instructions(text, `buffer_load_dword|ds_(?:read|write)\S*b32|s_barrier|s_waitcnt [^;\n]*\)`)); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s: %s, want %s", chip.Name, got, c.want)
			}
		}
	}
}

// asyncSum adds up rows that are loaded directly to LDS, two groups ahead.
func asyncSum(newest int) func(k *tile.Kernel) {
	return func(k *tile.Kernel) {
		const steps = 6
		x, out := k.Tensor("x", ir.I32, 4, steps*64), k.Tensor("out", ir.I32, 4, 64)
		s := k.LDS(ir.I32, 4, 64, 3)
		l := k.SpreadDown(4, 64, 1)
		load := func(step, buffer tile.Index) {
			k.Async(func() { s.LoadRows(x, buffer, tile.I(0), step.Times(64)) })
		}
		for i := range int64(2) {
			load(tile.I(i), tile.I(i))
		}
		sum := k.For(tile.I(0), tile.I(steps-2), tile.I(1), tile.Values{k.Fill(l, ir.I32, 0)}, func(i tile.Index, c tile.Values) tile.Values {
			k.Await(newest)
			k.Barrier()
			load(i.Plus(tile.I(2)), i.Plus(tile.I(2)).Mod(3))
			return tile.Values{k.Add(c.Tile(0), s.Load(l, i.Mod(3), 0, 0))}
		}).Tile(0)
		for i := range int64(2) {
			k.Await(1 - int(i))
			k.Barrier()
			sum = k.Add(sum, s.Load(l, tile.I((steps-2+i)%3), 0, 0))
		}
		k.Store(out, sum, tile.I(0), tile.I(0))
	}
}

// TestAsync: groups stay under way across barriers, counted; and too weak a wait is found.
func TestAsync(t *testing.T) {
	var x, want []byte
	sums := [4][64]uint32{}
	for i := range 4 * 6 * 64 {
		v := uint32(i * 2654435761)
		x = binary.LittleEndian.AppendUint32(x, v)
		sums[i/(6*64)][i%64] += v
	}
	for _, row := range sums {
		for _, v := range row {
			want = binary.LittleEndian.AppendUint32(want, v)
		}
	}
	for _, chip := range arch.Chips {
		got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 2}).run(t, asyncSum(1), buffer("x", x), buffer("out", make([]byte, 1024)))
		if !bytes.Equal(got[1], want) {
			t.Errorf("%s: wrong", chip.Name)
		}
		// Two rows for each wave are a group.
		list := fmt.Sprint(instructions(compile(t, chip, 2, asyncSum(1)), `s_waitcnt vmcnt\(\d+\)|s_barrier`))
		if !strings.Contains(list, "[s_waitcnt vmcnt(2) s_barrier s_waitcnt vmcnt(2) s_barrier ") || strings.Count(list, "vmcnt(0)") != 1 {
			t.Errorf("%s: %s", chip.Name, list)
		}
		if err := finds(chip, 2, asyncSum(2), buffer("x", x), buffer("out", make([]byte, 1024))); err == nil || !strings.Contains(err.Error(), "s_waitcnt vmcnt") {
			t.Errorf("%s: a group that nobody awaits: %v", chip.Name, err)
		}
	}
}

// TestAsyncSharesLDS: LDS that a group still goes to is nobody else's, even if nobody reads the group.
func TestAsyncSharesLDS(t *testing.T) {
	const size = 32 * 64 * 4
	in := make([]byte, size)
	for i := range in {
		in[i] = byte(i % 61)
	}
	for _, chip := range arch.Chips {
		for _, c := range []struct {
			await func(*tile.Kernel)
			bytes int
		}{
			{func(k *tile.Kernel) {}, 2 * size},
			{func(k *tile.Kernel) { k.Await(1) }, 2 * size},
			{func(k *tile.Kernel) { k.If(k.WorkgroupID(0).Less(tile.I(3)), func() { k.Await(0) }) }, 2 * size},
			{func(k *tile.Kernel) { k.Await(0) }, size},
		} {
			kernel := func(k *tile.Kernel) {
				x, y, zero := k.Tensor("x", ir.F32, 32, 64), k.Tensor("y", ir.F32, 32, 64), tile.I(0)
				l := k.Spread(32, 64, 4)
				k.For(zero, k.WorkgroupID(0).Plus(tile.I(2)), tile.I(1), nil, func(tile.Index, tile.Values) tile.Values {
					s := k.LDS(ir.F32, 32, 64, 1, tile.Direct(), tile.Loaded(l))
					k.Async(func() { s.Copy(x, zero, zero, zero) })
					return nil
				})
				c.await(k)
				k.Barrier()
				s := k.LDS(ir.F32, 32, 64, 1, tile.Stored(l), tile.Loaded(l))
				s.Store(k.Load(x, l, zero, zero), zero, 0, 0)
				k.Barrier()
				k.Store(y, s.Load(l, zero, 0, 0), zero, zero)
			}
			(rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 4}).run(t, kernel, buffer("x", in), buffer("y", make([]byte, size)))
			if want := fmt.Sprintf(".amdhsa_group_segment_fixed_size %d\n", c.bytes); !strings.Contains(compile(t, chip, 4, kernel), want) {
				t.Errorf("%s: not %s", chip.Name, want)
			}
		}
	}
}

// finds runs a kernel with all checks.
func finds(chip *arch.Chip, waves tile.Waves, body func(*tile.Kernel), args ...interp.Arg) error {
	m := tile.NewModule(chip)
	m.Kernel("k", waves, body)
	module, err := m.IR()
	if err != nil {
		return err
	}
	_, err = verify.Run(verify.Case{Name: "k.mlir", Text: string(module.Print(ir.PrintOptions{})), Chip: chip, Grid: [3]uint32{1, 1, 1}, Args: args},
		verify.Options{Sim: sim.Options{Schedule: sim.ScheduleLate}})
	return err
}

// exchanged lets two groups of waves pass tiles to each other through LDS, in turns.
func exchanged(slack int) func(k *tile.Kernel) {
	return func(k *tile.Kernel) {
		const turns = 6
		out := k.Tensor("out", ir.I32, turns, 256)
		from, to := k.Spread(1, 256, 1), k.Spread(1, 256, 1)
		s := k.LDS(ir.I32, 1, 256, 8)
		k.Stagger(2, func() {
			for i := range int64(turns + slack) {
				k.Priority(1)
				if i < turns {
					s.Store(k.Add(k.ColNumbers(from, tile.I(0)), k.Fill(from, ir.I32, float64(1000*i))), tile.I(i), 0, 0)
				}
				k.Priority(0)
				k.Barrier()
				if at := i - int64(slack) + 1; at >= 0 && at < turns {
					// Each wave reads what another group has written.
					v := s.Load(to, tile.I(at), 0, 0)
					k.Store(out, v, tile.I(at), tile.I(0))
				}
			}
		})
	}
}

// TestStagger: groups are a barrier apart, and what is passed on too soon is found.
func TestStagger(t *testing.T) {
	for _, chip := range arch.Chips {
		r := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 4}
		got := r.run(t, exchanged(2), buffer("out", make([]byte, 6*256*4)))[0]
		for i := range 6 * 256 {
			if v := binary.LittleEndian.Uint32(got[4*i:]); v != uint32(i%256+i/256*1000) {
				t.Fatalf("%s: element %d is %d", chip.Name, i, v)
			}
		}
		for _, inputs := range [][]input{{{buffers: 3}}, {{buffers: 3, kind: 1}, {buffers: 3}}} {
			for _, phases := range []int{2, 4} {
				streamed{chip: chip, parts: []int64{7}, phases: phases, apart: true, staggered: true, inputs: inputs}.check(t)
			}
		}
		// The interpreter already sees it.
		if err := finds(chip, 2, streamed{parts: []int64{7}, phases: 2, staggered: true, inputs: []input{{buffers: 3}}}.kernel,
			buffer("x", make([]byte, 4*4*7*64)), buffer("out", make([]byte, 1024))); err == nil || !strings.Contains(err.Error(), "poison") {
			t.Errorf("%s: groups apart in a pipeline that is not: %v", chip.Name, err)
		}
	}
}

// TestRoles: one group of waves loads what the other one computes with.
func TestRoles(t *testing.T) {
	const turns = 5
	kernel := func(uneven int) func(k *tile.Kernel) {
		return func(k *tile.Kernel) {
			x, y := k.Tensor("x", ir.I32, turns, 128), k.Tensor("y", ir.I32, turns, 128)
			s := k.LDS(ir.I32, 1, 128, 2)
			k.Roles(func() {
				l := k.Spread(1, 128, 1)
				for i := range int64(turns) {
					s.Store(k.Load(x, l, tile.I(i), tile.I(0)), tile.I(i%2), 0, 0)
					k.Barrier()
				}
			}, func() {
				l := k.Spread(1, 128, 1)
				for i := range int64(turns + uneven) {
					k.Barrier()
					if i < turns {
						k.Store(y, k.Scale(s.Load(l, tile.I(i%2), 0, 0), 3), tile.I(i), tile.I(0))
					}
				}
			})
		}
	}
	var x, want []byte
	for i := range turns * 128 {
		x, want = binary.LittleEndian.AppendUint32(x, uint32(i*i)), binary.LittleEndian.AppendUint32(want, uint32(3*i*i))
	}
	for _, chip := range arch.Chips {
		got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 4}).run(t, kernel(0), buffer("x", x), buffer("y", make([]byte, len(x))))
		if !bytes.Equal(got[1], want) {
			t.Errorf("%s: wrong", chip.Name)
		}
		if err := finds(chip, 4, kernel(1), buffer("x", x), buffer("y", make([]byte, len(x)))); err == nil || !strings.Contains(err.Error(), "barrier") {
			t.Errorf("%s: a role with one barrier more: %v", chip.Name, err)
		}
	}
}
