package mach

import (
	"fmt"
	"testing"

	"heddle/isa"
)

// A tiny evaluator of machine IR, for virtual registers and for physical ones:
// one wave, registers full of noise at first. Both runs of a program must
// store the same.

type wave [64]uint32

type machine struct {
	t     testing.TB
	f     *Func
	noise uint32
	regs  map[int]*wave // vector and scalar registers (lane 0); by unit or by 1<<20 + physical number
	first []int
	exec  uint64
	scc   bool
	steps int
	log   []string // what was stored
	mem   map[uint32]uint32
}

func newMachine(t testing.TB, f *Func, noise uint32) *machine {
	m := &machine{t: t, f: f, noise: noise, regs: map[int]*wave{}, exec: ^uint64(0), mem: map[uint32]uint32{}}
	m.first = make([]int, len(f.Regs)+1)
	for r := range f.Regs {
		m.first[r+1] = m.first[r] + int(f.Regs[r].Dwords)
	}
	for l := range 64 { // what the wave begins with
		m.phys(isa.V0)[l] = uint32(l)
	}
	m.phys(isa.SGPR(0))[0], m.phys(isa.SGPR(1))[0] = 0x1000, 0
	return m
}

func scramble(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	return x ^ x>>16
}

// reg is the storage of dword i of an operand.
func (m *machine) reg(o *Operand, i int) *wave {
	if o.Kind == OperandReg {
		if info := &m.f.Regs[o.Part.Reg]; info.HasFixed {
			return m.phys(info.Fixed + isa.Reg(int(o.Part.Sub)+i))
		}
		return m.at(m.first[o.Part.Reg] + int(o.Part.Sub) + i)
	}
	return m.phys(o.Phys + isa.Reg(i))
}

func (m *machine) phys(r isa.Reg) *wave { return m.at(1<<20 + int(r)) }

func (m *machine) at(key int) *wave {
	w := m.regs[key]
	if w == nil {
		w = new(wave)
		for l := range w {
			w[l] = scramble(m.noise + uint32(key)*64 + uint32(l))
		}
		m.regs[key] = w
	}
	return w
}

func (m *machine) vector(o *Operand) bool {
	if o.Kind == OperandReg {
		return m.f.Regs[o.Part.Reg].File == FileV
	}
	return o.Kind == OperandPhys && o.Phys >= isa.V0
}

// get is dword i of an operand in a lane.
func (m *machine) get(o *Operand, i, lane int) uint32 {
	switch o.Kind {
	case OperandConst, OperandImm:
		if i == 1 {
			return uint32(o.Value >> 32)
		}
		return uint32(o.Value)
	case OperandPhys:
		if o.Phys == isa.ExecLo {
			return uint32(m.exec >> (32 * i))
		}
	}
	if !m.vector(o) {
		lane = 0
	}
	return m.reg(o, i)[lane]
}

func (m *machine) set(o *Operand, i, lane int, v uint32) {
	if o.Kind == OperandPhys && o.Phys == isa.ExecLo {
		shift := 32 * i
		m.exec = m.exec&^(0xffffffff<<shift) | uint64(v)<<shift
		return
	}
	m.reg(o, i)[lane] = v
}

func (m *machine) get64(o *Operand) uint64 {
	return uint64(m.get(o, 0, 0)) | uint64(m.get(o, 1, 0))<<32
}

func (m *machine) set64(o *Operand, v uint64) {
	m.set(o, 0, 0, uint32(v))
	m.set(o, 1, 0, uint32(v>>32))
}

// lanes calls f for each lane in EXEC.
func (m *machine) lanes(f func(l int)) {
	for l := range 64 {
		if m.exec>>l&1 != 0 {
			f(l)
		}
	}
}

func (m *machine) run() []string {
	b := m.f.Blocks[0]
	for {
		for _, in := range b.Instrs {
			m.step(in)
		}
		m.steps++
		if m.steps > 2000 {
			m.t.Fatal("endless")
		}
		taken := false
		switch b.Term.Cond {
		case CondEnd:
			return m.log
		case CondSCC0:
			taken = !m.scc
		case CondSCC1:
			taken = m.scc
		case CondEXECZ:
			taken = m.exec == 0
		case CondEXECNZ:
			taken = m.exec != 0
		case CondNone:
		default:
			m.t.Fatal("branch")
		}
		if taken {
			b = b.Term.Taken
		} else {
			b = b.Term.Next
		}
	}
}

func (m *machine) step(in *Instr) {
	a := &in.Args
	switch {
	case in.Flags&Undef != 0:
		return
	case in.Flags&Copy != 0:
		exec := m.exec
		if in.Flags&WholeWave != 0 {
			m.exec = ^uint64(0)
		}
		n := int(a[0].Part.N)
		old := make([]wave, n)
		for i := range n {
			for l := range 64 {
				if a[1].Kind == OperandConst {
					old[i][l] = uint32(a[1].Value)
				} else {
					old[i][l] = m.get(&a[1], i, l)
				}
			}
		}
		for i := range n {
			if !m.vector(&a[0]) {
				m.set(&a[0], i, 0, old[i][0])
				continue
			}
			m.lanes(func(l int) { m.set(&a[0], i, l, old[i][l]) })
		}
		m.exec = exec
		return
	}
	f := evalOps[in.Row.Op]
	if f == nil {
		m.t.Fatalf("the evaluator does not know %s", in.Row.Mnemonic)
	}
	f(m, in, a)
}

type evalFunc = func(m *machine, in *Instr, a *[isa.MaxArgs]Operand)

// lane2 evaluates dst = f(src0, src1), dword by dword, lane by lane.
func lane2(f func(x, y uint32) uint32) evalFunc {
	return func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		m.lanes(func(l int) { m.set(&a[0], 0, l, f(m.get(&a[1], 0, l), m.get(&a[2], 0, l))) })
	}
}

func mov(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
	n := int(in.Row.Operands[0].Dwords)
	m.lanes(func(l int) {
		for i := range n {
			v := m.get(&a[1], i, l)
			if a[1].Kind == OperandConst && i == 1 {
				v = uint32(a[1].Value >> 32)
			}
			m.set(&a[0], i, l, v)
		}
	})
}

func smov(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
	if in.Row.Operands[0].Dwords == 2 {
		m.set64(&a[0], m.get64(&a[1]))
		return
	}
	m.set(&a[0], 0, 0, m.get(&a[1], 0, 0))
}

func scalar2(f func(m *machine, x, y uint32) uint32) evalFunc {
	return func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		m.set(&a[0], 0, 0, f(m, m.get(&a[1], 0, 0), m.get(&a[2], 0, 0)))
	}
}

func mask2(f func(x, y uint64) uint64) evalFunc {
	return func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		v := f(m.get64(&a[1]), m.get64(&a[2]))
		m.set64(&a[0], v)
		m.scc = v != 0
	}
}

func vload(n int) evalFunc {
	return func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		var got [4]wave
		m.lanes(func(l int) {
			addr := m.get(&a[1], 0, l) + uint32(in.Mods.Offset)
			if a[2].Kind != OperandOff {
				addr += m.get(&a[2], 0, 0)
			}
			for i := range n {
				got[i][l] = scramble(addr + uint32(4*i))
			}
		})
		m.lanes(func(l int) {
			for i := range n {
				m.set(&a[0], i, l, got[i][l])
			}
		})
	}
}

// mfma is not what the instruction does, but depends on the same registers:
// all lanes of all, whatever EXEC is.
func mfma(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
	n, k := int(in.Row.Operands[0].Dwords), int(in.Row.Operands[1].Dwords)
	sum := uint32(0)
	for s := 1; s <= 2; s++ {
		for i := range k {
			for l := range 64 {
				sum = scramble(sum + m.get(&a[s], i, l))
			}
		}
	}
	var out [16]wave
	for i := range n {
		for l := range 64 {
			c := uint32(a[3].Value)
			if a[3].Kind != OperandConst {
				c = m.get(&a[3], i, l)
			}
			out[i][l] = c + sum*uint32(i+1) + uint32(l)
		}
	}
	for i := range n {
		for l := range 64 {
			m.set(&a[0], i, l, out[i][l])
		}
	}
}

// scratchAt is the address of dword i of a scratch access in a lane.
func (m *machine) scratchAt(in *Instr, l, i int) uint32 {
	at := 1<<31 + uint32(l)<<20 + uint32(in.Mods.Offset) + uint32(4*i)
	if in.Args[2].Kind != OperandOff {
		at += m.get(&in.Args[2], 0, 0)
	}
	return at
}

func scratchStore(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
	m.lanes(func(l int) {
		for i := range int(in.Row.Operands[1].Dwords) {
			m.mem[m.scratchAt(in, l, i)] = m.get(&a[1], i, l)
		}
	})
}

func scratchLoad(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
	m.lanes(func(l int) {
		for i := range int(in.Row.Operands[0].Dwords) {
			m.set(&a[0], i, l, m.mem[m.scratchAt(in, l, i)])
		}
	})
}

var evalOps = map[isa.Op]evalFunc{
	isa.V_ADD_U32:    lane2(func(x, y uint32) uint32 { return x + y }),
	isa.V_XOR_B32:    lane2(func(x, y uint32) uint32 { return x ^ y }),
	isa.V_MUL_LO_U32: lane2(func(x, y uint32) uint32 { return x * y }),
	isa.V_MOV_B32:    mov, isa.V_MOV_B64: mov,
	isa.V_ACCVGPR_READ_B32: mov, isa.V_ACCVGPR_WRITE_B32: mov, isa.V_ACCVGPR_MOV_B32: mov,
	isa.S_MOV_B32: smov, isa.S_MOV_B64: smov,
	isa.V_LSHL_ADD_U32: func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		m.lanes(func(l int) { m.set(&a[0], 0, l, m.get(&a[1], 0, l)<<(m.get(&a[2], 0, l)&31)+m.get(&a[3], 0, l)) })
	},
	isa.V_LSHLREV_B64: func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		m.lanes(func(l int) {
			v := (uint64(m.get(&a[2], 0, l)) | uint64(m.get(&a[2], 1, l))<<32) << (m.get(&a[1], 0, l) & 63)
			m.set(&a[0], 0, l, uint32(v))
			m.set(&a[0], 1, l, uint32(v>>32))
		})
	},
	isa.V_CNDMASK_B32: func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		mask := m.get64(&a[3])
		m.lanes(func(l int) { m.set(&a[0], 0, l, m.get(&a[1+mask>>l&1], 0, l)) })
	},
	isa.V_CMP_LT_U32: func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		var mask uint64
		m.lanes(func(l int) {
			if m.get(&a[1], 0, l) < m.get(&a[2], 0, l) {
				mask |= 1 << l
			}
		})
		m.set64(&a[0], mask)
	},
	isa.V_READFIRSTLANE_B32: func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		lane := 0
		for l := 63; l >= 0; l-- {
			if m.exec>>l&1 != 0 {
				lane = l
			}
		}
		m.set(&a[0], 0, 0, m.get(&a[1], 0, lane))
	},
	isa.V_READLANE_B32: func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		m.set(&a[0], 0, 0, m.get(&a[1], 0, int(m.get(&a[2], 0, 0)&63)))
	},
	isa.V_WRITELANE_B32: func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		m.set(&a[0], 0, int(m.get(&a[2], 0, 0)&63), m.get(&a[1], 0, 0))
	},
	isa.S_ADD_U32:  scalar2(func(m *machine, x, y uint32) uint32 { m.scc = uint64(x)+uint64(y) > 0xffffffff; return x + y }),
	isa.S_ADD_I32:  scalar2(func(m *machine, x, y uint32) uint32 { return x + y }), // its overflow is not looked at
	isa.S_LSHL_B32: scalar2(func(m *machine, x, y uint32) uint32 { m.scc = x<<(y&31) != 0; return x << (y & 31) }),
	isa.S_ADDC_U32: scalar2(func(m *machine, x, y uint32) uint32 {
		sum := uint64(x) + uint64(y)
		if m.scc {
			sum++
		}
		m.scc = sum > 0xffffffff
		return uint32(sum)
	}),
	isa.S_XOR_B32: scalar2(func(m *machine, x, y uint32) uint32 { m.scc = x^y != 0; return x ^ y }),
	isa.S_MUL_I32: scalar2(func(m *machine, x, y uint32) uint32 { return x * y }),
	isa.S_CMP_LT_U32: func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		m.scc = m.get(&a[0], 0, 0) < m.get(&a[1], 0, 0)
	},
	isa.S_AND_B64:   mask2(func(x, y uint64) uint64 { return x & y }),
	isa.S_ANDN2_B64: mask2(func(x, y uint64) uint64 { return x &^ y }),
	isa.S_OR_B64:    mask2(func(x, y uint64) uint64 { return x | y }),
	isa.S_AND_SAVEEXEC_B64: func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		old := m.exec
		m.exec &= m.get64(&a[1])
		m.set64(&a[0], old)
		m.scc = m.exec != 0
	},
	isa.GLOBAL_LOAD_DWORD: vload(1), isa.GLOBAL_LOAD_DWORDX2: vload(2), isa.GLOBAL_LOAD_DWORDX4: vload(4),
	isa.GLOBAL_STORE_DWORD: func(m *machine, in *Instr, a *[isa.MaxArgs]Operand) {
		var values [64]uint32
		m.lanes(func(l int) { values[l] = m.get(&a[1], 0, l) ^ scramble(m.get(&a[0], 0, l)) })
		m.log = append(m.log, fmt.Sprintf("%016x %x", m.exec, values))
	},
	isa.SCRATCH_STORE_DWORD: scratchStore, isa.SCRATCH_STORE_DWORDX2: scratchStore, isa.SCRATCH_STORE_DWORDX3: scratchStore, isa.SCRATCH_STORE_DWORDX4: scratchStore,
	isa.SCRATCH_LOAD_DWORD: scratchLoad, isa.SCRATCH_LOAD_DWORDX2: scratchLoad, isa.SCRATCH_LOAD_DWORDX3: scratchLoad, isa.SCRATCH_LOAD_DWORDX4: scratchLoad,
	isa.V_MFMA_F32_32X32X8_F16: mfma, isa.V_MFMA_F32_16X16X16_F16: mfma,
}

// sameLog compares what two runs stored.
func sameLog(a, b []string) error {
	if len(a) != len(b) {
		return fmt.Errorf("%d and %d stores", len(a), len(b))
	}
	for i := range a {
		if a[i] != b[i] {
			return fmt.Errorf("store %d:\n%s\n%s", i, a[i], b[i])
		}
	}
	return nil
}
