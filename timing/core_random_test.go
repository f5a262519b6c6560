package timing

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"heddle/isa"
)

const mixed = `
	v_add_f32 v1, v2, v3
	v_pk_add_f32 v[2:3], v[4:5], v[6:7]
	v_exp_f32 v4, v5
	v_cmp_gt_u32 vcc, v1, v2
	v_mfma_f32_16x16x16_bf16 v[8:11], v[12:13], v[14:15], v[8:11]
	v_mfma_f32_32x32x8_f16 v[16:31], v[12:13], v[14:15], v[16:31]
	ds_read_b128 v[4:7], v2
	ds_write_b64 v1, v[2:3]
	ds_bpermute_b32 v1, v2, v3
	global_load_dwordx4 v[4:7], v[2:3], off
	global_store_dword v[2:3], v4, off
	flat_load_dword v1, v[2:3]
	s_load_dwordx2 s[0:1], s[2:3], 0x0
	s_mov_b32 s0, s1
	s_cbranch_scc0 -10
	s_cbranch_vccz 10
	s_waitcnt vmcnt(2) lgkmcnt(1)
	s_waitcnt vmcnt(0)
	s_nop 2
	s_sleep 1
	s_setprio 2
	s_barrier
	s_endpgm
`

// ordered is a Memory that is asked in the order of time.
type ordered struct {
	t    testing.TB
	last Cycle
	rng  *rand.Rand
}

func (o *ordered) ask(now Cycle) {
	if now < o.last {
		o.t.Errorf("asked at %d after %d", now, o.last)
	}
	o.last = now
}

func (o *ordered) Vector(now Cycle, _ int, _ *Access) (taken, done Cycle) {
	o.ask(now)
	return now + Cycle(o.rng.IntN(20)), now + Cycle(o.rng.IntN(900))
}

func (o *ordered) Scalar(now Cycle, _ int, _ *Access) Cycle {
	o.ask(now)
	return now + Cycle(o.rng.IntN(300))
}

func (o *ordered) Fetch(now Cycle, _ int, _ uint64) Cycle {
	o.ask(now)
	return now + Cycle(o.rng.IntN(2)*200)
}

// TestRandomStreams: whatever waves execute, also what no code could, they all end; each slot has what the rules
// admit; the memory is asked in the order of time; and a second run gives the same.
func TestRandomStreams(t *testing.T) {
	for _, target := range isa.Targets() {
		for seed := range uint64(20) {
			var texts [2]string
			for k := range texts {
				texts[k] = randomRun(t, target, seed)
			}
			if texts[0] != texts[1] {
				t.Errorf("%s, seed %d: two runs differ", target.Chip.Name, seed)
			}
		}
	}
}

func randomRun(t *testing.T, target *isa.Target, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 1))
	l := newLab(t, target, mixed)
	l.memory = &ordered{t: t, rng: rng}
	l.launch = Launch{CUs: 4, XCDs: 2, GroupInterval: 5, WaveInterval: 3, Turnaround: 20}
	ops := 0
	for g := range 12 {
		group := &Group{Workgroup: g}
		for w := range 1 + rng.IntN(9) {
			s := &Stream{Workgroup: g, Wave: w}
			for range rng.IntN(120) {
				i := rng.IntN(len(l.prog.Insts))
				l.extend(s, i, min(i+1+rng.IntN(4), len(l.prog.Insts)))
			}
			for i := range s.Accesses {
				a := &s.Accesses[i]
				switch {
				case rng.IntN(8) == 0:
					a.Space = NoSpace
				case a.Space == LDS:
					a.Data = rng.IntN(40)
					a.Conflicts = rng.IntN(a.Data + 1)
				}
			}
			for i := range s.Ops { // a wave ends with its first s_endpgm
				if l.prog.Insts[s.Ops[i].Inst].Inst.Row.Op == isa.S_ENDPGM {
					s.Ops = s.Ops[:i+1]
					break
				}
			}
			ops += len(s.Ops)
			group.Streams = append(group.Streams, s)
		}
		l.groups = append(l.groups, group)
	}
	l.run(t)
	type place struct {
		cu, simd int
		at       Cycle
	}
	vector, scalar, memory := map[place]int{}, map[place]int{}, map[place]int{}
	issues := 0
	for w, list := range l.issues {
		wave := l.result.Waves[w]
		for k, i := range list {
			issues++
			if i.At%slot != 0 || i.Seq != k || i.At < i.Ready || k > 0 && i.Ready < list[k-1].At+slot {
				t.Fatalf("seed %d: wave %d issues %+v", seed, w, i)
			}
			p := place{wave.CU, wave.SIMD, i.At}
			switch l.prog.Insts[i.Inst].Inst.Row.Unit {
			case isa.UnitVALU, isa.UnitTrans, isa.UnitXDL:
				vector[p]++
			case isa.UnitSALU, isa.UnitSMEM:
				scalar[p]++
			case isa.UnitVMEM, isa.UnitFlat:
				memory[place{wave.CU, 0, i.At}]++
			}
		}
		if n := len(list); n > 0 && wave.End < list[n-1].At {
			t.Errorf("seed %d: wave %d ends at %d", seed, w, wave.End)
		}
	}
	if issues != ops {
		t.Errorf("seed %d: %d of %d instructions issued", seed, issues, ops)
	}
	for _, c := range []struct {
		name string
		n    map[place]int
		most int
	}{{"vector", vector, 2}, {"scalar", scalar, 1}, {"vector memory", memory, 1}} {
		for p, n := range c.n {
			if n > c.most {
				t.Errorf("seed %d: %d %s instructions in a slot: %+v", seed, n, c.name, p)
			}
		}
	}
	return fmt.Sprint(l.issues, l.result.Waves, l.result.Loops)
}
