package inspect

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
)

// Dump is the state of a wave where its run was stopped.
type Dump struct {
	Exec uint64 `json:"exec"`
	VCC  uint64 `json:"vcc"`
	SCC  bool   `json:"scc"`
	M0   uint32 `json:"m0"`
	Mode uint32 `json:"mode"`
	// VMCount and LGKMCount are what vmcnt and lgkmcnt count, Outstanding the operations.
	VMCount     int       `json:"vmcnt"`
	LGKMCount   int       `json:"lgkmcnt"`
	Outstanding []Pending `json:"outstanding"`
	// Scalars are s0 and on, Vectors the lanes of each vector register that is not 0.
	Scalars []uint32   `json:"scalars"`
	Vectors []Vector   `json:"vectors"`
	LDS     []LDSBytes `json:"lds"`
	// Last are the latest entries of the wave's history, nil if there is none.
	Last []Past `json:"last,omitempty"`

	registers sim.Registers
	lines     *hsaco.LineTable
	ldsSize   int
}

// Pending is a memory operation that no wait has covered.
type Pending struct {
	Addr uint64 `json:"address"`
	Text string `json:"instruction"`
	VM   int    `json:"vmcnt"`
	LGKM int    `json:"lgkmcnt"`
}

// Vector is a vector register: Name is that of an AGPR if it is one.
type Vector struct {
	Name  string   `json:"register"`
	Lanes []uint32 `json:"lanes"`
	reg   isa.Reg
}

// LDSBytes is a part of the LDS that is not 0: dwords from an offset in bytes on.
type LDSBytes struct {
	Offset int      `json:"offset"`
	Dwords []uint32 `json:"dwords"`
}

// ldsRow is how many dwords of the LDS are in a row.
const ldsRow = 8

// NewDump returns the state of the wave at an error. The object is the kernel's; the history may be nil.
func NewDump(object *hsaco.Object, at *sim.RunError, h *History) *Dump {
	r := at.Registers
	word := func(reg isa.Reg) uint64 { return uint64(r.Scalar(reg)) | uint64(r.Scalar(reg+1))<<32 }
	d := &Dump{Exec: word(isa.ExecLo), VCC: word(isa.VCCLo), SCC: r.SCC(), M0: r.Scalar(isa.M0), Mode: r.Mode(),
		Outstanding: []Pending{}, Vectors: []Vector{}, LDS: []LDSBytes{}, registers: r, lines: linesOf(object), ldsSize: r.LDSBytes()}
	d.VMCount, d.LGKMCount = r.Counters()
	for _, o := range r.Outstanding() {
		d.Outstanding = append(d.Outstanding, Pending{o.CodeAddr, o.Inst.String(), o.VM, o.LGKM})
	}
	used := 0
	for i := range object.Chip.SGPRs {
		if d.Scalars = append(d.Scalars, r.Scalar(isa.SGPR(i))); d.Scalars[i] != 0 {
			used = i + 1
		}
	}
	d.Scalars = d.Scalars[:used]
	for i := range r.VectorRegisters() {
		if lanes := r.Lanes(isa.VGPR(i)); *lanes != [64]uint32{} {
			d.Vectors = append(d.Vectors, Vector{r.Name(isa.VGPR(i)).String(), lanes[:], isa.VGPR(i)})
		}
	}
	d.dumpLDS(r.LDS())
	if h != nil {
		d.Last = h.Of(at.Workgroup, at.Wave, r.Count())
	}
	return d
}

// dumpLDS notes the rows of the LDS that are not 0.
func (d *Dump) dumpLDS(b []byte) {
	for at := 0; at < len(b); at += 4 * ldsRow {
		row, all := LDSBytes{Offset: at}, uint32(0)
		for i := at; i+4 <= min(len(b), at+4*ldsRow); i += 4 {
			v := uint32(b[i]) | uint32(b[i+1])<<8 | uint32(b[i+2])<<16 | uint32(b[i+3])<<24
			row.Dwords, all = append(row.Dwords, v), all|v
		}
		switch n := len(d.LDS); {
		case all == 0:
		case n > 0 && d.LDS[n-1].Offset+4*len(d.LDS[n-1].Dwords) == at:
			d.LDS[n-1].Dwords = append(d.LDS[n-1].Dwords, row.Dwords...)
		default:
			d.LDS = append(d.LDS, row)
		}
	}
}

// Write prints the dump, of vector registers the lanes of the filter and in its format; it may be nil.
func (d *Dump) Write(w io.Writer, f *Filter) error {
	if f == nil {
		f = &Filter{}
	}
	b := bufio.NewWriter(w)
	scc := 0
	if d.SCC {
		scc = 1
	}
	fmt.Fprintf(b, "exec %#x  vcc %#x  scc %d  m0 %#x  mode %#x\n", d.Exec, d.VCC, scc, d.M0, d.Mode)
	fmt.Fprintf(b, "outstanding: vmcnt %d, lgkmcnt %d\n", d.VMCount, d.LGKMCount)
	for _, o := range d.Outstanding {
		fmt.Fprintf(b, "  %#x: %s%s\n", o.Addr, o.Text, d.source(o.Addr))
	}
	if d.Last != nil {
		fmt.Fprintf(b, "last executed:\n")
		for _, p := range d.Last {
			fmt.Fprintf(b, "  #%d %#x: %s%s\n", p.Seq, p.Addr, p.Text, d.source(p.Addr))
		}
	}
	d.writeScalars(b)
	d.writeVectors(b, f)
	d.writeLDS(b, f)
	return b.Flush()
}

// source is the place of code in its source, as a comment.
func (d *Dump) source(addr uint64) string {
	if s := sourceAt(d.lines, addr); s.Line > 0 {
		return "  ; " + s.String()
	}
	return ""
}

func (d *Dump) writeScalars(b *bufio.Writer) {
	const perLine = 8
	fmt.Fprintln(b, "scalar registers (the rest is 0):")
	for i := 0; i < len(d.Scalars); i += perLine {
		var row []string
		for _, v := range d.Scalars[i:min(i+perLine, len(d.Scalars))] {
			row = append(row, fmt.Sprintf("%08x", v))
		}
		fmt.Fprintf(b, "  s%-3d %s\n", i, strings.Join(row, " "))
	}
}

func (d *Dump) writeVectors(b *bufio.Writer, f *Filter) {
	fmt.Fprintln(b, "vector registers (the rest is 0):")
	lanes := f.lanes
	if lanes == 0 {
		lanes = ^uint64(0)
	}
	for _, v := range d.Vectors {
		fmt.Fprintf(b, "  %-4s %s\n", v.Name, appendLanes(nil, &laneValues{dwords: d.registers.Lanes(v.reg), lanes: lanes, as: f.as}, blanks[:7], 64))
	}
}

func (d *Dump) writeLDS(b *bufio.Writer, f *Filter) {
	fmt.Fprintf(b, "LDS, %s (the rest is 0):\n", diag.Count(d.ldsSize, "byte"))
	for _, part := range d.LDS {
		var before []uint32
		for i, starred := 0, false; i < len(part.Dwords); i += ldsRow {
			row := part.Dwords[i:min(i+ldsRow, len(part.Dwords))]
			if slices.Equal(row, before) {
				if !starred {
					fmt.Fprintln(b, "  *") // the same again
				}
				starred = true
				continue
			}
			before, starred = row, false
			fmt.Fprintf(b, "  %#06x", part.Offset+4*i)
			for _, v := range row {
				if f.as == formatOfUse {
					fmt.Fprintf(b, " %08x", v)
				} else {
					fmt.Fprintf(b, " %s", appendValue(nil, v, f.as))
				}
			}
			fmt.Fprintln(b)
		}
	}
}
