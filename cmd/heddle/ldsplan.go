package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/layout"
)

// ldsSolveJSON is the output of lds --solve --json.
type ldsSolveJSON struct {
	Schema   string          `json:"schema"`
	Target   string          `json:"target"`
	Rows     int             `json:"rows"`
	RowBytes int             `json:"rowBytes"`
	Direct   []int           `json:"direct"` // bytes a lane of the direct loads
	Accesses []ldsAccessJSON `json:"accesses"`
	Solution *ldsPlanJSON    `json:"solution"`
	Others   []*ldsPlanJSON  `json:"others"`
	Given    *ldsPlanJSON    `json:"given,omitempty"`
	Why      []ldsWhyJSON    `json:"why"` // no linear swizzle is free of conflicts
	pictures []layout.BankPicture
	question *ldsQuestion
}

// ldsAccessJSON is an access to the tile.
type ldsAccessJSON struct {
	Access string `json:"access"` // as it was asked for
	// Formulas say where in the tile an access of a lane is, bit by bit and columns in bytes; bits that
	// are always 0 are left out. Item numbers the accesses of a lane.
	Formulas []string `json:"formulas"`
	Evidence string   `json:"evidence"` // how its phases are known
}

// ldsWhyJSON is layout.LDSReason.
type ldsWhyJSON struct {
	Accesses []string `json:"accesses"`
	Text     string   `json:"text"`
}

// ldsPlanJSON is a layout of the tile.
type ldsPlanJSON struct {
	Kind    string `json:"kind"`
	Formula string `json:"formula"` // the offset of a byte, of row and col
	Bytes   int    `json:"bytes"`   // of LDS
	// Chunk is the number of bytes that stay together, 0 if that is not known.
	Chunk    int                 `json:"chunk,omitempty"`
	Accesses []ldsPlanAccessJSON `json:"accesses"`
	// DirectRegisters is how many registers hold the addresses in memory of direct loads of one wave.
	DirectRegisters int `json:"directRegisters,omitempty"`
	// DirectApart says that it takes apart what a lane of the direct loads writes.
	DirectApart bool `json:"directApart,omitempty"`
}

// ldsPlanAccessJSON is an access in a layout.
type ldsPlanAccessJSON struct {
	Ways         int       `json:"ways"` // 0 if the layout takes apart what a lane accesses
	Registers    int       `json:"registers,omitempty"`
	Instructions int       `json:"instructions,omitempty"`
	Certificate  *certJSON `json:"certificate,omitempty"` // if the layout is linear
}

// certJSON is layout.LDSCertificate.
type certJSON struct {
	Lanes []int `json:"lanes"`
	Bits  []int `json:"bits"`
	// Matrix has a row for each of Bits and a column for each of Lanes.
	Matrix [][]int `json:"matrix"`
	Words  int     `json:"words"`
	Rank   int     `json:"rank"`
}

// picturedRows is how many rows of banks a picture shows.
const picturedRows = 8

// answer solves the question.
func (q *ldsQuestion) answer(family, given string) (*ldsSolveJSON, error) {
	if len(q.problem.Accesses) == 0 {
		return nil, usagef("--solve needs an ACCESS that uses the banks, such as ds_read_b128:v_mfma_f32_16x16x32_bf16:A")
	}
	a := &ldsSolveJSON{Schema: "heddle.lds.solve/v1", Target: q.chip.Name, Rows: q.problem.Tile.Rows, RowBytes: q.problem.Tile.RowBytes,
		Direct: append([]int{}, q.direct...), Others: []*ldsPlanJSON{}, Why: []ldsWhyJSON{}, question: q}
	for i, p := range q.problem.Accesses {
		formulas := slices.DeleteFunc(p.Layout.Formulas(), func(f string) bool { return strings.HasSuffix(f, " = 0") })
		a.Accesses = append(a.Accesses, ldsAccessJSON{q.names[i], formulas, p.Access.Evidence.String()})
	}
	plans, err := q.problem.Solve()
	if err != nil {
		return nil, err
	}
	var best *layout.LDSPlan
	for _, p := range plans {
		if allowed := family == "any" || (p.Padding != nil) == (family == "padding"); best == nil && allowed {
			best, a.Solution = p, q.plan(p)
			continue
		}
		a.Others = append(a.Others, q.plan(p))
	}
	if best == nil {
		return nil, fmt.Errorf("--family %s: no padding leaves these accesses without conflicts", family)
	}
	why, err := q.problem.Why()
	if err != nil {
		return nil, err
	}
	for _, r := range why {
		reason := ldsWhyJSON{Text: r.Text}
		for _, i := range r.Accesses {
			reason.Accesses = append(reason.Accesses, q.names[i])
		}
		a.Why = append(a.Why, reason)
	}
	if given != "" {
		f, err := q.given(given)
		if err != nil {
			return nil, err
		}
		p, err := q.problem.Evaluate(f, q.chip.LDSBytes)
		if err != nil {
			return nil, usagef("--layout %s: %w", given, err)
		}
		a.Given = q.plan(p)
		a.picture(best)
		best = p
	}
	a.picture(best)
	return a, nil
}

// picture adds the pictures of the accesses in a layout.
func (a *ldsSolveJSON) picture(p *layout.LDSPlan) {
	for i, x := range a.question.problem.Accesses {
		if p.Ways[i] > 0 {
			a.pictures = append(a.pictures, p.Banks(p.Kind()+", "+a.question.names[i], x, p.Ways[i], picturedRows))
		}
	}
}

// plan converts a plan.
func (q *ldsQuestion) plan(p *layout.LDSPlan) *ldsPlanJSON {
	out := &ldsPlanJSON{Kind: p.Kind(), Formula: p.Formula(), Bytes: p.Bytes, DirectApart: p.Apart, DirectRegisters: p.Direct.Registers}
	if p.Given == nil && p.Padding == nil {
		out.Chunk = p.Swizzle.ChunkBytes
	}
	for i, a := range q.problem.Accesses {
		access := ldsPlanAccessJSON{Ways: p.Ways[i]}
		if p.Costs != nil {
			access.Registers, access.Instructions = p.Costs[i].Registers, p.Costs[i].Instructions
		}
		if p.Ways[i] > 0 {
			if c := p.Certificate(a); c != nil {
				cert := &certJSON{Lanes: c.Lanes, Bits: c.Bits, Words: c.Words, Rank: c.Rank}
				for row := range c.Matrix.Rows() {
					var line []int
					for column := range c.Matrix.Cols() {
						line = append(line, int(c.Matrix.Col(column)>>row&1))
					}
					cert.Matrix = append(cert.Matrix, line)
				}
				access.Certificate = cert
			}
		}
		out.Accesses = append(out.Accesses, access)
	}
	return out
}

// write prints the answer as text.
func (a *ldsSolveJSON) write(w *bufio.Writer) error {
	fmt.Fprintf(w, "a tile of %d rows of %d bytes in LDS (%s)\n", a.Rows, a.RowBytes, a.Target)
	for _, n := range a.Direct {
		fmt.Fprintf(w, "  direct:%d: from memory, %d bytes a lane, one after the other\n", n, n)
	}
	for _, x := range a.Accesses {
		fmt.Fprintf(w, "  %s (phases %s)\n    %s\n", x.Access, x.Evidence, strings.Join(x.Formulas, ", "))
	}
	a.writePlan(w, "solution", a.Solution)
	for _, why := range a.Why {
		fmt.Fprintf(w, "  why no swizzle is free of conflicts: %s: %s\n", strings.Join(why.Accesses, " and "), why.Text)
	}
	if a.Given != nil {
		a.writePlan(w, "asked for", a.Given)
	}
	table := [][]string{{"layout", "ways", "registers", "instructions", "bytes", "formula"}}
	for _, p := range append([]*ldsPlanJSON{a.Solution}, a.Others...) {
		var ways, registers, instructions []string
		for _, x := range p.Accesses {
			ways = append(ways, fmt.Sprint(x.Ways))
			registers = append(registers, fmt.Sprint(x.Registers))
			instructions = append(instructions, fmt.Sprint(x.Instructions))
		}
		table = append(table, []string{p.Kind, strings.Join(ways, "+"), strings.Join(registers, "+"), strings.Join(instructions, "+"), fmt.Sprint(p.Bytes), p.Formula})
	}
	fmt.Fprintf(w, "\n%s", layout.Table(table))
	for _, p := range a.pictures {
		fmt.Fprintf(w, "\nthe first phase, %s", p)
	}
	return nil
}

// writePlan prints a layout with its certificate.
func (a *ldsSolveJSON) writePlan(w *bufio.Writer, title string, p *ldsPlanJSON) {
	fmt.Fprintf(w, "\n%s: %s, offset = %s\n", title, p.Kind, p.Formula)
	if p.DirectApart {
		fmt.Fprintln(w, "  direct loads: the layout takes apart what a lane writes")
	}
	if p.DirectRegisters > 0 {
		fmt.Fprintf(w, "  direct loads: %s in memory\n", diag.Count(p.DirectRegisters, "address register"))
	}
	for i, x := range p.Accesses {
		fmt.Fprintf(w, "  %s: ", a.Accesses[i].Access)
		switch {
		case x.Ways == 0:
			fmt.Fprintln(w, "the layout takes apart or misaligns what a lane accesses")
			continue
		case x.Ways == 1:
			fmt.Fprint(w, "no conflicts")
		default:
			fmt.Fprintf(w, "%d ways", x.Ways)
		}
		if x.Registers > 0 {
			fmt.Fprintf(w, "; %s, %s", diag.Count(x.Registers, "address register"), diag.Count(x.Instructions, "instruction"))
		}
		c := x.Certificate
		if c == nil {
			fmt.Fprintln(w, "; counted lane by lane, not being linear over GF(2)")
			continue
		}
		fmt.Fprintf(w, "\n    rank %d on the bits of the bank, of %d that the addresses of a phase have", c.Rank, c.Words)
		if c.Rank < c.Words {
			fmt.Fprintf(w, ": 2^(%d-%d) = %d meet", c.Words, c.Rank, x.Ways)
		}
		var table [][]string
		head := []string{"lane"}
		for _, lane := range c.Lanes {
			head = append(head, fmt.Sprint(lane))
		}
		table = append(table, head)
		for n, bit := range c.Bits {
			row := []string{fmt.Sprintf("bit %d", bit)}
			for _, one := range c.Matrix[n] {
				row = append(row, fmt.Sprint(one))
			}
			table = append(table, row)
		}
		fmt.Fprintln(w)
		for line := range strings.Lines(layout.Table(table)) {
			fmt.Fprintf(w, "      %s", line)
		}
	}
}
