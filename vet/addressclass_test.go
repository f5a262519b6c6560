package vet

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
)

// Each kernel has the pointer to its memory in s[4:5]; s2 and s3 are the workgroup, v0 the work-item.
const given64 = `	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_and_b32 v0, 0x3ff, v0
	s_waitcnt lgkmcnt(0)
`

// TestAddressClasses: what goes wrong with large offsets in kernels of the field (facts performance.md
// §7.A), in a few lines each, and the same done right. Sizes are those of seed 000 unless a case says
// otherwise: rows of 57344 floats, a workgroup of 64 for each 64 columns of a row.
func TestAddressClasses(t *testing.T) {
	seed := Launch{Grid: [3]uint32{896, 32768, 1}, Block: [3]uint32{64, 1, 1}, LDS: 0, Args: []Argument{{Offset: 0, Memory: true, Bytes: 32768 * 57344 * 4}}}
	with := func(change func(*Launch)) Launch {
		l := seed
		l.Args = append([]Argument{}, l.Args...)
		change(&l)
		return l
	}
	small := func(bytes int64) Launch {
		return with(func(l *Launch) { l.Grid, l.Args[0].Bytes = [3]uint32{1, 1, 1}, bytes })
	}
	// Ten rows of 1024 bytes, of which both numbers are arguments.
	byRows := func(bytes int64) Launch {
		l := small(bytes)
		l.Args = append(l.Args, Argument{Offset: 8, Dword: true, Least: 1024, Most: 1024}, Argument{Offset: 12, Dword: true, Least: 10, Most: 10})
		return l
	}
	const turns = `	s_load_dword s6, s[0:1], 0x8
	s_load_dword s7, s[0:1], 0xc
	v_lshlrev_b32 v1, 2, v0
	s_mov_b32 s8, 0
	s_waitcnt lgkmcnt(0)
again:
	global_store_dword v1, v0, s[4:5]
`
	const ends = `	s_add_u32 s8, s8, 1
	s_cmp_lt_u32 s8, s7
	s_cbranch_scc1 again`
	const rows = turns + "\tv_add_u32 v1, s6, v1\n" + ends
	const rows64 = turns + "\ts_add_u32 s4, s4, s6\n\ts_addc_u32 s5, s5, 0\n" + ends
	// A grid of 64 walks over 1000 numbers, 64 at a time; both numbers are arguments. LLVM's code for a loop that lanes
	// leave: s[8:9] are those that have.
	byLanes := func(bytes int64) Launch {
		l := small(bytes)
		l.Args = append(l.Args, Argument{Offset: 8, Dword: true, Least: 64, Most: 64}, Argument{Offset: 12, Dword: true, Least: 1000, Most: 1000})
		return l
	}
	const grid = `	s_load_dword s6, s[0:1], 0x8
	s_load_dword s7, s[0:1], 0xc
	v_ashrrev_i32 v1, 31, v0
	v_lshlrev_b64 v[2:3], 2, v[0:1]
	s_mov_b64 s[8:9], 0
	s_waitcnt lgkmcnt(0)
	s_ashr_i32 s11, s6, 31
	s_mov_b32 s10, s6
	s_lshl_b64 s[10:11], s[10:11], 2
again:
	v_lshl_add_u64 v[4:5], s[4:5], 0, v[2:3]
	global_store_dword v[4:5], v0, off
	v_add_u32 v0, s6, v0
	v_cmp_le_i32 vcc, s7, v0
	v_lshl_add_u64 v[2:3], v[2:3], 0, s[10:11]
	s_or_b64 s[8:9], vcc, s[8:9]
	s_andn2_b64 exec, exec, s[8:9]
	s_cbranch_execnz again`
	// Rows of 256 bytes, from one up to another; both numbers are arguments.
	byParts := func(bytes int64) Launch {
		l := small(bytes)
		l.Args = append(l.Args, Argument{Offset: 8, Dword: true, Least: 0, Most: 20}, Argument{Offset: 12, Dword: true, Least: 0, Most: 16})
		return l
	}
	const part = `	s_load_dword s6, s[0:1], 0x8
	s_load_dword s7, s[0:1], 0xc
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
`
	const partLoop = `again:
	s_lshl_b32 s8, s6, 8
	v_add_u32 v2, s8, v1
	global_store_dword v2, v0, s[4:5]
	s_add_u32 s6, s6, 1
	s_cmp_lt_u32 s6, s7
	s_cbranch_scc1 again
done:`
	const offset = `	s_lshl_b32 s6, s2, 8
	v_lshl_add_u32 v1, v0, 2, s6
`
	for _, c := range []struct {
		name   string
		code   string
		launch Launch
		want   string // rank and a part of the message; or the counts of verdicts
	}{
		{"offset of 32 bits", offset + `	s_mul_i32 s7, s3, 0x38000
	v_add_u32 v1, s7, v1
	global_store_dword v1, v0, s[4:5]`, seed,
			"error is meant to reach byte 7516192764 of arg@0, but 32 bits do not hold the offset: it reaches byte 3221225468"},
		{"offset in the base", offset + `	s_mul_i32 s7, s3, 0x38000
	s_mul_hi_u32 s8, s3, 0x38000
	s_add_u32 s4, s4, s7
	s_addc_u32 s5, s5, s8
	global_store_dword v1, v0, s[4:5]`, seed, "inside 2"},
		{"offset of 64 bits", offset + `	v_mov_b32 v2, s3
	v_mov_b32 v3, 0x38000
	v_mad_u64_u32 v[4:5], s[8:9], v2, v3, 0
	v_mov_b32 v2, 0
	v_lshl_add_u64 v[4:5], v[4:5], 0, s[4:5]
	v_add_co_u32 v4, vcc, v4, v1
	v_addc_co_u32 v5, vcc, 0, v5, vcc
	global_store_dword v[4:5], v0, off`, seed, "inside 2"},
		{"one resource of 2 GiB", offset + `	s_mov_b32 s6, 0x80000000
	s_mov_b32 s7, 0x20000
	s_mul_i32 s8, s3, 0x38000
	v_add_u32 v1, s8, v1
	buffer_store_dword v1, v1, s[4:7], 0 offen`, with(func(l *Launch) { l.Grid[1], l.Args[0].Bytes = 16384, 16384*57344*4 }),
			"error is dropped: it reaches byte"},
		{"num_records of 32 bits", offset + `	s_load_dwordx2 s[8:9], s[0:1], 0x8
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s6, s8, s9
	s_lshl_b32 s6, s6, 2
	s_mov_b32 s7, 0x20000
	s_lshl_b32 s10, s3, 18
	v_add_u32 v1, s10, v1
	buffer_store_dword v1, v1, s[4:7], 0 offen`,
			with(func(l *Launch) {
				l.Grid, l.Args[0].Bytes = [3]uint32{1, 2, 1}, 32769*32768*4
				l.Args = append(l.Args, Argument{Offset: 8, Dword: true, Least: 32769, Most: 32769}, Argument{Offset: 12, Dword: true, Least: 32768, Most: 32768})
			}), "error is dropped: it reaches byte 262396 of arg@0, which has 4295098368, but its resource ends after 131072"},
		{"num_records of 0", offset + `	s_load_dwordx2 s[8:9], s[0:1], 0x8
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s6, s8, s9
	s_mov_b32 s7, 0x20000
	buffer_store_dword v1, v1, s[4:7], 0 offen`,
			with(func(l *Launch) {
				l.Grid = [3]uint32{1, 1, 1}
				l.Args[0].Bytes = 65536 * 65536
				l.Args = append(l.Args, Argument{Offset: 8, Dword: true, Least: 65536, Most: 65536}, Argument{Offset: 12, Dword: true, Least: 65536, Most: 65536})
			}), "error is dropped: it reaches byte 252 of arg@0, which has 4294967296, but its resource ends after 0"},
		{"soffset behind the memory", offset + `	s_mov_b32 s6, 0x10000
	s_mov_b32 s7, 0x20000
	s_mov_b32 s8, 0xff80
	buffer_store_dword v1, v1, s[4:7], s8 offen`, small(0x10000),
			"can't tell reaches byte 65663 of arg@0 if the range check of its resource (65536 records) leaves soffset (65408) out"},
		{"soffset inside", offset + `	s_mov_b32 s6, 0x10000
	s_mov_b32 s7, 0x20000
	s_mov_b32 s8, 0xff00
	buffer_store_dword v1, v1, s[4:7], s8 offen`, small(0x10000), "inside 2"},
		{"negative offset", `	v_lshlrev_b32 v1, 2, v0
	v_subrev_u32 v1, 64, v1
	global_store_dword v1, v0, s[4:5]`, with(func(l *Launch) { l.Grid = [3]uint32{1, 1, 1}; l.Args[0].Bytes, l.Args[0].At = 4096, 2048 }),
			"error is meant to reach byte 1984 of arg@0, but 32 bits do not hold the offset: it reaches byte 4294969280"},
		{"negative offset, signed", `	v_lshlrev_b32 v2, 2, v0
	v_subrev_u32 v2, 64, v2
	v_ashrrev_i32 v3, 31, v2
	v_lshl_add_u64 v[2:3], v[2:3], 0, s[4:5]
	global_store_dword v[2:3], v0, off`, with(func(l *Launch) { l.Grid = [3]uint32{1, 1, 1}; l.Args[0].Bytes, l.Args[0].At = 4096, 2048 }), "inside 2"},
		{"unsigned product in the base", offset + `	s_sub_i32 s8, s3, 32767
	s_mul_i32 s8, s8, 0xe000
	s_mul_hi_u32 s9, s8, 4
	s_mul_i32 s8, s8, 4
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, s9
	s_mov_b32 s6, 0x7ffffff8
	s_mov_b32 s7, 0x20000
	buffer_store_dword v1, v1, s[4:7], 0 offen`, with(func(l *Launch) { l.Args[0].At = 32767 * 57344 * 4 }), "error reaches byte 24"},
		{"signed product in the base", offset + `	s_sub_i32 s8, s3, 32767
	s_mul_i32 s8, s8, 0xe000
	s_mul_hi_i32 s9, s8, 4
	s_mul_i32 s8, s8, 4
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, s9
	s_mov_b32 s6, 0x7ffffff8
	s_mov_b32 s7, 0x20000
	buffer_store_dword v1, v1, s[4:7], 0 offen`, with(func(l *Launch) { l.Args[0].At = 32767 * 57344 * 4 }), "inside 2"},
		{"product of 32 bits in the base", `	v_lshlrev_b32 v1, 2, v0
	s_mul_i32 s8, s3, 0x38000
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, 0
	global_store_dword v1, v0, s[4:5]`, seed,
			"error is meant to reach byte 7515963644 of arg@0, but 32 bits do not hold the offset: it reaches byte 3220996348"},
		{"product of 32 bits in the base of a resource", `	v_lshlrev_b32 v1, 2, v0
	s_mul_i32 s8, s3, 0x38000
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, 0
	s_mov_b32 s6, 0x1000
	s_mov_b32 s7, 0x20000
	buffer_store_dword v1, v1, s[4:7], 0 offen`, seed,
			"error is meant to reach byte"},
		{"product of 32 bits in the base, of a small grid", `	v_lshlrev_b32 v1, 2, v0
	s_mul_i32 s8, s3, 0x38000
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, 0
	global_store_dword v1, v0, s[4:5]`, with(func(l *Launch) { l.Grid[1] = 18000 }), "inside 2"},
		{"a row further in each turn", rows, byRows(10 * 1024), "inside 4"},
		{"a row further in each turn, and one too many", rows, byRows(9 * 1024), "error reaches byte 9471 of arg@0"},
		{"a row further in each turn, of 64 bits", rows64, byRows(10 * 1024), "inside 4"},
		{"a row further in each turn, of 64 bits, and one too many", rows64, byRows(9 * 1024), "error reaches byte 9471 of arg@0"},
		{"lanes that leave a loop one after the other", grid, byLanes(1000 * 4), "inside 4"},
		{"lanes that leave a loop one turn late", grid, byLanes(999 * 4), "error reaches byte 3999 of arg@0 (workgroup 0,0,0, work-item 39,0,0)"},
		{"high dword added twice", offset + `	s_lshl_b32 s8, s3, 16
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, s8
	s_mov_b32 s6, 0x1000
	s_mov_b32 s7, 0x20000
	buffer_store_dword v1, v1, s[4:7], 0 offen`, with(func(l *Launch) { l.Grid[0] = 1 }), "error [stride] has a resource whose stride bits (bits 48 to 63) the offset of its base changes, by 0x7fff"},
		{"offset in the stride", `	s_lshl_b32 s8, s3, 8
	s_lshl_b32 s9, s3, 16
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, s9
	s_mov_b32 s6, 0x100
	s_mov_b32 s7, 0x20000
	v_lshlrev_b32 v1, 2, v0
	buffer_store_dword v1, v1, s[4:7], 0 offen`, with(func(l *Launch) { l.Grid = [3]uint32{1, 100, 1} }), "error [stride] has a resource whose stride bits (bits 48 to 63) the offset of its base changes, by 0x63"},
		{"negative offset below the memory", `	s_mul_i32 s8, s3, 0xffff0000
	s_mul_hi_i32 s9, s3, 0xffff0000
	s_lshl_b32 s9, s9, 16
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, s9
	s_mov_b32 s6, 0x100
	s_mov_b32 s7, 0x20000
	v_lshlrev_b32 v1, 2, v0
	buffer_store_dword v1, v1, s[4:7], 0 offen`, with(func(l *Launch) { l.Grid = [3]uint32{1, 2, 1}; l.Args[0].At = 0x10000 }), "error"},
		{"stride that is constant", `	s_lshl_b32 s8, s3, 8
	s_or_b32 s5, s5, 0x40000000
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, 0
	s_mov_b32 s6, 0x100
	s_mov_b32 s7, 0x20000
	v_lshlrev_b32 v1, 2, v0
	buffer_store_dword v1, v1, s[4:7], 0 offen`, with(func(l *Launch) { l.Grid = [3]uint32{1, 100, 1} }), "inside 2"},
		{"stride that is an argument", `	s_load_dword s9, s[0:1], 0x8
	s_lshl_b32 s8, s3, 8
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s9, s9, 16
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, 0
	s_or_b32 s5, s5, s9
	s_mov_b32 s6, 0x100
	s_mov_b32 s7, 0x20000
	v_lshlrev_b32 v1, 2, v0
	buffer_store_dword v1, v1, s[4:7], 0 offen`, with(func(l *Launch) {
			l.Grid = [3]uint32{1, 100, 1}
			l.Args = append(l.Args, Argument{Offset: 8, Dword: true, Least: 0, Most: 1000})
		}), "inside"},
		{"loop", `	v_lshlrev_b32 v1, 2, v0
	s_mov_b32 s6, 0
L:	global_store_dword v1, v0, s[4:5]
	s_add_u32 s4, s4, 0x100
	s_addc_u32 s5, s5, 0
	s_add_u32 s6, s6, 4
	s_cmp_lt_u32 s6, 64
	s_cbranch_scc1 L`, small(16 * 256), "inside 2"},
		{"a turn too many", `	v_lshlrev_b32 v1, 2, v0
	s_mov_b32 s6, 0
L:	global_store_dword v1, v0, s[4:5]
	s_add_u32 s4, s4, 0x100
	s_addc_u32 s5, s5, 0
	s_add_u32 s6, s6, 4
	s_cmp_le_u32 s6, 64
	s_cbranch_scc1 L`, small(16 * 256), "error reaches byte 4351 of arg@0"},
		{"a part of a loop", part + `	s_cmp_lt_u32 s6, s7
	s_cbranch_scc0 done
` + partLoop, byParts(16 * 256), "inside 4"},
		{"a part of a loop, a row short", part + `	s_cmp_lt_u32 s6, s7
	s_cbranch_scc0 done
` + partLoop, byParts(15 * 256), "can't tell"},
		{"a part of a loop that may be empty", part + partLoop, byParts(16 * 256), "error reaches byte 5375 of arg@0"},
		{"edge", `	s_lshl_b32 s6, s2, 6
	v_add_u32 v1, s6, v0
	s_movk_i32 s7, 1000
	v_cmp_gt_u32 vcc, s7, v1
	s_and_saveexec_b64 s[8:9], vcc
	v_lshlrev_b32 v1, 2, v1
	global_store_dword v1, v0, s[4:5]`, with(func(l *Launch) { l.Grid, l.Args[0].Bytes = [3]uint32{16, 1, 1}, 4000 }), "inside 2"},
		{"edge without a mask", `	s_lshl_b32 s6, s2, 6
	v_add_u32 v1, s6, v0
	v_lshlrev_b32 v1, 2, v1
	global_store_dword v1, v0, s[4:5]`, with(func(l *Launch) { l.Grid, l.Args[0].Bytes = [3]uint32{16, 1, 1}, 4000 }), "error reaches byte 40"},
		{"edge of a resource", offset + `	s_movk_i32 s6, 4000
	s_mov_b32 s7, 0x20000
	buffer_store_dword v1, v1, s[4:7], 0 offen`, with(func(l *Launch) { l.Grid, l.Args[0].Bytes = [3]uint32{16, 1, 1}, 4000 }), "guarded 1"},
		{"scalar load over the end", `	s_load_dwordx4 s[8:11], s[4:5], 0xc`, small(16), "inside 2"},
		{"scalar load behind", `	s_load_dword s8, s[4:5], 0x10`, small(16), "error reaches byte 19 of arg@0"},
		{"LDS", `	v_lshlrev_b32 v1, 4, v0
	ds_write_b128 v1, v[0:3]`, small(256), "inside 2"},
		{"LDS beyond", `	v_lshlrev_b32 v1, 4, v0
	ds_write_b128 v1, v[0:3] offset:16`, small(256), "error reaches byte 1039 of the LDS"},
		{"dynamic LDS", `	v_lshlrev_b32 v1, 4, v0
	ds_write_b128 v1, v[0:3] offset:16`, with(func(l *Launch) { l.Grid, l.LDS = [3]uint32{1, 1, 1}, 16 }), "inside 2"},
		{"range of an argument", `	s_load_dword s6, s[0:1], 0x8
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s6, s6, 0x10000
	v_lshl_add_u32 v1, v0, 2, s6
	global_store_dword v1, v0, s[4:5]`, with(func(l *Launch) {
			l.Grid = [3]uint32{1, 1, 1}
			l.Args = append(l.Args, Argument{Offset: 8, Dword: true, Least: 0, Most: 80000})
		}), "error is meant to reach byte 5242880252 of arg@0"},
	} {
		for _, chip := range arch.Chips {
			o := assembled(t, chip, given64+c.code+"\n\ts_endpgm\n")
			r, err := ObjectWith(o, Options{Launches: []Launch{c.launch}, Addresses: true})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			k := &r.Kernels[0]
			for _, f := range k.Findings {
				switch f.Rule {
				case "address":
					got = append(got, f.Rank.String()+" "+f.Message)
				case "stride":
					got = append(got, f.Rank.String()+" [stride] "+f.Message)
				}
			}
			got = append(got, fmt.Sprintf("inside %d", k.Addresses.Inside), fmt.Sprintf("guarded %d", k.Addresses.Guarded))
			found := false
			for _, s := range got {
				found = found || strings.HasPrefix(s, c.want)
			}
			if !found {
				t.Errorf("%s: %q, not %q", c.name, got, c.want)
				for _, a := range k.Addresses.List {
					t.Logf("%s %v %s [%d %d) of %d", a.Text, a.Verdict, a.Offset, a.Least, a.Most, a.Bytes)
				}
			}
		}
	}
}

// TestManyLaunches: equal launches are one, and not more than so many are looked at. What several of them show of a pair
// of accesses, that workgroups write the same bytes, is one finding.
func TestManyLaunches(t *testing.T) {
	o := assembled(t, arch.Chips[0], given64+"\tglobal_store_dword v0, v0, s[4:5]\n\ts_endpgm\n")
	for _, c := range []struct {
		launches, different, accesses, findings int
	}{{1, 1, 2, 0}, {100, 1, 2, 0}, {100, 3, 6, 1}, {100, 70, 128, 2}} {
		var all []Launch
		for i := range c.launches {
			all = append(all, Launch{Grid: [3]uint32{uint32(1 + i%c.different), 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []Argument{{Memory: true, Bytes: 256}}})
		}
		r, err := ObjectWith(o, Options{Launches: all})
		if err != nil {
			t.Fatal(err)
		}
		if k := r.Kernels[0]; k.Addresses.Inside != c.accesses || len(k.Findings) != c.findings {
			t.Errorf("%+v: %+v, %+v", c, *k.Addresses, k.Findings)
		}
	}
}

// TestAddressWork: the work for an instruction does not grow with the kernel.
func TestAddressWork(t *testing.T) {
	work := func(blocks int) float64 {
		p := &program{Rand: rand.New(rand.NewPCG(1, 1))}
		code := strings.TrimSuffix(p.text(20), "\ts_endpgm\n") + "\ts_load_dwordx2 s[60:61], s[0:1], 0x10\n\ts_waitcnt lgkmcnt(0)\n"
		p.b.Reset()
		for range blocks {
			p.depth = 0
			p.block(12)
			p.line("global_store_dword %s, v2, s[60:61]", p.v())
			p.line("global_load_dword v2, %s, s[60:61]", p.v())
		}
		o := assembled(t, arch.Chips[0], code+p.b.String()+"\ts_endpgm\n")
		launch := Launch{Grid: [3]uint32{100, 100, 1}, Block: [3]uint32{64, 1, 1}, Args: []Argument{{Offset: 16, Memory: true, Bytes: 1 << 33}}}
		r, err := ObjectWith(o, Options{Launches: []Launch{launch}})
		if err != nil {
			t.Fatal(err)
		}
		k := &r.Kernels[0]
		if k.Addresses.Inside == 0 || k.Addresses.Open > 0 {
			t.Errorf("%d instructions: %+v", k.Instructions, k.Addresses)
		}
		each := float64(k.Steps) / float64(k.Instructions)
		t.Logf("%d instructions in %d blocks: %.0f steps for each", k.Instructions, k.Blocks, each)
		return each
	}
	if few, many := work(40), work(long.Count(300, 3000)); many > 2*few {
		t.Errorf("%.0f steps for each instruction, and %.0f of a large kernel", few, many)
	}
}
