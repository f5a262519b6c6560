package main

import (
	"bufio"
	"fmt"
	"strings"

	"heddle/kernels/gemm"
	"heddle/layout"
	"heddle/tiling"
)

// tileSchema identifies the JSON of heddle tile.
const tileSchema = "heddle.tile/v1"

// tileReport is the output of tile gemm --json.
type tileReport struct {
	Schema  string          `json:"schema"`
	Problem tileProblemJSON `json:"problem"`
	Target  string          `json:"target"`
	// Product is the card that times are for; MHz is its highest clock.
	Product string       `json:"product"`
	CUs     int          `json:"computeUnits"`
	MHz     int          `json:"mhz"`
	Choices []tileChoice `json:"choices"`
}

type tileProblemJSON struct {
	M      int64  `json:"m"`
	N      int64  `json:"n"`
	K      int64  `json:"k"`
	Batch  int64  `json:"batch"`
	A      string `json:"a"`
	B      string `json:"b"`
	Out    string `json:"out"`
	Layout string `json:"layout"`
}

func tileProblemOf(p *gemm.Problem) tileProblemJSON {
	return tileProblemJSON{p.M, p.N, p.K, p.Batch, p.A.Name, p.B.Name, p.Out.Name, p.Layout.String()}
}

// tileChoice is what a mode chose, as our GEMM has it.
type tileChoice struct {
	Mode   string `json:"mode"`
	Tile   [3]int `json:"tile"`  // of a workgroup, along M, N and K
	Waves  [2]int `json:"waves"` // along M and N
	Matrix int    `json:"matrix"`
	Stages int    `json:"stages"`
	Direct bool   `json:"direct"`
	SplitK int    `json:"splitK"`
	// Rounded says what the mode chose if our GEMM has no such tile, Limit why our GEMM has none at all.
	Rounded string `json:"rounded,omitempty"`
	Limit   string `json:"limit,omitempty"`
	// LDSBytes is a workgroup's, Accumulators and Registers a lane's; Occupancy is workgroups a compute
	// unit.
	LDSBytes     int   `json:"ldsBytes"`
	Accumulators int   `json:"accumulators"`
	Registers    int   `json:"registers"`
	Occupancy    int   `json:"occupancy"`
	Workgroups   int64 `json:"workgroups"`
	// Cycles and Microseconds are modelled by the limits of the chip's parts, at the highest clock;
	// Measured is modelled in microseconds by a fit to measured times.
	Cycles       int64          `json:"cycles"`
	Microseconds float64        `json:"microseconds"`
	Measured     float64        `json:"measuredMicroseconds"`
	IREE         *ireeChoice    `json:"iree,omitempty"`
	Limits       []tiling.Limit `json:"limits,omitempty"`
	Why          []tiling.Step  `json:"why"`
}

// ireeChoice is what the modes iree and seed choose, in IREE's own terms: lists have an entry for each
// loop.
type ireeChoice struct {
	Target     string  `json:"target"`
	SizeClass  string  `json:"sizeClass"`
	Intensity  int64   `json:"intensity"`
	Intrinsic  string  `json:"intrinsic"`
	NoMatrix   string  `json:"noMatrix,omitempty"`
	Workgroup  []int64 `json:"workgroup"`
	Reduction  []int64 `json:"reduction"`
	Subgroup   []int64 `json:"subgroup"`
	Subgroups  []int64 `json:"subgroups"`
	Padding    []int64 `json:"padding"`
	Tile       []int64 `json:"tile"` // M, N, K
	Threads    int64   `json:"threads"`
	MNTiles    int64   `json:"mnTiles"`
	Stages     int     `json:"stages"`
	LDSBytes   int64   `json:"ldsBytes"`
	LDSUsed    int64   `json:"ldsUsedBytes"`
	Direct     bool    `json:"direct"`
	NoDirect   string  `json:"noDirect,omitempty"`
	SwizzleA   string  `json:"swizzleA,omitempty"`
	SwizzleB   string  `json:"swizzleB,omitempty"`
	Registers  int64   `json:"accumulators"`
	Workgroups int64   `json:"workgroups"`
	DMAAligned bool    `json:"dmaAligned"`
	Pass       string  `json:"pass,omitempty"`
}

func ireeOf(r *tiling.Result) *ireeChoice {
	c := &ireeChoice{
		Target: r.Target.Name, SizeClass: r.Class.String(), Intensity: r.Intensity, NoMatrix: r.NoMatrix,
		Workgroup: r.Workgroup, Reduction: r.Reduction, Subgroup: r.Subgroup, Subgroups: r.Subgroups, Padding: r.Padding,
		Tile: []int64{r.TileM, r.TileN, r.TileK}, Threads: r.Threads, MNTiles: r.MNTiles, Stages: r.Stages,
		LDSBytes: r.LDSBytes, LDSUsed: r.LDSUsed, Direct: r.Direct.Used, NoDirect: r.Direct.Reason,
		Registers: r.Accumulators, Workgroups: r.Workgroups, DMAAligned: r.DMAAligned, Pass: r.Pass,
	}
	if r.Intrinsic != nil {
		c.Intrinsic = r.Intrinsic.Name
	}
	if r.SwizzleA != nil {
		c.SwizzleA = r.SwizzleA.String()
	}
	if r.SwizzleB != nil {
		c.SwizzleB = r.SwizzleB.String()
	}
	return c
}

// head is the problem in a line.
func (r *tileReport) head() string {
	p := &r.Problem
	size := fmt.Sprintf("%d x %d x %d", p.M, p.N, p.K)
	if p.Batch > 1 {
		size += fmt.Sprintf(", batch %d", p.Batch)
	}
	types := p.A
	if p.B != p.A {
		types += " x " + p.B
	}
	return fmt.Sprintf("%s, %s -> %s, %s, %s (%s, %d compute units)", size, types, p.Out, p.Layout, r.Product, r.Target, r.CUs)
}

// write prints the choices.
func (r *tileReport) write(w *bufio.Writer, why bool) error {
	fmt.Fprintln(w, r.head())
	for i := range r.Choices {
		r.Choices[i].write(w, r, why)
	}
	return nil
}

// write prints a choice; without a report only what IREE's algorithm chose.
func (c *tileChoice) write(w *bufio.Writer, r *tileReport, why bool) {
	rows := append([][]string{{"mode", c.Mode}}, c.IREE.rows()...)
	if r != nil {
		rows = append(rows, c.rows(r)...)
	}
	w.WriteString(layout.Table(rows))
	if !why {
		return
	}
	w.WriteString("\nWhy:\n")
	for _, s := range c.Why {
		fmt.Fprintf(w, "  %s\n", s)
	}
}

// rows describe the choice as our GEMM has it.
func (c *tileChoice) rows(r *tileReport) [][]string {
	if c.Tile[0] == 0 {
		return [][]string{{"our GEMM", c.Limit}}
	}
	rows := [][]string{
		{"tile", fmt.Sprintf("%dx%dx%d, %dx%d waves, %dx%d matrix instructions", c.Tile[0], c.Tile[1], c.Tile[2], c.Waves[0], c.Waves[1], c.Matrix, c.Matrix)},
		{"loads", fmt.Sprintf("%s, %d stages", loadsName(c.Direct), c.Stages)},
	}
	if c.Rounded != "" {
		rows = append(rows, []string{"changed", c.Rounded})
	}
	if c.SplitK > 1 {
		rows = append(rows, []string{"K", fmt.Sprintf("in %d parts", c.SplitK)})
	}
	if c.Limit != "" {
		return append(rows, []string{"our GEMM", "none: " + c.Limit})
	}
	return append(rows,
		[]string{"workgroups", fmt.Sprintf("%d, %d on a compute unit at a time", c.Workgroups, c.Occupancy)},
		[]string{"LDS", fmt.Sprintf("%d bytes a workgroup", c.LDSBytes)},
		[]string{"registers", fmt.Sprintf("%d a lane, %d of them for sums", c.Registers, c.Accumulators)},
		[]string{"modelled", fmt.Sprintf("%d cycles, %.1f µs at %d MHz, by the limits of the chip's parts; %.1f µs by measured times of others", c.Cycles, c.Microseconds, r.MHz, c.Measured)},
	)
}

func loadsName(direct bool) string {
	if direct {
		return "direct to LDS"
	}
	return "through registers"
}

// rows describe IREE's choice; nil has none.
func (c *ireeChoice) rows() [][]string {
	if c == nil {
		return nil
	}
	rows := [][]string{
		{"target", c.Target},
		{"size class", fmt.Sprintf("%s, %d operations an element", c.SizeClass, c.Intensity)},
	}
	if c.Intrinsic == "" {
		return append(rows, []string{"instruction", "none: " + c.NoMatrix})
	}
	list := func(name string, values []int64) {
		if values != nil {
			rows = append(rows, []string{name, fmt.Sprint(values)})
		}
	}
	rows = append(rows, []string{"instruction", c.Intrinsic})
	list("workgroup", c.Workgroup)
	list("reduction", c.Reduction)
	list("subgroup", c.Subgroup)
	list("padding", c.Padding)
	direct := "direct-to-LDS loads"
	if !c.Direct {
		direct = "no direct-to-LDS loads"
		if c.NoDirect != "" {
			direct += ": " + c.NoDirect
		}
	}
	var swizzles []string
	for _, x := range [][2]string{{"A", c.SwizzleA}, {"B", c.SwizzleB}} {
		if x[1] != "" {
			swizzles = append(swizzles, x[0]+" "+x[1])
		}
	}
	if swizzles != nil {
		direct += ", " + strings.Join(swizzles, ", ")
	}
	return append(rows, []string{"threads", fmt.Sprint(c.Threads)}, []string{"LDS counted", fmt.Sprintf("%d bytes, used %d", c.LDSBytes, c.LDSUsed)}, []string{"DMA", direct})
}

// writeTable compares the modes.
func (r *tileReport) writeTable(w *bufio.Writer) error {
	fmt.Fprintln(w, r.head())
	rows := [][]string{{"mode", "tile", "waves", "matrix", "loads", "stages", "K parts", "LDS", "registers", "workgroups", "cycles", "µs", "µs measured"}}
	var notes []string
	for i := range r.Choices {
		c := &r.Choices[i]
		if c.Rounded != "" {
			notes = append(notes, c.Mode+": "+c.Rounded)
		}
		if c.Limit != "" {
			notes = append(notes, c.Mode+": "+c.Limit)
		}
		if c.Tile[0] == 0 {
			continue
		}
		rows = append(rows, []string{c.Mode, fmt.Sprintf("%dx%dx%d", c.Tile[0], c.Tile[1], c.Tile[2]), fmt.Sprintf("%dx%d", c.Waves[0], c.Waves[1]),
			fmt.Sprint(c.Matrix), loadsName(c.Direct), fmt.Sprint(c.Stages), fmt.Sprint(c.SplitK), fmt.Sprint(c.LDSBytes), fmt.Sprint(c.Registers),
			fmt.Sprint(c.Workgroups), fmt.Sprint(c.Cycles), fmt.Sprintf("%.1f", c.Microseconds), fmt.Sprintf("%.1f", c.Measured)})
	}
	w.WriteString(layout.Table(rows))
	for _, n := range notes {
		fmt.Fprintln(w, n)
	}
	fmt.Fprintf(w, "Modelled: cycles and µs by the limits of the chip's parts, at %d MHz; µs measured by a fit to times that others measured.\n", r.MHz)
	return nil
}
