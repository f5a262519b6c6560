package tiling

import (
	"embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"heddle/arch"
)

// Target is a chip as the modes IREE and Seed see it (facts tiling.md §4): its figures are those that
// IREE has, also where hardware has others. LDS, wave size and SIMDs are the chip's.
type Target struct {
	Name string
	// WaveSize is the number of lanes of a subgroup, SIMDs that of the SIMDs of a compute unit,
	// LDSBytes what a workgroup can have.
	WaveSize, SIMDs, LDSBytes int64
	// LDSBanks is the number of banks, of 32 bits each, that the widest read sees.
	LDSBanks int64
	// CUs is the number of compute units; 0 if only the chip is known, and not the product.
	CUs int64
	// Bandwidth is that of the memory in TB/s, 0 if it is not known; Rates are TFLOP/s, by the
	// format.
	Bandwidth float64
	Rates     []Rate
	// Direct says that direct-to-LDS loads may be chosen; DMABits are their sizes.
	Direct  bool
	DMABits []int64
	Seeds   []Seeds
	// Intrinsics are the matrix instructions, in the order that decides ties.
	Intrinsics []Intrinsic
}

// Rate is the peak of a number format in TFLOP/s.
type Rate struct {
	Format string // fp32, fp16, fp8, fp6, fp4, int8
	TFLOPs float64
}

// Seeds are where the search begins for an operation and a size class (facts tiling.md §1.1).
type Seeds struct {
	Op    string // gemm, scaled, conv
	Class Class
	// Subgroups is the number of subgroups of a workgroup, MNTiles how many results of the
	// instruction each computes, KTiles how many instructions along K, unless KBits says how many
	// bits of K; 0 if it does not.
	Subgroups, MNTiles, KTiles, KBits int64
	// MinUtilization is the least share of compute units in use, Boost the number of tiles for
	// problems that have enough of them; 0 for no such rule.
	MinUtilization float64
	Boost          int64
}

// Intrinsic is a matrix instruction (facts tiling.md §3).
type Intrinsic struct {
	Name string
	// Blocks is the number of independent products; 1 but for instructions of blocks.
	Blocks, M, N int64
	// K has one size, or two for scaled instructions: blocks, and elements of a block.
	K []int64
	// A and B are the names of the types that it takes, Acc that of its results.
	A, B   []string
	Acc    string
	Scaled bool
	// Repeat is how many instructions along K make one of these: 1 but for virtual ones.
	Repeat int64
	// XOR is the tuned swizzle of its operands in LDS, nil for none.
	XOR *XOR
}

// k is the size along K, in elements.
func (x *Intrinsic) k() int64 { return mul(x.K...) }

// XOR is a swizzle of an LDS tile (facts tiling.md §6.2): in rows of Row elements, the accesses of
// Access elements are exchanged by an exclusive or of their number with that of the row.
type XOR struct {
	Row, Access int64
}

// String is the swizzle as IREE writes it.
func (x XOR) String() string { return fmt.Sprintf("xor_shuffle<%d %d>", x.Row, x.Access) }

//go:embed data/*.csv
var data embed.FS

// table reads a table: lines of fields, without comments and the header.
func table(name string) [][]string {
	f, err := data.Open("data/" + name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	r := csv.NewReader(f)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return rows[1:]
}

// number is a field of a table; "-" is 0.
func number(s string) float64 {
	if s == "-" {
		return 0
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return x
}

func numbers(s string) []int64 {
	var list []int64
	for _, word := range strings.Fields(s) {
		list = append(list, int64(number(word)))
	}
	return list
}

// Targets lists what IREE knows of targets. The list must not be changed.
func Targets() []*Target { return targets() }

var targets = sync.OnceValue(func() []*Target {
	var list []*Target
	for _, row := range table("iree_targets.csv") {
		chip, ok := arch.Lookup(row[1])
		if !ok {
			panic("BUG: no chip is called " + row[1])
		}
		t := &Target{
			Name: row[0], WaveSize: int64(chip.WaveSize), SIMDs: int64(chip.SIMDs), LDSBytes: int64(chip.LDSBytes), LDSBanks: banks(chip),
			Direct: row[3] == "yes", DMABits: numbers(row[4]), CUs: int64(number(row[5])), Bandwidth: number(row[6]),
			Seeds: seedsOf(row[2]), Intrinsics: intrinsicsOf(row[1]),
		}
		for i, format := range []string{"fp32", "fp16", "fp8", "fp6", "fp4", "int8"} {
			if rate := number(row[7+i]); rate > 0 {
				t.Rates = append(t.Rates, Rate{format, rate})
			}
		}
		list = append(list, t)
	}
	return list
})

func banks(chip *arch.Chip) int64 {
	most := 0
	for _, a := range chip.LDSReads {
		most = max(most, a.Banks)
	}
	return int64(most)
}

func seedsOf(set string) []Seeds {
	var list []Seeds
	for _, row := range table("iree_seeds.csv") {
		if row[0] != set {
			continue
		}
		class := slices.Index(classNames, row[2])
		if class < 0 {
			panic("BUG: no size class is called " + row[2])
		}
		list = append(list, Seeds{row[1], Class(class), int64(number(row[3])), int64(number(row[4])),
			int64(number(row[5])), int64(number(row[6])), number(row[7]), int64(number(row[8]))})
	}
	return list
}

func intrinsicsOf(chip string) []Intrinsic {
	var list []Intrinsic
	for _, row := range table("iree_intrinsics.csv") {
		if !slices.Contains(strings.Fields(row[1]), chip) {
			continue
		}
		x := Intrinsic{
			Name: row[0], Blocks: int64(number(row[3])), M: int64(number(row[4])), N: int64(number(row[5])), K: numbers(row[6]),
			A: strings.Split(row[7], "|"), B: strings.Split(row[8], "|"), Acc: row[9], Scaled: row[2] == "scaled", Repeat: 1,
		}
		if xor := numbers(strings.TrimPrefix(row[10], "-")); xor != nil {
			x.XOR = &XOR{xor[0], xor[1]}
		}
		list = append(list, x)
	}
	return list
}

// TargetNamed returns the target with a name, in any case: that of a chip, for which no number of
// compute units is known, or of a product. It fails if there is none.
func TargetNamed(name string) (*Target, error) {
	var names []string
	for _, t := range Targets() {
		if strings.EqualFold(t.Name, name) {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return nil, fmt.Errorf("no target is called %q; there are %s", name, strings.Join(names, ", "))
}
