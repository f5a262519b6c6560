package timing_test

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
	"heddle/timing"
	"heddle/timing/estimate/lsq"
)

// pair is a published pair of throughput and clock.
type pair struct {
	product, format string
	tflops, mhz     float64
	bits            int
}

// pairs are GEMMs of 4096 x 4864 x 32896 by hipBLASLt at the power limit, with normally distributed
// data. Source: facts performance.md §1.8 (AMD's "maximum achievable FLOPs", part 2).
var pairs = []pair{
	{"MI300X", "f16", 654, 1115, 16}, {"MI300X", "bf16", 708, 1207, 16}, {"MI300X", "fp8", 1273, 1230, 8},
	{"MI325X", "f16", 794, 1354, 16}, {"MI325X", "bf16", 843, 1447, 16}, {"MI325X", "fp8", 1519, 1464, 8},
}

// activity is what the pair's GEMM does: the share of matrix cycles is throughput over peak at the
// measured clock; both operands come from memory once.
func (p pair) activity(chip *arch.Chip, product *arch.Product) timing.Activity {
	peak := chip.Model.Clock.FLOPs16.Value
	if p.bits == 8 {
		peak = chip.Model.Clock.FLOPs8.Value
	}
	const m, n, k = 4096, 4864, 32896
	seconds := 2 * m * n * k / (p.tflops * 1e12)
	return timing.Activity{
		Matrix: p.tflops * 1e12 / (peak * float64(product.CUs) * p.mhz * 1e6),
		Format: p.format,
		Memory: float64((m+n)*k*p.bits/8) / seconds,
	}
}

// registers are loops of matrix instructions on constants in registers: TFLOP/s, the middle of the
// measured clocks of 2047 to 2065 MHz and of 570 to 617 W. Source: facts performance.md §1.8.
var registers = []struct {
	format string
	tflops float64
	peak   float64
}{{"bf16", 1252, 1307.4}, {"fp8", 2405, 2614.9}}

const registersMHz, registersPower = 2055, 593

// rooflineRow is a row of gpu-benches' roofline on an MI300X.
type rooflineRow struct{ intensity, gbs, mhz, power float64 }

func roofline(t *testing.T) (rows []rooflineRow) {
	t.Helper()
	f, err := os.Open("testdata/roofline.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range all[1:] {
		r := rooflineRow{intensity: number(t, line[2]), gbs: number(t, line[4])}
		for field := range strings.FieldsSeq(line[6]) {
			switch name, value, _ := strings.Cut(field, "="); name {
			case "MHz":
				r.mhz = number(t, value)
			case "W":
				r.power = number(t, value)
			}
		}
		rows = append(rows, r)
	}
	if len(rows) < 55 {
		t.Fatalf("%d rows of the roofline", len(rows))
	}
	return rows
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func clockOf(t *testing.T, chip *arch.Chip, product string) *timing.Clock {
	t.Helper()
	p, err := arch.ProductNamed(product)
	if err != nil {
		t.Fatal(err)
	}
	if chip == nil {
		chip = p.Chip
	}
	c, err := timing.NewClock(chip, p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestClockPairs: facts performance.md §8 (6), within 10 %.
func TestClockPairs(t *testing.T) {
	for _, p := range pairs {
		product, _ := arch.ProductNamed(p.product)
		mhz, _, why := clockOf(t, nil, p.product).Sustained(p.activity(product.Chip, product))
		t.Logf("%s %-4s %4.0f TFLOP/s: measured %4.0f MHz, modelled %4.0f (%+.1f %%)", p.product, p.format, p.tflops, p.mhz, mhz, 100*(mhz/p.mhz-1))
		if math.Abs(mhz/p.mhz-1) > 0.10 || why != timing.AtPower {
			t.Errorf("%s %s: %.0f MHz because of %s; measured were %.0f at the power limit", p.product, p.format, mhz, why, p.mhz)
		}
	}
}

// TestClockRoofline: from the intensity alone, the clock and the power of every row within 10 %.
func TestClockRoofline(t *testing.T) {
	c := clockOf(t, nil, "MI300X")
	sum, worst, memory := 0.0, 0.0, 0.0
	rows := roofline(t)
	for _, r := range rows {
		m := c.Roofline(r.intensity)
		mhz, power := m.MHz/r.mhz-1, m.Power/r.power-1
		sum, worst = sum+math.Abs(mhz), max(worst, math.Abs(mhz))
		memory += math.Abs(m.Memory/1e9/r.gbs - 1)
		if math.Abs(mhz) > 0.10 || math.Abs(power) > 0.10 {
			t.Errorf("%.2f FLOP/byte: %.0f MHz at %.0f W; measured were %.0f at %.0f", r.intensity, m.MHz, m.Power, r.mhz, r.power)
		}
	}
	n := float64(len(rows))
	t.Logf("%d rows: clock %.1f %% off in the mean, %.1f %% at most; bandwidth %.1f %% off in the mean", len(rows), 100*sum/n, 100*worst, 100*memory/n)
}

// TestClockLowToggle: loops on constants hold nearly the highest clock at less than the power limit.
func TestClockLowToggle(t *testing.T) {
	c := clockOf(t, nil, "MI300X")
	for _, r := range registers {
		a := timing.Activity{Matrix: r.tflops / r.peak * 2100 / registersMHz, Format: r.format, Toggle: timing.LowToggle}
		if p := c.Power(a, registersMHz); math.Abs(p/registersPower-1) > 0.10 {
			t.Errorf("%s: %.0f W at %d MHz, measured were 570 to 617", r.format, p, registersMHz)
		}
		low, _, why := c.Sustained(a)
		a.Toggle = 1
		normal, _, _ := c.Sustained(a)
		// Facts performance.md §1.8: "low-toggle data can raise the clock by >50 %".
		if why != timing.AtBoost || low < 1.5*normal {
			t.Errorf("%s: %.0f MHz with constants because of %s, %.0f with normally distributed numbers", r.format, low, why, normal)
		}
	}
}

// TestClockOrder has what is known of the clock without a figure.
func TestClockOrder(t *testing.T) {
	at := func(product string, a timing.Activity) float64 {
		mhz, plusMinus, _ := clockOf(t, nil, product).Sustained(a)
		if !(plusMinus > 0) || mhz+plusMinus > 1.2*clockOf(t, nil, product).BoostMHz() {
			t.Errorf("%s: %.0f ± %.0f MHz", product, mhz, plusMinus)
		}
		return mhz
	}
	busy := timing.Activity{Matrix: 0.9, Format: "bf16", Memory: 1e12}
	for _, p := range arch.Products {
		if got := at(p.Name, timing.Activity{}); got != float64(p.BoostMHz) {
			t.Errorf("%s rests at %.0f MHz", p.Name, got)
		}
		rows16, rather, half := busy, busy, busy
		rows16.Rows, rather.Memory, half.Matrix = 16, 3e12, 0.45
		base := at(p.Name, busy)
		if !(at(p.Name, rows16) > base && at(p.Name, rather) < base && at(p.Name, half) > base) {
			t.Errorf("%s: 16 rows, more traffic, less activity: %.0f %.0f %.0f MHz beside %.0f",
				p.Name, at(p.Name, rows16), at(p.Name, rather), at(p.Name, half), base)
		}
		f16 := busy
		f16.Format = "f16" // §1.8: bf16 runs some 6 % faster
		if r := base / at(p.Name, f16); r < 1.02 || r > 1.12 {
			t.Errorf("%s: bf16 runs at %.2f times the clock of f16", p.Name, r)
		}
	}
	// §4.1: MI350X and MI355X at 8192³ fp8: 2841 and 3327 TFLOP/s by one kernel, 2660 and 3293 by another.
	fp8 := timing.Activity{Matrix: 0.95, Format: "fp8", Memory: 0.5e12}
	if r := at("MI350X", fp8) / at("MI355X", fp8); r < 0.77 || r > 0.88 {
		t.Errorf("MI350X runs at %.2f of MI355X's clock", r)
	}
	if _, err := timing.NewClock(&arch.GFX950, arch.DefaultProduct(&arch.GFX942)); err == nil {
		t.Error("a clock of a product with another chip")
	}
}

// TestClockOfLoops: the clocks to which the matrix cores of the newer chip were fitted. Source: facts
// performance.md §1.8 (1.63 and 1.47 GHz for loops of library kernels at 97 % use) and §4.1 (67.2 % of the
// fp8 peak at an assumed use of 95 %, which are 1697 MHz).
func TestClockOfLoops(t *testing.T) {
	for _, c := range []struct {
		format      string
		matrix, mhz float64
	}{{"bf16", 0.97, 1630}, {"fp4", 0.97, 1470}, {"fp8", 0.95, 1697}} {
		mhz, _, _ := clockOf(t, nil, "MI355X").Sustained(timing.Activity{Matrix: c.matrix, Format: c.format, Memory: 0.5e12})
		if math.Abs(mhz/c.mhz-1) > 0.01 {
			t.Errorf("%s: %.0f MHz, %.0f were fitted", c.format, mhz, c.mhz)
		}
	}
}

// TestClockExtremes: any activity gives a clock, and a power that it explains.
func TestClockExtremes(t *testing.T) {
	c := clockOf(t, nil, "MI300X")
	for _, a := range []timing.Activity{{Matrix: 1e9}, {Memory: 1e20}, {VectorFLOPs: 1e30}, {Matrix: 1, Memory: 1e13, VectorFLOPs: 1e14}} {
		mhz, _, why := c.Sustained(a)
		if !(mhz >= 100 && mhz <= 2100) || why == timing.AtBoost {
			t.Errorf("%+v: %g MHz because of %s", a, mhz, why)
		}
		if p := c.Power(a, mhz); why == timing.AtPower && math.Abs(p-750) > 0.1 {
			t.Errorf("%+v: %.0f MHz, where the board draws %.1f W", a, mhz, p)
		}
	}
}

// clockFit is the fit of the clock model: parameters, and the residuals of the rows that take part.
type clockFit struct {
	chip   arch.Chip
	fields []*arch.Constant
	rows   []func() float64
	weight []float64
}

func newClockFit(t *testing.T) *clockFit {
	f := &clockFit{chip: arch.GFX942}
	m := &f.chip.Model.Clock
	f.fields = []*arch.Constant{&m.Wave, &m.Traffic, &m.FMA, &m.Exponent, &m.MatrixF16, &m.MatrixBF16, &m.MatrixF8,
		&m.LowToggle, &m.StreamPeak, &m.VectorPeak, &m.Overlap}
	add := func(weight float64, row func() float64) {
		f.rows, f.weight = append(f.rows, row), append(f.weight, weight)
	}
	for _, p := range pairs {
		product, _ := arch.ProductNamed(p.product)
		a := p.activity(&f.chip, product)
		add(16, func() float64 {
			mhz, _, _ := clockOf(t, &f.chip, p.product).Sustained(a)
			return math.Log(mhz / p.mhz)
		})
	}
	for _, r := range roofline(t) {
		add(1, func() float64 { return math.Log(clockOf(t, &f.chip, "MI300X").Roofline(r.intensity).MHz / r.mhz) })
	}
	for _, r := range roofline(t) {
		add(1, func() float64 {
			return math.Log(clockOf(t, &f.chip, "MI300X").Roofline(r.intensity).Memory / 1e9 / r.gbs)
		})
	}
	for _, r := range registers {
		add(4, func() float64 {
			a := timing.Activity{Matrix: r.tflops / r.peak * 2100 / registersMHz, Format: r.format, Toggle: timing.LowToggle}
			return math.Log(clockOf(t, &f.chip, "MI300X").Power(a, registersMHz) / registersPower)
		})
	}
	return f
}

// fit returns the constants without row leave, or with all for -1.
func (f *clockFit) fit(leave int) []float64 {
	// What is known beforehand: idle compute units that only clock draw little, StreamPeak is a share
	// of 5.3 TB/s, power rises with f² or so. The rest is free: within a factor of e, twice.
	start := []float64{20, 100, 3, 2, 420, 380, 400, 0.3, 4, 0.85, 3}
	spread := []float64{1, 2, 2, 0.5, 2, 2, 2, 2, 0.1, 0.1, 0.5}
	p := &lsq.Problem{Spread: spread, Rows: len(f.rows), Weight: slices.Clone(f.weight), Scale: 0.03, Steps: 40}
	for _, v := range start {
		p.Start = append(p.Start, math.Log(v))
	}
	p.Prior = p.Start
	if leave >= 0 {
		p.Weight[leave] = 0
	}
	p.Residual = func(x, r []float64) {
		f.set(x)
		for i, row := range f.rows {
			r[i] = row()
		}
	}
	return lsq.Fit(p)
}

func (f *clockFit) set(x []float64) {
	for i, c := range f.fields {
		c.Value = math.Exp(x[i])
	}
}

// TestClockFit: the constants in arch are those that fit, and the published clocks that did not take
// part in a fit are as near as arch says: of ten, nine.
func TestClockFit(t *testing.T) {
	f := newClockFit(t)
	var committed []float64
	for _, c := range f.fields {
		committed = append(committed, c.Value)
	}
	all := f.fit(-1)
	for i := range f.fields {
		t.Logf("fitted %.4g, arch has %.4g", math.Exp(all[i]), committed[i])
		if r := math.Exp(all[i]) / committed[i]; math.Abs(r-1) > 0.01 {
			t.Errorf("constant %d is %.4g in arch, but %.4g fits", i, committed[i], math.Exp(all[i]))
		}
	}
	var errs []float64
	leave := func(i int) float64 {
		f.set(f.fit(i))
		e := math.Abs(f.rows[i]())
		errs = append(errs, e)
		return e
	}
	step := 11
	if long.On() {
		step = 1
	}
	for i, p := range pairs {
		t.Logf("without %s %s: %.1f %% off", p.product, p.format, 100*leave(i))
	}
	for i := len(pairs); i < len(pairs)+55; i += step {
		leave(i)
	}
	slices.Sort(errs)
	ninth := errs[len(errs)*9/10]
	t.Logf("leave-one-out: median %.1f %%, 90 %% within %.1f %%, at most %.1f %%", 100*errs[len(errs)/2], 100*ninth, 100*errs[len(errs)-1])
	if limit := arch.GFX942.Model.Clock.Error.Value; ninth > limit {
		t.Errorf("90 %% of the rows left out are within %.1f %%; arch says %.1f %%", 100*ninth, 100*limit)
	}
}
