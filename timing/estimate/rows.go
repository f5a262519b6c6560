package estimate

import (
	"encoding/csv"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"regexp"
	"strconv"

	"heddle/arch"
)

// Row is a measured time of a GEMM.
type Row struct {
	Problem Problem
	Tile    Tile // M is 0 if the kernel's name does not say
	Chip    int  // index of arch.Chips
	// DType is the name that the measurements have for the operands, Format that of timing.Activity.
	DType, Format string
	Library       string // of kernels: DType, and what the kernel's name has in common with others
	Microseconds  float64
	Kernel        string
	cus           int
	work          work
	fold          int
}

// Folds is the number of folds of the cross-validation.
const Folds = 5

// dtypes says what the measurements call operands. Scales of blocks count where they are many.
var dtypes = map[string]struct {
	format string
	bits   float64
}{
	"bf16": {"bf16", 16}, "fp8": {"fp8", 8}, "fp8bs": {"fp8", 8}, "i8": {"i8", 8}, "i8/fp8": {"i8", 8}, "mxfp4": {"fp4", 4.25},
}

// splitBy says what the column splitK means for a library.
type splitBy uint8

const (
	byCount splitBy = iota // into how many parts K is split; 0 is 1
	byLog                  // its logarithm
	ignored                // the times show that the kernels do not split K, whatever it says
)

// names are the forms of kernel names: groups are m, n, k and, if there is one, split and suffix.
var names = []struct {
	library string
	split   splitBy
	pattern *regexp.Regexp
}{
	{"cktile-blockscale", ignored, regexp.MustCompile(`^a8w8_blockscale_cktile_(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d+)_`)},
	{"cktile-preshuffle", ignored, regexp.MustCompile(`^a8w8_bpreshuffle_cktile_[\dx]+_(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d+)_`)},
	{"ck-blockscale-preshuffle", ignored, regexp.MustCompile(`^a8w8_blockscale_bpreshuffle_1x128x128_\d+x(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d+)_`)},
	{"ck-blockscale", byLog, regexp.MustCompile(`^a8w8_blockscale_1x128x128_\d+x(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d+)_`)},
	{"ck-preshuffle", byLog, regexp.MustCompile(`^a8w8_bpreshuffle_\d+x(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d+)_`)},
	{"ck-blockscale", byLog, regexp.MustCompile(`^a4w4_blockscale_\d+x(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d+)_`)},
	{"ck-rowwise", byLog, regexp.MustCompile(`^(?:a8w8_rowwise|a8w8_batched_rowwise|bf16_batched)_\d+x(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d+)_`)},
	{"asm-splitk", byCount, regexp.MustCompile(`^_ZN5aiter\d+bf16gemm_fp32bf16_tn_(?P<m>\d+)x(?P<n>\d+)_`)},
	{"asm", byCount, regexp.MustCompile(`^_ZN5aiter\d+\w+?_(?P<m>\d+)x(?P<n>\d+)E$`)},
	{"flydsl", byCount, regexp.MustCompile(`^flydsl_bpreshuf+l+e_(?:8w_)?(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d+)_`)},
	{"flydsl", byCount, regexp.MustCompile(`^flydsl_gemm\d+_.*_t(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d+)_split_k(?P<split>\d+)_`)},
	{"opus", byCount, regexp.MustCompile(`^opus_gemm_(?:\w+_)?\d+x(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d+)_`)},
}

// ReadRows reads measurements as comma-separated values with a header. Other columns than those that
// it needs may be there. It fails at the first line that does not have what it needs.
func ReadRows(r io.Reader) ([]Row, error) {
	c := csv.NewReader(r)
	header, err := c.Read()
	if err != nil {
		return nil, fmt.Errorf("calibration: no header: %w", err)
	}
	column := map[string]int{}
	for i, name := range header {
		column[name] = i
	}
	for _, name := range []string{"gfx", "cu_num", "dtype", "batch", "M", "N", "K", "lib", "splitK", "kernel", "us"} {
		if _, ok := column[name]; !ok {
			return nil, fmt.Errorf("calibration: no column %q in the header", name)
		}
	}
	var rows []Row
	for {
		line, err := c.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, fmt.Errorf("calibration: %w", err)
		}
		at, _ := c.FieldPos(0)
		row, err := parseRow(func(name string) string { return line[column[name]] })
		if err != nil {
			return nil, fmt.Errorf("calibration, line %d: %w", at, err)
		}
		rows = append(rows, row)
	}
}

func parseRow(get func(string) string) (r Row, err error) {
	positive := func(name string) int {
		v, e := strconv.Atoi(get(name))
		if (e != nil || v < 0 || v > 1<<31) && err == nil {
			err = fmt.Errorf("%s is %q, a whole number is expected", name, get(name))
		}
		return v
	}
	r.Problem = Problem{M: positive("M"), N: positive("N"), K: positive("K"), Batch: positive("batch")}
	split, cus := positive("splitK"), positive("cu_num")
	us, e := strconv.ParseFloat(get("us"), 64)
	if e != nil || !(us > 0 && us < 1e12) {
		return r, fmt.Errorf("us is %q, a time in microseconds is expected", get("us"))
	}
	r.Microseconds = us
	chip, ok := arch.Lookup(get("gfx"))
	dtype, known := dtypes[get("dtype")]
	switch {
	case err != nil:
		return r, err
	case !ok:
		return r, fmt.Errorf("gfx is %q; known are %v", get("gfx"), arch.Names())
	case !known:
		return r, fmt.Errorf("dtype %q is not known", get("dtype"))
	}
	r.Chip, r.DType, r.Format, r.Kernel = chipIndex(chip), get("dtype"), dtype.format, get("kernel")
	r.Problem.ABits, r.Problem.BBits, r.Problem.CBits = dtype.bits, dtype.bits, 16
	if cus == 0 {
		return r, errors.New("cu_num is 0")
	}
	r.cus = cus
	r.parseKernel(get("lib"), split)
	if err := check(&r.Problem, &Tile{M: 1, N: 1}); err != nil {
		return r, err
	}
	r.finish()
	return r, nil
}

// finish counts the work, and puts the row into a fold by its shape, so that equal shapes are in one.
func (r *Row) finish() {
	h := fnv.New32a()
	fmt.Fprintf(h, "%d %d %d", r.Problem.M, r.Problem.N, r.Problem.K)
	r.fold = int(h.Sum32() % Folds)
	t := r.Tile
	if t.M == 0 {
		t = usualTile(&r.Problem)
	}
	r.work = r.workWith(&t)
}

// workWith counts the work of a row on its card if it had another tile.
func (r *Row) workWith(t *Tile) work {
	card := *arch.DefaultProduct(arch.Chips[r.Chip])
	card.CUs = r.cus
	return workOf(card.Chip, &card, referenceMHz(&card, r.Format), &r.Problem, t)
}

// parseKernel takes the tile from the name of the kernel.
func (r *Row) parseKernel(lib string, split int) {
	for _, form := range names {
		groups := form.pattern.FindStringSubmatch(r.Kernel)
		if groups == nil {
			continue
		}
		group := func(name string) int {
			i := form.pattern.SubexpIndex(name)
			if i < 0 {
				return 0
			}
			v, _ := strconv.Atoi(groups[i])
			return v
		}
		r.Tile = Tile{M: group("m"), N: group("n"), K: group("k")}
		switch {
		case group("split") > 0:
			r.Tile.SplitK = group("split")
		case form.split == byCount:
			r.Tile.SplitK = split
		case form.split == byLog:
			r.Tile.SplitK = 1 << min(split, 16)
		}
		if r.Tile.M > 0 && r.Tile.N > 0 {
			r.Library = r.DType + "." + form.library
			return
		}
	}
	r.Tile = Tile{SplitK: split}
	r.Library = r.DType + "." + lib
}

// usualTile is the tile that is taken for a kernel whose name does not say: the largest power of two
// up to 256 that M and N fill, halved while fewer tiles than compute units would be there.
func usualTile(p *Problem) Tile {
	t := Tile{M: 16, N: 64}
	for t.M < 256 && t.M < p.M {
		t.M *= 2
	}
	for t.N < 256 && t.N < p.N {
		t.N *= 2
	}
	for t.M*t.N > 1024 && ((p.M+t.M-1)/t.M)*((p.N+t.N-1)/t.N)*max(p.Batch, 1) < 256 {
		if t.M >= t.N {
			t.M /= 2
		} else {
			t.N /= 2
		}
	}
	return t
}
