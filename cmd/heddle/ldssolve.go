package main

import (
	"fmt"
	"math/bits"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/layout"
)

// ldsSolveFlags are the flags of heddle lds --solve.
type ldsSolveFlags struct {
	on     bool
	tile   string
	layout string
	family string
}

// add adds the flags.
func (f *ldsSolveFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.on, "solve", false, "find the layout of a tile for the ACCESSes")
	flags.StringVar(&f.tile, "tile", "", "with --solve: the tile, as `ROWSxBYTES` such as 64x128: powers of two")
	flags.StringVar(&f.layout, "layout", "", "with --solve: look at this `LAYOUT`, too: row-major, pad:BYTES, xor:R,A (chunks of A bytes in rows of R), interleavedN, or a formula of row and col")
	flags.StringVar(&f.family, "family", "any", "with --solve: layouts to choose from: any, swizzle or padding")
}

// maxAccesses bounds the sets of accesses that are searched for the reason of conflicts.
const maxAccesses = 12

// families are the values of --family.
var families = []string{"any", "swizzle", "padding"}

// must refuses flags of --solve without it.
func (f *ldsSolveFlags) must(cmd *cobra.Command) error {
	for _, name := range []string{"tile", "layout", "family"} {
		if cmd.Flags().Changed(name) && !f.on {
			return usagef("--%s is for --solve", name)
		}
	}
	return nil
}

// solve answers for a set of accesses to a tile.
func (f *ldsFlags) solve(s *streams, cmd *cobra.Command, args []string) error {
	if err := f.run.target.must(cmd, ""); err != nil {
		return err
	}
	for _, name := range []string{"launch", "grid", "global", "block", "arg", "kernel", "workload", "scratch", "at", "workgroups", "exec", "wave", "i"} {
		if cmd.Flags().Changed(name) {
			return usagef("--%s has no meaning with --solve", name)
		}
	}
	if !slices.Contains(families, f.solver.family) {
		return usagef("--family %q: need one of %s", f.solver.family, strings.Join(families, ", "))
	}
	if len(args) > maxAccesses {
		return usagef("--solve takes up to %d ACCESSes, not %d", maxAccesses, len(args))
	}
	q := ldsQuestion{chip: f.run.target.chip}
	if err := q.readTile(f.solver.tile); err != nil {
		return err
	}
	for _, arg := range args {
		if err := q.readAccess(arg); err != nil {
			return err
		}
	}
	a, err := q.answer(f.solver.family, f.solver.layout)
	if err != nil {
		return err
	}
	if f.svg != "" {
		if err := os.WriteFile(f.svg, layout.BankSVG(a.pictures...), 0o666); err != nil {
			return err
		}
	}
	if f.run.asJSON {
		return s.writeJSON(a)
	}
	return s.write(a.write)
}

// ldsQuestion is what --solve is asked.
type ldsQuestion struct {
	chip    *arch.Chip
	problem layout.LDSProblem
	names   []string // of the accesses
	direct  []int
}

// readTile reads --tile.
func (q *ldsQuestion) readTile(text string) error {
	if text == "" {
		return usagef("--solve needs --tile ROWSxBYTES, such as --tile 64x128 for 64 rows of 128 bytes")
	}
	rows, bytes, ok := strings.Cut(text, "x")
	n, err := strconv.Atoi(rows)
	m, err2 := strconv.Atoi(bytes)
	power := func(n int) bool { return n > 0 && n&(n-1) == 0 }
	switch {
	case !ok || err != nil || err2 != nil || !power(n) || !power(m):
		return usagef("--tile %q: need ROWSxBYTES, both powers of two, such as 64x128 for 64 rows of 128 bytes", text)
	case m < q.chip.LDSBankBytes:
		return usagef("--tile %q: rows have at least the %d bytes of a bank", text, q.chip.LDSBankBytes)
	case n > q.chip.LDSBytes/m:
		return usagef("--tile %q has more than the %d bytes of LDS of %s", text, q.chip.LDSBytes, q.chip.Name)
	}
	q.problem.Tile = layout.Tile{RowBytes: m, Rows: n, ChunkBytes: q.chip.LDSBankBytes}
	return nil
}

// readAccess reads an ACCESS.
func (q *ldsQuestion) readAccess(text string) error {
	if size, ok := strings.CutPrefix(text, "direct:"); ok {
		n, err := strconv.Atoi(size)
		if sizes := layout.DirectBytes(q.chip); err != nil || !slices.Contains(sizes, n) {
			return usagef("%s: loads of %s directly to LDS have %s bytes a lane", text, q.chip.Name, joinInts(sizes))
		}
		if n*q.chip.WaveSize > q.problem.Tile.RowBytes*q.problem.Tile.Rows {
			return usagef("%s: a wave loads %d bytes; the tile has %d", text, n*q.chip.WaveSize, q.problem.Tile.RowBytes*q.problem.Tile.Rows)
		}
		q.problem.Direct = max(q.problem.Direct, n)
		q.direct = append(q.direct, n)
		return nil
	}
	name, formula, isFormula := strings.Cut(text, "=")
	words := strings.Split(name, ":")
	access, err := layout.LDS(q.chip, words[0])
	if err != nil {
		return usagef("%s: %w; or direct:BYTES", text, err)
	}
	var p layout.Pattern
	switch {
	case isFormula && len(words) == 1:
		p, err = q.formulaPattern(access, formula)
	case len(words) == 1 && strings.HasPrefix(words[0], "ds_write"):
		p = layout.RowPattern(access, q.problem.Tile)
	case len(words) == 3 || len(words) == 4:
		p, err = q.fragmentPattern(access, words[1], words[2], strings.Join(words[3:], ""))
	default:
		return usagef("%s: need INSTRUCTION:MFMA:OPERAND[:TYPE], INSTRUCTION=FORMULA, a ds_write for row by row, or direct:BYTES", text)
	}
	if err != nil {
		return usagef("%s: %w", text, err)
	}
	alone := layout.LDSProblem{Tile: q.problem.Tile, Accesses: []layout.Pattern{p}}
	if _, err := alone.Solve(); err != nil {
		return usagef("%s: %w", text, err)
	}
	q.names = append(q.names, text)
	q.problem.Accesses = append(q.problem.Accesses, p)
	return nil
}

// fragmentPattern is the pattern of a read for a matrix instruction.
func (q *ldsQuestion) fragmentPattern(access layout.Access, mfma, operand, format string) (p layout.Pattern, err error) {
	m, ok := layout.LookupMatrix(q.chip, mfma)
	if !ok {
		return p, fmt.Errorf("%s has no matrix instruction %s: 'heddle isa \"v_mfma*\"' lists them", q.chip.Name, mfma)
	}
	op, err := layout.ParseOperand(operand)
	if err != nil {
		return p, err
	}
	f, err := m.Fragment(op, format)
	if err != nil {
		return p, err
	}
	return layout.FragmentPattern(access, f, q.problem.Tile)
}

// formulaPattern is the pattern of a formula of lane for the place in the tile, row by row.
func (q *ldsQuestion) formulaPattern(access layout.Access, text string) (p layout.Pattern, err error) {
	f, err := layout.ParseFormulaOf(text, "lane")
	if err != nil {
		return p, fmt.Errorf("formula: %w", err)
	}
	tile := q.problem.Tile
	at := make([]int, q.chip.WaveSize)
	for lane := range at {
		n, err := f.Value(layout.FormulaValues{Lane: int64(lane)})
		if err != nil {
			return p, fmt.Errorf("formula: lane %d: %w", lane, err)
		}
		if n < 0 || n+int64(access.Bytes) > int64(tile.RowBytes*tile.Rows) {
			return p, fmt.Errorf("formula: lane %d is at byte %d; the tile has 0 to %d", lane, n, tile.RowBytes*tile.Rows-1)
		}
		at[lane] = int(n)
	}
	// What all lanes have in common does not matter.
	l, err := layout.FromFunc([]layout.Dim{{Name: layout.Lane, Bits: bits.Len(uint(len(at) - 1))}},
		[]layout.Dim{{Name: layout.Col, Bits: bits.Len(uint(tile.RowBytes - 1))}, {Name: layout.Row, Bits: bits.Len(uint(tile.Rows - 1))}}, func(x []int) []int {
			n := at[x[0]] ^ at[0]
			return []int{n % tile.RowBytes, n / tile.RowBytes}
		})
	if err != nil {
		return p, fmt.Errorf("formula of the place in the tile, %d bytes a row: %w; the solver needs exclusive ors of what the bits of the lane add", tile.RowBytes, err)
	}
	return layout.Pattern{Access: access, Layout: l}, nil
}

func joinInts(list []int) string {
	var words []string
	for _, n := range list {
		words = append(words, fmt.Sprint(n))
	}
	return strings.Join(words, " or ")
}

// given reads --layout.
func (q *ldsQuestion) given(text string) (*layout.Formula, error) {
	row := q.problem.Tile.RowBytes
	formula := text
	name, rest, _ := strings.Cut(text, ":")
	a, b, two := strings.Cut(rest, ",")
	n, err := strconv.Atoi(a)
	rows, isInterleaved := strings.CutPrefix(text, "interleaved")
	switch {
	case text == "row-major":
		formula = fmt.Sprintf("row*%d + col", row)
	case name == "pad":
		if err != nil || two || n < 0 || n > q.chip.LDSBytes {
			return nil, usagef("--layout %q: need pad:BYTES, such as pad:16", text)
		}
		formula = fmt.Sprintf("row*%d + col", row+n)
	case name == "xor":
		chunk, err2 := strconv.Atoi(b)
		if err != nil || err2 != nil || chunk <= 0 || n < chunk || n&(n-1) != 0 || chunk&(chunk-1) != 0 {
			return nil, usagef("--layout %q: need xor:R,A with powers of two, chunks of A bytes in rows of R, such as xor:128,16", text)
		}
		x := fmt.Sprintf("(row*%d + col)", row)
		formula = fmt.Sprintf("%s ^ (%s / %d %% %d)*%d", x, x, n, n/chunk, chunk)
	case isInterleaved:
		count, err := strconv.Atoi(rows)
		if err != nil || count < 1 || count > q.problem.Tile.Rows {
			return nil, usagef("--layout %q: need interleavedN for N of the tile's rows, such as interleaved8", text)
		}
		formula = fmt.Sprintf("row %% %d + row/%d*%d + col*%d", count, count, count*row, count)
	}
	f, err := layout.ParseFormulaOf(formula, "row", "col")
	if err != nil {
		return nil, usagef("--layout is not row-major, pad:BYTES, xor:R,A or interleavedN, and as a formula: %w", err)
	}
	return f, nil
}
