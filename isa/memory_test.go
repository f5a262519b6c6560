package isa_test

import (
	"testing"

	"heddle/isa"
)

// TestMemoryShape: a few shapes by hand (ISA manual §12.12 to §12.15).
func TestMemoryShape(t *testing.T) {
	none := isa.MemoryShape{Dst: -1, Addr: -1, Data: -1, Data1: -1, SAddr: -1, Resource: -1, SOffset: -1}
	for _, c := range []struct {
		text string
		want func(m *isa.MemoryShape)
	}{
		{"global_load_sbyte_d16_hi v0, v1, s[2:3]", func(m *isa.MemoryShape) {
			m.Kind, m.Bytes, m.Signed, m.D16, m.Dwords, m.Return = isa.MemoryLoad, 1, true, isa.D16High, 1, 1
			m.Dst, m.Addr, m.SAddr = 0, 1, 2
		}},
		{"buffer_load_dwordx3 v[0:2], off, s[4:7], s8", func(m *isa.MemoryShape) {
			m.Kind, m.Bytes, m.Dwords, m.Return, m.Dst, m.Resource, m.SOffset = isa.MemoryLoad, 12, 3, 3, 0, 2, 3
		}},
		{"buffer_load_dword v1, s[4:7], 0 offen lds", func(m *isa.MemoryShape) {
			m.Kind, m.Bytes, m.Dwords, m.ToLDS, m.Addr, m.Resource, m.SOffset = isa.MemoryLoad, 4, 1, true, 0, 1, 2
		}},
		{"global_atomic_cmpswap_x2 v[0:1], v2, v[4:7], s[2:3] sc0", func(m *isa.MemoryShape) {
			m.Kind, m.Bytes, m.Values, m.Dwords, m.Return, m.Dst, m.Addr, m.Data, m.SAddr = isa.MemoryAtomic, 8, 2, 2, 2, 0, 1, 2, 3
		}},
		{"buffer_store_format_d16_xyz v[0:1], off, s[4:7], s8", func(m *isa.MemoryShape) {
			m.Kind, m.Components, m.D16, m.Dwords, m.Data, m.Resource, m.SOffset = isa.MemoryStoreFormat, 3, isa.D16Low, 2, 0, 2, 3
		}},
		{"ds_write2st64_b64 v0, v[2:3], v[4:5]", func(m *isa.MemoryShape) {
			m.Kind, m.Bytes, m.Scale, m.Dwords, m.Addr, m.Data, m.Data1 = isa.MemoryStore2, 8, 512, 2, 0, 1, 2
		}},
		{"ds_swizzle_b32 v0, v1", func(m *isa.MemoryShape) { m.Kind, m.Return, m.Dst, m.Addr = isa.MemoryLanes, 1, 0, 1 }},
		{"buffer_inv sc1", func(m *isa.MemoryShape) {}},
	} {
		want := none
		c.want(&want)
		for _, target := range isa.Targets() {
			if inst := parse(t, target, c.text); inst.Row.Memory == nil || *inst.Row.Memory != want {
				t.Errorf("%s: %s has the shape %+v, want %+v", target.Chip.Name, c.text, inst.Row.Memory, want)
			}
		}
	}
}

// TestMemoryOfRows: shapes, traits, classes and arch's tables of the LDS say the
// same.
func TestMemoryOfRows(t *testing.T) {
	for _, target := range isa.Targets() {
		for i := range target.Rows() {
			row := &target.Rows()[i]
			m, inst := row.Memory, row.NewInst()
			if m == nil {
				if row.Unit == isa.UnitVMEM || row.Unit == isa.UnitFlat || row.Unit == isa.UnitLDS && !target.Classes(&inst).Has(isa.HazGDS) {
					t.Errorf("%s: %s has no shape", target.Chip.Name, row.Mnemonic)
				}
				continue
			}
			if m.ToLDS != target.Classes(&inst).Has(isa.HazLDSDMA) {
				t.Errorf("%s: %s %s: direct to LDS: %v", target.Chip.Name, row.Mnemonic, row.Form, m.ToLDS)
			}
			loads := m.Kind != isa.MemoryNothing && m.Kind != isa.MemoryStore && m.Kind != isa.MemoryStoreFormat && m.Kind != isa.MemoryStore2 && m.Kind != isa.MemoryLanes
			if loads != (row.Traits&isa.MayLoad != 0) {
				t.Errorf("%s: %s loads: %v", target.Chip.Name, row.Mnemonic, loads)
			}
			if a, ok := target.Chip.LDSAccess(row.Mnemonic); ok && a.Bytes != m.Bytes {
				t.Errorf("%s: %s accesses %d bytes, by arch %d", target.Chip.Name, row.Mnemonic, m.Bytes, a.Bytes)
			}
		}
	}
}

// TestCost: costs by hand, in clocks, from the figures in arch.
func TestCost(t *testing.T) {
	for _, c := range []struct {
		text string
		want isa.Cost
	}{
		{"v_add_f32 v0, v1, v2", isa.Cost{Issue: 4, Result: 8}},
		{"v_exp_f32 v0, v1", isa.Cost{Issue: 16, Result: 20}},
		{"s_add_u32 s0, s1, s2", isa.Cost{Issue: 4, Result: 4}},
		{"s_load_dword s0, s[2:3], 0x0", isa.Cost{Issue: 4, Result: 200}},
		{"v_mfma_f32_32x32x8_f16 v[0:15], v[16:17], v[18:19], v[0:15]", isa.Cost{Issue: 8, Pipe: isa.PipeMatrix, Busy: 32, Result: 32}},
		{"ds_read_b32 v0, v1", isa.Cost{Issue: 4, Pipe: isa.PipeLDS, Busy: 8, Result: 64}},
		{"ds_read_b128 v[0:3], v4", isa.Cost{Issue: 4, Pipe: isa.PipeLDS, Busy: 16, Result: 64}},
		{"ds_write2_b64 v0, v[2:3], v[4:5]", isa.Cost{Issue: 20, Pipe: isa.PipeLDS, Busy: 8, Result: 64}},
		{"global_load_dwordx4 v[0:3], v[4:5], off", isa.Cost{Issue: 4, Pipe: isa.PipeVMEM, Busy: 16, Result: 862}},
	} {
		inst := parse(t, isa.GFX942, c.text)
		if got := inst.Cost(&isa.GFX942.Chip.Timing); got != c.want {
			t.Errorf("%s costs %+v, want %+v", c.text, got, c.want)
		}
	}
}
