package sim_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
)

// fuzzCodeSize is the space for random code, in bytes.
const fuzzCodeSize = 4096

// fuzzPrologue makes registers point to places that exist, so that random
// memory instructions often hit them.
const fuzzPrologue = `
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_mov_b32 m0, 0x100
	s_mov_b32 s10, 0x8000
	s_mov_b32 s11, 0x20000
	v_and_b32 v0, 0x3ff, v0
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[8:9], s[4:5]
	v_mov_b32 v2, s4
	v_mov_b32 v3, s5
	v_mov_b32 v4, s6
	v_mov_b32 v5, s7
	s_mov_b64 s[12:13], src_shared_base
	v_mov_b32 v6, v1
	v_mov_b32 v7, s13
`

// fuzzObject is a kernel with room for code, and where in its bytes that is.
func fuzzObject(t testing.TB, chip string) (raw []byte, at int) {
	t.Helper()
	s := coreSource{chip: chip, body: fuzzPrologue + fmt.Sprintf("\t.rept %d\n\t.long 0xb007cafe\n\t.endr\n\ts_endpgm", fuzzCodeSize/4),
		directives: []string{"next_free_vgpr 512", "accum_offset 256", "private_segment_fixed_size 64", "group_segment_fixed_size 4096",
			"user_sgpr_dispatch_ptr 0", "system_sgpr_workgroup_id_y 1"}}
	raw = s.object(t)
	at = bytes.Index(raw, []byte{0xfe, 0xca, 0x07, 0xb0, 0xfe, 0xca, 0x07, 0xb0})
	if at < 0 {
		t.Fatal("no room for code in the object")
	}
	return raw, at
}

// endProgram is s_endpgm.
var endProgram = []byte{0x00, 0x00, 0x81, 0xbf}

// fuzzText makes code of random bytes: the bytes themselves or, for valid code,
// an instruction for each 18 of them, 2 to choose its row and 16 for its bits.
func fuzzText(target *isa.Target, data []byte, valid bool) []byte {
	if !valid {
		return data
	}
	var code []byte
	rows := target.Rows()
	for ; len(data) >= 18; data = data[18:] {
		row := &rows[int(binary.LittleEndian.Uint16(data))%len(rows)]
		b := binary.LittleEndian.AppendUint64(nil, binary.LittleEndian.Uint64(data[2:])&^row.Mask[0]|row.Bits[0])
		b = binary.LittleEndian.AppendUint64(b, binary.LittleEndian.Uint64(data[10:])&^row.Mask[1]|row.Bits[1])
		if inst, err := target.Decode(b); err == nil {
			code = append(code, b[:inst.Size()]...)
		}
	}
	return code
}

// fuzzRun runs an object's kernel and returns what came of it, in words, and
// the memory.
func fuzzRun(t *testing.T, raw []byte, l sim.Launch) (string, []byte) {
	d, k, err := coreLoad(raw)
	if err != nil {
		return err.Error(), nil
	}
	in, err := d.AllocFunc(1<<16, coreNoise)
	if err != nil {
		t.Fatal(err)
	}
	out, err := d.Alloc(1 << 15)
	if err != nil {
		t.Fatal(err)
	}
	l.Kernel = k
	if k.Metadata() == nil {
		l.Args = []sim.Arg{sim.Pointer(out).At(0), sim.Pointer(in).At(8)}
	}
	_, err = d.Run(l)
	b := make([]byte, out.Size)
	if err := out.Read(b, 0); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(err), b
}

// fuzzTwice runs in the plain engine with one worker, and in the best one with
// two: nothing may differ.
func fuzzTwice(t *testing.T, raw []byte, l sim.Launch) {
	l.Workers, l.Engine = 1, sim.EnginePlain
	err1, out1 := fuzzRun(t, raw, l)
	l.Workers, l.Engine = 2, sim.EngineFast
	err2, out2 := fuzzRun(t, raw, l)
	if err1 != err2 || !bytes.Equal(out1, out2) {
		t.Errorf("plain, one worker: %s\nfast, two workers: %s\nsame memory: %t", err1, err2, bytes.Equal(out1, out2))
	}
}

// FuzzCode executes random code: it may fail, but not crash or hang.
func FuzzCode(f *testing.F) {
	type object struct {
		raw    []byte
		at     int
		target *isa.Target
	}
	var objects []object
	for _, target := range isa.Targets() {
		raw, at := fuzzObject(f, target.Chip.Name)
		objects = append(objects, object{raw, at, target})
	}
	f.Add([]byte{}, uint8(0))
	f.Add(bytes.Repeat([]byte{0xff}, 16), uint8(1))
	f.Add([]byte{0xff, 0xff, 0x82, 0xbf}, uint8(2)) // a branch to itself
	f.Add([]byte{0x00, 0x00, 0x8a, 0xbf}, uint8(8)) // s_barrier
	for seed := range 40 {
		b := make([]byte, 18*30)
		coreNoise(uint64(seed)<<32, b)
		f.Add(b, uint8(seed*37))
	}
	f.Fuzz(func(t *testing.T, data []byte, how uint8) {
		o := objects[how&1]
		code := fuzzText(o.target, data, how&2 == 0)
		code = append(code[:len(code):len(code)], endProgram...)
		code = code[:min(len(code), fuzzCodeSize)]
		raw := slices.Clone(o.raw)
		copy(raw[o.at:], bytes.Repeat(endProgram, fuzzCodeSize/4))
		copy(raw[o.at:], code)
		l := sim.Launch{Grid: [3]uint32{3, 1, 1}, Block: [3]uint32{100, 1, 1}, LDS: 1000,
			Options: sim.Options{Schedule: sim.Schedule(how >> 2 & 3), Seed: uint64(len(data)), MaxInstructions: 2000}}
		if how&16 != 0 {
			l.Observers = []sim.Observer{&coreRecord{}}
		}
		fuzzTwice(t, raw, l)
	})
}

// FuzzDescriptor runs a fixed code with random kernel descriptors.
func FuzzDescriptor(f *testing.F) {
	s := coreSource{body: fuzzPrologue + `
	ds_write_b32 v1, v0
	scratch_store_dword off, v0, off
	v_mov_b32 v200, 1
	v_accvgpr_write_b32 a7, 1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	v_add_f32 v8, v0, v1
	global_store_dword v1, v8, s[4:5]
	s_endpgm
	.p2align 8
	v_mov_b32 v1, s2
	s_barrier
	s_endpgm`}
	base := s.object(f)
	o, err := hsaco.Open(base, "")
	if err != nil {
		f.Fatal(err)
	}
	descriptor := o.Kernels[0].DescriptorBytes
	at := bytes.Index(base, descriptor)
	f.Add(descriptor, uint16(64), uint16(0))
	for i := range 64 {
		b := slices.Clone(descriptor)
		b[i] ^= 0xff
		f.Add(b, uint16(i*16+1), uint16(i*700))
	}
	f.Fuzz(func(t *testing.T, b []byte, block, lds uint16) {
		raw := slices.Clone(base)
		copy(raw[at:at+64], b)
		if block&1 == 0 { // the code is where it was
			copy(raw[at+16:], descriptor[16:24])
		}
		fuzzTwice(t, raw, sim.Launch{Grid: [3]uint32{2, 1, 2}, Block: [3]uint32{uint32(block)%256 + 1, uint32(block)/256%4 + 1, uint32(block) / 1024 % 4}, LDS: uint32(lds),
			Options: sim.Options{MaxInstructions: 2000}})
	})
}
