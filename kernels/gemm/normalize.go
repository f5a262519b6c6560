package gemm

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/diag"
)

// Limits of a problem.
const (
	MaxSize  = 1<<31 - 1 // of M, N and K
	MaxBatch = 65535
	MaxBytes = 1 << 47 // of a tensor, and of the workspace: the address space
	// SplitKUnit is the smallest length of a part of K that is worth a workgroup.
	SplitKUnit = 64
)

// Normalize fills in the defaults and checks everything. An error is a
// *diag.FieldError of one line: the field, what is wrong and what is accepted.
// Normalize is idempotent.
func (p *Problem) Normalize() error {
	for _, step := range []func() error{p.sizes, p.pickTypes, p.layouts, p.epilogue, p.splitting, p.swizzling, p.launching} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (p *Problem) sizes() error {
	if p.Chip == nil {
		return diag.Usagef("%s: no chip given", diag.Field("Chip"))
	}
	for _, s := range []struct {
		field diag.Field
		v     int64
	}{{"M", p.M}, {"N", p.N}, {"K", p.K}} {
		if s.v < 1 || s.v > MaxSize {
			return diag.Usagef("%s: %d is not a matrix size; need 1 to %d", s.field, s.v, int64(MaxSize))
		}
	}
	if p.Batch == 0 {
		p.Batch = 1
	}
	if p.Batch < 1 || p.Batch > MaxBatch {
		return diag.Usagef("%s: %d is not a number of products; need 1 to %d", diag.Field("Batch"), p.Batch, MaxBatch)
	}
	switch p.CacheSwizzle {
	case "":
		p.CacheSwizzle = SwizzleAuto
	case SwizzleAuto, SwizzleOn, SwizzleOff:
	default:
		return diag.Usagef("%s: unknown setting %q; need auto, on or off", diag.Field("CacheSwizzle"), p.CacheSwizzle)
	}
	return nil
}

// pickTypes checks the types of A, B and the result with each other and the chip.
func (p *Problem) pickTypes() error {
	if p.A == nil || p.B == nil {
		return diag.Usagef("%s: no type given; need %s", diag.Field("A, B"), strings.Join(inputNames(), ", "))
	}
	for _, in := range []struct {
		field diag.Field
		t     *Type
	}{{"A", p.A}, {"B", p.B}} {
		if p.A == p.B {
			in.field = "A, B"
		}
		if in.t.kind == kindResult {
			return diag.Usagef("%s: %s is only a result type; need %s", in.field, in.t, strings.Join(inputNames(), ", "))
		}
		if err := in.t.On(p.Chip); err != nil {
			return diag.Usagef("%s: %v", in.field, err)
		}
	}
	if p.A.kind != p.B.kind {
		return diag.Usagef("%s: no instruction multiplies %s by %s; with %s need %s", diag.Field("B"), p.A, p.B, p.A, strings.Join(partners(p.A), ", "))
	}
	if p.A.Scaled && p.Layout != NT {
		return diag.Usagef("%s: %s has its scales along K, so rows of A and B must run along K; need nt", diag.Field("Layout"), p.A)
	}
	if p.Out == nil {
		p.Out = named(defaultOut(p.A))
	}
	if outs := outNames(p.A); !slices.Contains(outs, p.Out.Name) {
		return diag.Usagef("%s: %s as the result of products of %s; need %s", diag.Field("Out"), p.Out, p.A, strings.Join(outs, ", "))
	}
	if err := p.Chip.CheckFormats(p.Out.format()); err != nil {
		return diag.Usagef("%s: %v", diag.Field("Out"), err)
	}
	return nil
}

func inputNames() []string {
	var names []string
	for _, t := range types {
		if t.kind != kindResult {
			names = append(names, t.Name)
		}
	}
	return names
}

// partners are the types that a type may be multiplied with.
func partners(t *Type) []string {
	var names []string
	for _, u := range types {
		if u.kind == t.kind {
			names = append(names, u.Name)
		}
	}
	return names
}

func defaultOut(in *Type) string {
	switch in.kind {
	case kindF16, kindBF16, kindF64:
		return in.Name
	case kindInt:
		return "i32"
	}
	return "f32"
}

func outNames(in *Type) []string {
	switch in.kind {
	case kindF64:
		return []string{"f64"}
	case kindInt:
		return []string{"i32", "f32", "f16", "bf16", "fp8"}
	}
	return []string{"f32", "f16", "bf16", "fp8"}
}

// layouts fills in and checks leading dimensions and strides.
func (p *Problem) layouts() error {
	for _, m := range []struct {
		letter     string
		sizes      diag.Field
		t          *Type
		rows, cols int64
		trans      bool
		ld, stride *int64
	}{
		{"A", "M, K", p.A, p.M, p.K, p.Layout.TransA(), &p.LDA, &p.StrideA},
		{"B", "K, N", p.B, p.K, p.N, p.Layout.TransB(), &p.LDB, &p.StrideB},
		{"D", "M, N", p.Out, p.M, p.N, false, &p.LDD, &p.StrideD},
		{"C", "M, N", p.Out, p.M, p.N, false, &p.LDC, &p.StrideC},
	} {
		if m.trans {
			m.rows, m.cols = m.cols, m.rows
		}
		if err := place(diag.Field("LD"+m.letter), m.sizes, m.t, m.rows, m.cols, m.ld); err != nil {
			return err
		}
		if err := p.batches(diag.Field("Stride"+m.letter), m.t, m.rows, m.cols, *m.ld, m.stride); err != nil {
			return err
		}
	}
	if p.A.Scaled {
		blocks := (p.K + ScaleBlock - 1) / ScaleBlock
		for _, s := range []struct {
			field diag.Field
			rows  int64
		}{{"M", p.M}, {"N", p.N}} {
			if !fits(p.Batch, s.rows, blocks, 8) {
				return diag.Usagef("%s: the scales of %d batches of %d x %d take more than 2^47 bytes; need less", s.field, p.Batch, s.rows, blocks)
			}
		}
	}
	return nil
}

// place fills in and checks a leading dimension.
func place(field, sizes diag.Field, t *Type, rows, cols int64, ld *int64) error {
	cause := field
	if *ld == 0 {
		cause = sizes
		*ld = cols
		if t.Scaled {
			*ld = (cols + ScaleBlock - 1) / ScaleBlock * ScaleBlock
		}
	}
	if *ld < cols {
		return diag.Usagef("%s: %d is shorter than a stored row of %d elements; need %d or more", field, *ld, cols, cols)
	}
	if g := t.group(); *ld%g != 0 {
		return diag.Usagef("%s: rows of %s start at whole bytes, and %d elements of %d bits do not fill bytes; need a multiple of %d", field, t, *ld, t.Bits, g)
	}
	if !fits(rows, *ld, int64(t.Bits)) {
		return diag.Usagef("%s: %d rows of %d elements of %s take more than 2^47 bytes; need less", cause, rows, *ld, t)
	}
	return nil
}

// batches fills in and checks a batch stride.
func (p *Problem) batches(field diag.Field, t *Type, rows, cols, ld int64, stride *int64) error {
	isD, cause := field == "StrideD", field
	if *stride == 0 {
		cause = "Batch"
		*stride = rows * ld
	}
	shared := *stride == SharedStride
	if *stride < 0 && (!shared || isD) {
		if shared {
			return diag.Usagef("%s: batches of D cannot share one matrix; need %d or more", field, (rows-1)*ld+cols)
		}
		return diag.Usagef("%s: %d is negative; need 0 or more", field, *stride)
	}
	if shared {
		return nil
	}
	if p.Batch == 1 { // it is not used
		*stride = rows * ld
		return nil
	}
	if g := t.group(); *stride%g != 0 {
		return diag.Usagef("%s: batches of %s start at whole bytes, and %d elements of %d bits do not fill bytes; need a multiple of %d", field, t, *stride, t.Bits, g)
	}
	if *stride < cols && !isD {
		return diag.Usagef("%s: %d is shorter than a stored row of %d elements; need %d or more, or 0 for one matrix that all batches use", field, *stride, cols, cols)
	}
	if !fits(p.Batch, *stride, int64(t.Bits)) || bytesOf((p.Batch-1)**stride+rows*ld, t) > MaxBytes {
		return diag.Usagef("%s: %d batches of %s, %d elements apart, take more than 2^47 bytes; need less", cause, p.Batch, t, *stride)
	}
	if m := (Matrix{Type: t, Rows: rows, Cols: cols, LD: ld, Stride: *stride, Batch: p.Batch}); isD && m.Overlaps() {
		between := ""
		if side := ld - (p.Batch-1)*cols; side >= cols { // all batches fit into a row
			between = fmt.Sprintf(", or %d to %d for batches side by side in each row", cols, (ld-cols)/(p.Batch-1))
		}
		return diag.Usagef("%s: at %d the batches of D overlap; need %d or more%s", field, *stride, (rows-1)*ld+cols, between)
	}
	return nil
}

// fits reports whether a product of numbers of elements and the bits of one comes
// to at most MaxBytes.
func fits(factors ...int64) bool {
	product := uint64(1)
	for _, f := range factors {
		hi, lo := bits.Mul64(product, uint64(f))
		if hi != 0 {
			return false
		}
		product = lo
	}
	return product <= MaxBytes*8
}

// epilogue fills in and checks what is done to the sum.
func (p *Problem) epilogue() error {
	if p.Scale == 0 {
		p.Scale = 1
	}
	for _, f := range []struct {
		field diag.Field
		v     *float64
	}{{"Alpha", &p.Alpha}, {"Beta", &p.Beta}, {"Scale", &p.Scale}} {
		if math.IsNaN(*f.v) || math.IsInf(*f.v, 0) {
			return diag.Usagef("%s: %v is not a finite number; need a finite one", f.field, *f.v)
		}
		v := float64(float32(*f.v))
		if p.A.kind != kindF64 && (math.IsInf(v, 0) || v == 0 && *f.v != 0) {
			return diag.Usagef("%s: %v is out of the range of f32, in which it is applied; need a magnitude of 1e-45 to 3.4e38, or 0", f.field, *f.v)
		}
	}
	if p.Act == "" {
		p.Act = None
	}
	if !slices.Contains(Activations, p.Act) {
		names := make([]string, len(Activations))
		for i, a := range Activations {
			names[i] = string(a)
		}
		return diag.Usagef("%s: unknown activation %q; need %s", diag.Field("Act"), string(p.Act), strings.Join(names, ", "))
	}
	if p.A.kind != kindF64 && !p.Integers() {
		p.Alpha, p.Beta, p.Scale = float64(float32(p.Alpha)), float64(float32(p.Beta)), float64(float32(p.Scale))
	}
	return nil
}

// swizzling checks that a requested cache swizzle is possible.
func (p *Problem) swizzling() error {
	if p.CacheSwizzle != SwizzleOn {
		return nil
	}
	for _, name := range p.Tensors() {
		m, _ := p.Tensor(name)
		if name == "bias" || m.Type == scaleType {
			continue
		}
		if _, err := arch.RequestedCacheSwizzle(m.rowBytes()); err != nil {
			upper := strings.ToUpper(name)
			return diag.Usagef("%s: on is not possible for %s: %w; need auto, or another %s", diag.Field("CacheSwizzle"), upper, err, diag.Field("LD"+upper))
		}
	}
	return nil
}

// splitting checks the parts of K.
func (p *Problem) splitting() error {
	most := (p.K + SplitKUnit - 1) / SplitKUnit
	if p.SplitK < 0 || p.SplitK > most {
		return diag.Usagef("%s: %d parts of a K of %d; need 1 to %d (parts of %d or more)", diag.Field("SplitK"), p.SplitK, p.K, most, SplitKUnit)
	}
	bitsOf := int64(32)
	if p.A.kind == kindF64 {
		bitsOf = 64
	}
	if p.SplitK > 1 && (!fits(p.SplitK, p.Batch, p.M) || !fits(p.SplitK*p.Batch*p.M, p.N, bitsOf)) {
		return diag.Usagef("%s: the workspace of %d parts takes more than 2^47 bytes; need less", diag.Field("SplitK"), p.SplitK)
	}
	return nil
}

// launching checks that a launch has room for the workgroups: less than 2^32
// work-items in a dimension, and less than 2^31 workgroups.
func (p *Problem) launching() error {
	const smallest, most = 16, 1 << 20 // columns of a tile, parts of K and batches
	if p.N <= math.MaxUint32/int64(p.Chip.MaxWorkgroup)*smallest && p.Batch*max(1, p.SplitK) <= most {
		return nil
	}
	c := Choose(p)
	cols, waves := c.BN, c.Waves()
	if c.SplitK > 1 {
		cols, waves = min(cols, reduceCols), max(waves, reduceWaves)
	}
	perTile := int64(waves * p.Chip.WaveSize)
	if most := math.MaxUint32 / perTile * int64(cols); p.N > most {
		return diag.Usagef("%s: %d columns are 2^32 work-items or more in a row of tiles; need 1 to %d here, or compute the transpose of D", diag.Field("N"), p.N, most)
	}
	if most := math.MaxInt32 / p.Batch; c.SplitK > most {
		return diag.Usagef("%s: %d parts of each of %d batches are 2^31 workgroups or more; need 1 to %d", diag.Field("SplitK"), c.SplitK, p.Batch, most)
	}
	return nil
}
