package sim_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"heddle/hsaco"
	"heddle/sim"
)

// userSGPRs is which user and system SGPRs a kernel asks for.
type userSGPRs struct {
	dispatch, queue, kernarg, id, private bool
	preload, preloadAt                    int
	x, y, z, info                         bool
}

// directives of the kernel descriptor that ask for them.
func (u userSGPRs) directives() []string {
	on := func(name string, v bool) string {
		if v {
			return name + " 1"
		}
		return name + " 0"
	}
	d := []string{
		on("user_sgpr_dispatch_ptr", u.dispatch), on("user_sgpr_queue_ptr", u.queue), on("user_sgpr_kernarg_segment_ptr", u.kernarg),
		on("user_sgpr_dispatch_id", u.id), on("user_sgpr_private_segment_size", u.private),
		on("system_sgpr_workgroup_id_x", u.x), on("system_sgpr_workgroup_id_y", u.y), on("system_sgpr_workgroup_id_z", u.z),
		on("system_sgpr_workgroup_info", u.info), "private_segment_fixed_size 40",
	}
	if u.preload > 0 {
		d = append(d, fmt.Sprintf("user_sgpr_kernarg_preload_length %d", u.preload), fmt.Sprintf("user_sgpr_kernarg_preload_offset %d", u.preloadAt))
	}
	return d
}

const dumpedSGPRs = 24

// dump runs a kernel that asks for u and returns what each wave finds in its
// first SGPRs, in the order of workgroup, then wave.
func (u userSGPRs) dump(t *testing.T, grid, block [3]uint32) [][]uint32 {
	t.Helper()
	d := sim.NewDevice(coreChip(t, "gfx950"))
	waves := int((block[0]*block[1]*block[2] + 63) / 64)
	groups := int(grid[0] * grid[1] * grid[2])
	out, err := d.Alloc(uint64(4 * (dumpedSGPRs*groups*waves + 1)))
	if err != nil {
		t.Fatal(err)
	}
	// Where a wave writes to is a ticket: workgroups come in their order.
	var b strings.Builder
	if u.preload > 0 {
		b.WriteString("\ts_trap 2\n\t.p2align 8\n")
	}
	for i := range dumpedSGPRs {
		fmt.Fprintf(&b, "\tv_mov_b32 v%d, s%d\n", 10+i, i)
	}
	fmt.Fprintf(&b, "\ts_mov_b64 exec, 1\n\ts_mov_b32 s60, %#x\n\ts_mov_b32 s61, %#x\n\tv_mov_b32 v0, 0\n\tv_mov_b32 v1, %d\n", uint32(out.Addr), uint32(out.Addr>>32), 4*dumpedSGPRs)
	b.WriteString("\tglobal_atomic_add v2, v0, v1, s[60:61] sc0\n\ts_waitcnt vmcnt(0)\n")
	for i := range dumpedSGPRs {
		fmt.Fprintf(&b, "\tglobal_store_dword v2, v%d, s[60:61] offset:%d\n", 10+i, 4*i+4)
	}
	b.WriteString("\ts_endpgm")
	s := coreSource{chip: "gfx950", body: b.String(), directives: u.directives()}
	o, err := hsaco.Open(s.object(t), "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Load(o)
	if err != nil {
		t.Fatal(err)
	}
	k, err := m.Kernel("")
	if err != nil {
		t.Fatal(err)
	}
	var args []sim.Arg
	for i := range 16 {
		args = append(args, sim.Value(uint32(0xa0000000+i)))
	}
	if _, err := d.Run(sim.Launch{Kernel: k, Grid: grid, Block: block, Args: args}); err != nil {
		t.Fatalf("%+v: %v", u, err)
	}
	all, err := sim.Get[uint32](out)
	if err != nil {
		t.Fatal(err)
	}
	if want := uint32(4 * dumpedSGPRs * groups * waves); all[0] != want {
		t.Fatalf("tickets end at %d, want %d", all[0], want)
	}
	var r [][]uint32
	for at := 1; at < len(all); at += dumpedSGPRs {
		r = append(r, all[at:at+dumpedSGPRs])
	}
	return r
}

// TestCoreUserSGPRs: every combination of user SGPRs is in its order (facts
// isa/encodings.md §12), followed by the system SGPRs that are on.
func TestCoreUserSGPRs(t *testing.T) {
	all := userSGPRs{dispatch: true, queue: true, kernarg: true, id: true, private: true}.dump(t, [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1})[0]
	if private := all[8]; private < 40 || private > 48 {
		t.Errorf("private segment size %d, want 40 or a little more", private)
	}
	for mask := range 32 {
		for _, preload := range [][2]int{{0, 0}, {1, 0}, {3, 2}, {7, 5}} {
			u := userSGPRs{dispatch: mask&1 != 0, queue: mask&2 != 0, kernarg: mask&4 != 0, id: mask&8 != 0, private: mask&16 != 0,
				preload: preload[0], preloadAt: preload[1], x: true, y: mask&3 == 3, z: mask&5 == 5, info: mask&9 == 9}
			var want []uint32
			for i, on := range []bool{u.dispatch, u.queue, u.kernarg, u.id} {
				if on {
					want = append(want, all[2*i], all[2*i+1])
				}
			}
			if u.private {
				want = append(want, all[8])
			}
			if len(want)+u.preload > 16 {
				continue
			}
			for i := range u.preload {
				want = append(want, uint32(0xa0000000+u.preloadAt+i))
			}
			got := u.dump(t, [3]uint32{2, 1, 1}, [3]uint32{1, 1, 1})[1]
			want = append(want, 1)
			if u.y {
				want = append(want, 0)
			}
			if u.z {
				want = append(want, 0)
			}
			if u.info {
				want = append(want, 1<<31|1)
			}
			coreExpect(t, fmt.Sprintf("%+v", u), got[:len(want)], want)
		}
	}
}

// TestCoreWorkgroupIDs: each subset of the workgroup ids takes the next SGPRs;
// a lone y is in the first.
func TestCoreWorkgroupIDs(t *testing.T) {
	grid := [3]uint32{3, 2, 2}
	for mask := range 8 {
		u := userSGPRs{kernarg: true, x: mask&1 != 0, y: mask&2 != 0, z: mask&4 != 0, info: true}
		waves := u.dump(t, grid, [3]uint32{130, 1, 1})
		if len(waves) != 36 {
			t.Fatalf("%d waves, want 36", len(waves))
		}
		seen := map[string]int{}
		for n, got := range waves {
			id := uint32(n / 3)
			var want []uint32
			for i, v := range [3]uint32{id % 3, id / 3 % 2, id / 6} {
				if mask>>i&1 != 0 {
					want = append(want, v)
				}
			}
			coreExpect(t, fmt.Sprintf("ids %03b of workgroup %d", mask, id), got[2:2+len(want)], want)
			info := got[2+len(want)]
			if info&63 != 3 || info>>6&0x1ffffff != 0 {
				t.Fatalf("workgroup info %#x, want 3 waves", info)
			}
			seen[fmt.Sprintf("%d first %d", id, info>>31)]++
		}
		for id := range 12 {
			if seen[fmt.Sprintf("%d first 1", id)] != 1 || seen[fmt.Sprintf("%d first 0", id)] != 2 {
				t.Fatalf("first-wave bits: %v", seen)
			}
		}
	}
}

// TestCoreWorkItemIDs: v0 packs the ids of 1, 2 and 3 dimensions, x fastest;
// ragged sizes leave lanes of partial waves and workgroups off.
func TestCoreWorkItemIDs(t *testing.T) {
	for _, c := range []struct{ global, block [3]uint32 }{
		{[3]uint32{64, 1, 1}, [3]uint32{64, 1, 1}},
		{[3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}},
		{[3]uint32{1000, 1, 1}, [3]uint32{256, 1, 1}},
		{[3]uint32{1024, 1, 1}, [3]uint32{1024, 1, 1}},
		{[3]uint32{7, 5, 1}, [3]uint32{7, 5, 1}},
		{[3]uint32{1, 1024, 1}, [3]uint32{1, 1024, 1}},
		{[3]uint32{3, 5, 7}, [3]uint32{3, 5, 7}},
		{[3]uint32{1, 1, 1000}, [3]uint32{1, 1, 512}},
		{[3]uint32{19, 11, 5}, [3]uint32{8, 4, 2}},
		{[3]uint32{9, 9, 9}, [3]uint32{10, 10, 10}},
		{[3]uint32{65, 3, 1}, [3]uint32{64, 2, 1}},
	} {
		coreCheckIDs(t, c.global, c.block)
	}
}

// coreCheckIDs runs a kernel that appends, for each wave, EXEC and the v0 of
// its lanes, in the order of tickets.
func coreCheckIDs(t *testing.T, global, block [3]uint32) {
	t.Helper()
	s := coreSource{
		body: `
	s_load_dwordx2 s[6:7], s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v1, 0
	v_mov_b32 v2, 0x118             // 70 dwords a wave
	s_mov_b64 s[8:9], exec
	s_mov_b64 exec, 1
	global_atomic_add v3, v1, v2, s[6:7] sc0
	s_waitcnt vmcnt(0)
	v_mov_b32 v4, s8
	v_mov_b32 v5, s9
	v_mov_b32 v6, s2
	v_mov_b32 v7, s3
	v_mov_b32 v8, s4
	global_store_dwordx4 v3, v[4:7], s[6:7] offset:4
	global_store_dword v3, v8, s[6:7] offset:20
	v_readfirstlane_b32 s10, v3
	s_mov_b64 exec, s[8:9]
	v_mbcnt_lo_u32_b32 v9, -1, 0
	v_mbcnt_hi_u32_b32 v9, -1, v9
	v_lshl_add_u32 v9, v9, 2, s10
	global_store_dword v9, v0, s[6:7] offset:28
	s_endpgm`,
		directives: []string{"system_sgpr_workgroup_id_y 1", "system_sgpr_workgroup_id_z 1", "system_vgpr_workitem_id 2"},
	}
	groups := [3]uint32{}
	waves := 0
	type wave struct {
		exec  uint64
		group [3]uint32
		ids   []uint32
	}
	var want []wave
	for i := range groups {
		groups[i] = (global[i] + block[i] - 1) / block[i]
	}
	for z := range groups[2] {
		for y := range groups[1] {
			for x := range groups[0] {
				size := [3]uint32{min(block[0], global[0]-x*block[0]), min(block[1], global[1]-y*block[1]), min(block[2], global[2]-z*block[2])}
				var ids []uint32
				for k := range size[2] {
					for j := range size[1] {
						for i := range size[0] {
							ids = append(ids, i|j<<10|k<<20)
						}
					}
				}
				for len(ids) > 0 {
					n := min(len(ids), 64)
					want = append(want, wave{1<<n - 1, [3]uint32{x, y, z}, ids[:n]})
					ids = ids[n:]
					waves++
				}
			}
		}
	}
	// The order of a workgroup's waves is the schedule's, which takes them in
	// turn.
	out := coreRun(t, s, 1+70*waves, sim.Launch{Global: global, Block: block})
	if out[0] != uint32(0x118*waves) {
		t.Errorf("global %v, block %v: %d waves, want %d", global, block, out[0]/0x118, waves)
		return
	}
	for i, w := range want {
		got := out[1+70*i:][:70]
		what := fmt.Sprintf("global %v, block %v, wave %d", global, block, i)
		coreExpect(t, what, got[:5], []uint32{uint32(w.exec), uint32(w.exec >> 32), w.group[0], w.group[1], w.group[2]})
		coreExpect(t, what, got[6:6+len(w.ids)], w.ids)
		for _, v := range got[6+len(w.ids):] {
			if v != 0 {
				t.Fatalf("%s: a lane beyond %d is active", what, len(w.ids))
			}
		}
	}
}

// TestCorePacket: the AQL packet and the queue structure (LLVM AMDGPUUsage).
func TestCorePacket(t *testing.T) {
	s := coreSource{
		body: `
	s_load_dwordx2 s[10:11], s[4:5], 0x0
	s_load_dwordx16 s[16:31], s[0:1], 0x0
	s_load_dwordx2 s[12:13], s[2:3], 0x40
	s_waitcnt lgkmcnt(0)
	s_mov_b64 exec, 1
	v_mov_b32 v0, 0
` + func() string {
			var b strings.Builder
			for i, r := range append([]int{10, 11, 12, 13, 4, 5}, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31) {
				fmt.Fprintf(&b, "\tv_mov_b32 v1, s%d\n\tglobal_store_dword v0, v1, s[10:11] offset:%d\n", r, 4*i)
			}
			return b.String()
		}() + "\ts_endpgm",
		directives: []string{"user_sgpr_dispatch_ptr 1", "user_sgpr_queue_ptr 1", "group_segment_fixed_size 100", "private_segment_fixed_size 32"},
	}
	for _, c := range []struct {
		global, block [3]uint32
		dims          uint32
	}{
		{[3]uint32{100, 1, 1}, [3]uint32{64, 1, 1}, 1},
		{[3]uint32{100, 6, 1}, [3]uint32{64, 4, 1}, 2},
		{[3]uint32{10, 6, 5}, [3]uint32{8, 4, 2}, 3},
	} {
		out := coreRun(t, s, 32, sim.Launch{Global: c.global, Block: c.block, LDS: 28})
		p := make([]byte, 64)
		for i, v := range out[6:22] {
			binary.LittleEndian.PutUint32(p[4*i:], v)
		}
		if out[2] == 0 || out[3] == 0 || out[2] == out[3] {
			t.Errorf("apertures in the queue: %#x, %#x", out[2], out[3])
		}
		h := binary.LittleEndian.Uint16(p)
		if h&0xff != 2 {
			t.Errorf("packet type %d, want 2 (kernel dispatch)", h&0xff)
		}
		want := []uint32{c.dims<<16 | uint32(h), c.block[0] | c.block[1]<<16, c.block[2], c.global[0], c.global[1], c.global[2], 32, 128}
		coreExpect(t, fmt.Sprintf("packet of %v", c.global), coreWords(p)[:8], want)
		coreExpect(t, "kernarg address", coreWords(p)[10:12], out[4:6])
		coreExpect(t, "rest", coreWords(p)[12:16], make([]uint32, 4))
	}
}

// TestCoreKernelObject: the packet points to the kernel descriptor.
func TestCoreKernelObject(t *testing.T) {
	s := coreSource{
		body: `
	s_load_dwordx2 s[6:7], s[0:1], 0x20
	s_load_dwordx2 s[4:5], s[2:3], 0x0
	s_waitcnt lgkmcnt(0)
	s_load_dwordx16 s[16:31], s[6:7], 0x0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[0:1], s[2:3]
` + coreStore(16, 16),
		directives: []string{"user_sgpr_dispatch_ptr 1", "group_segment_fixed_size 72"},
	}
	o, err := hsaco.Open(s.object(t), "")
	if err != nil {
		t.Fatal(err)
	}
	out := coreRun(t, s, 16, sim.Launch{})
	coreExpect(t, "descriptor", out, coreWords(o.Kernels[0].DescriptorBytes))
}

// hiddenArgs are the hidden arguments of code object v5: kind, offset from
// their base, size (facts isa/encodings.md §13).
var hiddenArgs = []struct {
	kind         string
	offset, size int
}{
	{"hidden_block_count_x", 0, 4}, {"hidden_block_count_y", 4, 4}, {"hidden_block_count_z", 8, 4},
	{"hidden_group_size_x", 12, 2}, {"hidden_group_size_y", 14, 2}, {"hidden_group_size_z", 16, 2},
	{"hidden_remainder_x", 18, 2}, {"hidden_remainder_y", 20, 2}, {"hidden_remainder_z", 22, 2},
	{"hidden_global_offset_x", 40, 8}, {"hidden_global_offset_y", 48, 8}, {"hidden_global_offset_z", 56, 8},
	{"hidden_grid_dims", 64, 2}, {"hidden_printf_buffer", 72, 8}, {"hidden_hostcall_buffer", 80, 8},
	{"hidden_multigrid_sync_arg", 88, 8}, {"hidden_heap_v1", 96, 8}, {"hidden_default_queue", 104, 8},
	{"hidden_completion_action", 112, 8}, {"hidden_dynamic_lds_size", 120, 4},
	{"hidden_private_base", 192, 4}, {"hidden_shared_base", 196, 4}, {"hidden_queue_ptr", 200, 8},
}

// coreMetadata is the metadata of kernel k with arguments of the given kinds,
// in YAML.
func coreMetadata(size int, args string, more ...string) string {
	return fmt.Sprintf(`
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: %d
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 96
    .vgpr_count: 128
    .max_flat_workgroup_size: 1024
%s
    .args:
%s`, size, strings.Join(more, "\n"), args)
}

func coreArg(kind string, offset, size int, name string) string {
	s := fmt.Sprintf("      - .offset: %d\n        .size: %d\n        .value_kind: %s\n", offset, size, kind)
	if kind == "global_buffer" {
		s += "        .address_space: global\n"
	}
	if name != "" {
		s += "        .name: " + name + "\n"
	}
	return s
}

// TestCoreHiddenArguments: the implicit arguments lie where the metadata say
// and hold what AMDGPUUsage says, whole workgroups and remainders apart.
func TestCoreHiddenArguments(t *testing.T) {
	const base = 16
	args := coreArg("global_buffer", 0, 8, "out") + coreArg("by_value", 8, 4, "n")
	for _, h := range hiddenArgs {
		args += coreArg(h.kind, base+h.offset, h.size, "")
	}
	// Copies the whole kernarg segment, then the two apertures.
	s := coreSource{
		body: `
	v_and_b32 v0, 0x3ff, v0
	v_lshlrev_b32 v1, 2, v0
	s_load_dwordx2 s[6:7], s[2:3], 0x0
	global_load_dword v2, v1, s[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	global_store_dword v1, v2, s[6:7]
	s_mov_b64 s[20:21], src_private_base
	s_mov_b64 s[22:23], src_shared_base
	s_mov_b32 s24, s0
	s_mov_b32 s25, s1
	s_add_u32 s6, s6, 272
	s_addc_u32 s7, s7, 0
	s_mov_b64 exec, 1
	v_mov_b32 v0, 0
	v_mov_b32 v2, s21
	v_mov_b32 v3, s23
	v_mov_b32 v4, s24
	v_mov_b32 v5, s25
	global_store_dwordx4 v0, v[2:5], s[6:7]
	s_endpgm`,
		directives: []string{"user_sgpr_queue_ptr 1", "kernarg_size 272", "system_vgpr_workitem_id 2"},
		metadata:   coreMetadata(272, args),
	}
	l := sim.Launch{Global: [3]uint32{200, 1, 1}, Block: [3]uint32{68, 1, 1}, LDS: 1000, Offset: [3]uint64{5, 1 << 40, 7},
		Args: []sim.Arg{sim.Value(int32(-2))}, Workgroups: []int{1}}
	out := coreRun(t, s, 72, l)
	raw := make([]byte, 288)
	for i, v := range out {
		binary.LittleEndian.PutUint32(raw[4*i:], v)
	}
	le := binary.LittleEndian
	if le.Uint32(raw[8:]) != 0xfffffffe {
		t.Errorf("explicit argument %#x", le.Uint32(raw[8:]))
	}
	want := map[string]uint64{
		"hidden_block_count_x": 2, "hidden_block_count_y": 1, "hidden_block_count_z": 1,
		"hidden_group_size_x": 68, "hidden_group_size_y": 1, "hidden_group_size_z": 1,
		"hidden_remainder_x":     200 - 2*68,
		"hidden_global_offset_x": 5, "hidden_global_offset_y": 1 << 40, "hidden_global_offset_z": 7,
		"hidden_grid_dims": 1, "hidden_dynamic_lds_size": 1000,
		"hidden_private_base": uint64(out[68]), "hidden_shared_base": uint64(out[69]),
		"hidden_queue_ptr": uint64(out[71])<<32 | uint64(out[70]),
	}
	if out[68] == 0 || out[69] == 0 || out[68] == out[69] {
		t.Errorf("apertures %#x, %#x", out[68], out[69])
	}
	covered := make([]bool, 272)
	for _, h := range hiddenArgs {
		var b [8]byte
		copy(b[:], raw[base+h.offset:][:h.size])
		if got := le.Uint64(b[:]); got != want[h.kind] {
			t.Errorf("%s = %#x, want %#x", h.kind, got, want[h.kind])
		}
		for i := range h.size {
			covered[base+h.offset+i] = true
		}
	}
	for i := base; i < 272; i++ {
		if !covered[i] && raw[i] != 0 {
			t.Errorf("byte %d of the arguments is %#x, want 0", i, raw[i])
		}
	}
}

// TestCoreRefusals: launches that cannot be are refused with what is accepted.
func TestCoreRefusals(t *testing.T) {
	args := coreArg("global_buffer", 0, 8, "out") + coreArg("by_value", 8, 4, "count")
	plain := coreSource{body: "\ts_endpgm"}
	described := coreSource{body: "\ts_endpgm", metadata: coreMetadata(16, args)}
	one := [3]uint32{1, 1, 1}
	for _, c := range []struct {
		what string
		s    coreSource
		l    sim.Launch
		want string
	}{
		{"no block", plain, sim.Launch{Grid: one}, "block [0 0 0] has a zero"},
		{"no grid", plain, sim.Launch{Block: one}, "neither"},
		{"grid and global", plain, sim.Launch{Grid: one, Global: one, Block: one}, "both"},
		{"zero in grid", plain, sim.Launch{Grid: [3]uint32{2, 0, 1}, Block: one}, "grid [2 0 1]"},
		{"zero in global", plain, sim.Launch{Global: [3]uint32{2, 2, 0}, Block: one}, "global [2 2 0]"},
		{"too large a block", plain, sim.Launch{Grid: one, Block: [3]uint32{1025, 1, 1}}, "at most 1024"},
		{"too large a block in 3D", plain, sim.Launch{Grid: one, Block: [3]uint32{16, 16, 5}}, "1280 work-items; at most 1024"},
		{"block that overflows", plain, sim.Launch{Grid: one, Block: [3]uint32{1 << 31, 1 << 31, 4}}, "at most 1024"},
		{"grid that overflows", plain, sim.Launch{Global: [3]uint32{1 << 31, 1 << 31, 4}, Block: one}, "workgroups"},
		{"grid that overflows", plain, sim.Launch{Global: [3]uint32{1 << 31, 1 << 31, 1 << 31}, Block: one}, "workgroups"},
		{"too many work-items", plain, sim.Launch{Grid: [3]uint32{1 << 30, 1, 1}, Block: [3]uint32{64, 1, 1}}, "work-items in dimension 0"},
		{"block above the kernel's own limit", coreSource{body: "\ts_endpgm",
			metadata: strings.Replace(coreMetadata(16, args), "size: 1024", "size: 256", 1)}, sim.Launch{Grid: one, Block: [3]uint32{512, 1, 1}}, "at most 256"},
		{"another block than required", coreSource{body: "\ts_endpgm",
			metadata: coreMetadata(16, args, "    .reqd_workgroup_size: [8, 8, 1]")}, sim.Launch{Grid: one, Block: [3]uint32{64, 1, 1}}, "requires blocks of [8 8 1]"},
		{"LDS", plain, sim.Launch{Grid: one, Block: one, LDS: 65537}, "at most 65536"},
		{"LDS, static and dynamic", coreSource{body: "\ts_endpgm", directives: []string{"group_segment_fixed_size 60000"}},
			sim.Launch{Grid: one, Block: one, LDS: 6000}, "66000 bytes of LDS (60000 static, 6000 dynamic)"},
		{"LDS that overflows", coreSource{body: "\ts_endpgm", directives: []string{"group_segment_fixed_size 60000"}},
			sim.Launch{Grid: one, Block: one, LDS: 1<<32 - 1}, "LDS"},
		{"LDS of gfx950", coreSource{chip: "gfx950", body: "\ts_endpgm"}, sim.Launch{Grid: one, Block: one, LDS: 163841}, "at most 163840"},
		{"too few arguments", described, sim.Launch{Grid: one, Block: one, Args: []sim.Arg{sim.PointerAt(0)}}, "takes 2 arguments, 1 are given"},
		{"too many arguments", described, sim.Launch{Grid: one, Block: one, Args: []sim.Arg{sim.PointerAt(0), sim.Value(int32(1)), sim.Value(int32(1))}}, "takes 2 arguments, 3 are given"},
		{"size of an argument", described, sim.Launch{Grid: one, Block: one, Args: []sim.Arg{sim.PointerAt(0), sim.Value(1.5)}}, "argument 1 (count) of kernel k has 4 bytes"},
		{"arguments beyond the kernel's", plain, sim.Launch{Grid: one, Block: one, Args: []sim.Arg{sim.Bytes(make([]byte, 60)), sim.PointerAt(0)}}, "64 bytes of arguments"},
		{"scratch", coreSource{body: "\ts_endpgm", directives: []string{"private_segment_fixed_size 300000"}}, sim.Launch{Grid: one, Block: one}, "300000 bytes of scratch"},
		{"workgroup beyond the grid", plain, sim.Launch{Grid: one, Block: one, Workgroups: []int{1}}, "workgroup 1 does not exist"},
		{"negative workgroup", plain, sim.Launch{Grid: one, Block: one, Workgroups: []int{-1}}, "workgroup -1 does not exist"},
		{"workgroup twice", plain, sim.Launch{Grid: [3]uint32{9, 1, 1}, Block: one, Workgroups: []int{3, 4, 3}}, "workgroup 3 is listed twice"},
	} {
		d, k := c.s.load(t)
		c.l.Kernel = k
		report, err := d.Run(c.l)
		if err == nil || !strings.Contains(err.Error(), c.want) || report != nil {
			t.Errorf("%s: ran %t, error %v\nwant an error with %q", c.what, report != nil, err, c.want)
		}
	}
	d, _ := plain.load(t)
	_, other := plain.load(t)
	if _, err := d.Run(sim.Launch{Kernel: other, Grid: one, Block: one}); err == nil {
		t.Error("a kernel of another device runs")
	}
	if _, err := d.Run(sim.Launch{Grid: one, Block: one}); err == nil {
		t.Error("no kernel runs")
	}
}

// TestCoreLDSGranule: a workgroup gets whole granules of LDS: 512 bytes on
// gfx942, 1280 on gfx950 (facts isa/hazards.md §4). What lies beyond reads as
// 0 and takes no writes.
func TestCoreLDSGranule(t *testing.T) {
	for _, c := range []struct {
		chip            string
		static, dynamic uint32
		want            uint32
	}{
		{"gfx942", 0, 0, 0}, {"gfx942", 0, 1, 512}, {"gfx942", 512, 0, 512}, {"gfx942", 512, 4, 1024}, {"gfx942", 65536, 0, 65536}, {"gfx942", 40000, 25000, 65024},
		{"gfx950", 0, 0, 0}, {"gfx950", 1, 0, 1280}, {"gfx950", 1280, 0, 1280}, {"gfx950", 1000, 281, 2560}, {"gfx950", 0, 163840, 163840},
	} {
		s := coreSource{chip: c.chip, body: `
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 exec, 1
	v_mov_b32 v0, s6                // size - 4
	v_mov_b32 v1, s6
	v_add_u32 v1, 4, v1
	v_mov_b32 v2, 0x1234
	v_mov_b32 v3, 0x5678
	ds_write_b32 v0, v2
	ds_write_b32 v1, v3
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v4, v0
	ds_read_b32 v5, v1
	s_getreg_b32 s8, hwreg(HW_REG_LDS_ALLOC)
	v_mov_b32 v6, s8
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v0, 0
	global_store_dwordx3 v0, v[4:6], s[4:5]
	s_endpgm`, directives: []string{fmt.Sprintf("group_segment_fixed_size %d", c.static)}}
		out := coreRun(t, s, 4, sim.Launch{LDS: c.dynamic, Args: []sim.Arg{sim.Value(c.want - 4)}})
		what := fmt.Sprintf("%s with %d+%d bytes of LDS", c.chip, c.static, c.dynamic)
		inside := uint32(0x1234)
		if c.want == 0 {
			inside = 0
		}
		coreExpect(t, what, out[:2], []uint32{inside, 0})
	}
}

// TestCoreFlatApertures: flat addresses made from src_shared_base and
// src_private_base reach the LDS and the lane's own scratch.
func TestCoreFlatApertures(t *testing.T) {
	s := coreSource{body: corePrologue + `
	s_mov_b64 s[8:9], src_shared_base
	s_mov_b64 s[10:11], src_private_base
	v_mov_b32 v11, s9
	v_mov_b32 v10, v1               // LDS: 4*lane
	v_mov_b32 v13, s11
	v_mov_b32 v12, 16               // scratch: 16
	v_add_u32 v20, 100, v0
	v_add_u32 v21, 200, v0
	flat_store_dword v[10:11], v20
	flat_store_dword v[12:13], v21
	s_waitcnt vmcnt(0) lgkmcnt(0)
	ds_read_b32 v30, v1
	scratch_load_dword v31, off, off offset:16
	v_sub_u32 v14, 0xfc, v1         // the LDS of the lane opposite
	v_mov_b32 v15, s9
	flat_load_dword v32, v[14:15]
	flat_load_dword v33, v[12:13]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshlrev_b32 v2, 4, v0
	global_store_dwordx4 v2, v[30:33], s[4:5]
	s_endpgm`, directives: []string{"group_segment_fixed_size 256", "private_segment_fixed_size 32"}}
	out := coreRun(t, s, 256, sim.Launch{})
	want := coreIota(256, func(i int) uint32 {
		l := uint32(i / 4)
		return [4]uint32{100 + l, 200 + l, 163 - l, 200 + l}[i%4]
	})
	coreExpect(t, "flat", out, want)
}

// TestCoreArgumentBytes: arguments without metadata are packed at natural
// alignment or placed by At; structs go as they are.
func TestCoreArgumentBytes(t *testing.T) {
	s := coreSource{body: `
	s_load_dwordx16 s[16:31], s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
` + coreStore(16, 16)}
	out := coreRun(t, s, 16, sim.Launch{Args: []sim.Arg{
		sim.Value(int8(-1)), sim.Value(uint16(0x1234)), sim.Value(float32(1)), sim.Value(int8(5)), sim.Value(2.0),
		sim.Bytes([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9}), sim.Value(int32(-5)).At(56)}})
	coreExpect(t, "arguments", out[2:], []uint32{0x123400ff, 0x3f800000, 5, 0, 0, 0x40000000, 0x04030201, 0x08070605, 9, 0, 0, 0, 0xfffffffb, 0})
}
