package timing

import (
	"fmt"
	"math"

	"heddle/arch"
)

// Activity is what a kernel does that draws power.
type Activity struct {
	// Matrix is the share of cycles in which the matrix cores are busy, from 0 to 1. Format is the
	// operands' format: "f16", "bf16", "fp8", "bf8", "i8", "fp6", "bf6", "fp4", "xf32", "f32" or "f64".
	// Rows is the height of the instructions' tiles, 16 or 32; 0 is 32.
	Matrix float64
	Format string
	Rows   int
	// VectorFLOPs are operations of 32-bit vector arithmetic a second.
	VectorFLOPs float64
	// Memory is traffic from and to memory, in bytes a second.
	Memory float64
	// Toggle says how often the bits of the operands change: 1 for normally distributed numbers,
	// which 0 also means; LowToggle for constants.
	Toggle float64
}

// LowToggle is an Activity's Toggle for operands that hardly change.
const LowToggle = -1

// Why a clock is what it is.
const (
	AtBoost = "the highest clock of the product"
	AtPower = "the power limit of the board"
	AtFloor = "the power limit of the board, which even the lowest clock exceeds"
)

// lowest is the lowest clock that is given, in GHz.
const lowest = 0.1

// Clock says at which engine clock a product runs.
type Clock struct {
	model   arch.ClockModel
	product *arch.Product
}

// NewClock returns the clock of a product. chip has the constants: it is the product's chip or a copy
// of it with other constants.
func NewClock(chip *arch.Chip, product *arch.Product) (*Clock, error) {
	if product == nil || product.Chip.Name != chip.Name {
		return nil, fmt.Errorf("timing: no product with a %s is given, whose power limit would say how fast it runs", chip.Name)
	}
	return &Clock{chip.Model.Clock, product}, nil
}

// BoostMHz is the highest clock of the product.
func (c *Clock) BoostMHz() float64 { return float64(c.product.BoostMHz) }

// matrix returns the power of matrix cores at 1 GHz that are always busy, in W.
func (c *Clock) matrix(a *Activity) float64 {
	m := &c.model
	w := m.MatrixBF16.Value
	switch a.Format {
	case "f16":
		w = m.MatrixF16.Value
	case "fp8", "bf8", "i8":
		w = m.MatrixF8.Value
	case "fp4", "fp6", "bf6":
		w = m.MatrixF4.Value
	}
	if a.Rows == 16 {
		w = float64(w * m.Matrix16Rows.Value)
	}
	switch {
	case a.Toggle == LowToggle:
		w = float64(w * m.LowToggle.Value)
	case a.Toggle > 0:
		w = float64(w * a.Toggle)
	}
	return w
}

// terms returns the factors of f^Exponent and of f^(Exponent-1) in the power at f GHz.
func (c *Clock) terms(a *Activity) (high, low float64) {
	m := &c.model
	return m.Wave.Value + float64(c.matrix(a)*a.Matrix),
		float64(m.Traffic.Value*a.Memory*1e-12) + float64(m.FMA.Value*a.VectorFLOPs*1e-12)
}

// Power is the power of the board in W at a clock.
func (c *Clock) Power(a Activity, mhz float64) float64 {
	high, low := c.terms(&a)
	f := mhz / 1000
	return c.model.Idle.Value + float64(math.Pow(f, c.model.Exponent.Value-1)*(float64(high*f)+low))
}

// Sustained is the clock at which a kernel runs that keeps doing a, in MHz, with its uncertainty (nine
// of ten published clocks are nearer), and what holds it there.
func (c *Clock) Sustained(a Activity) (mhz, plusMinus float64, why string) {
	boost := c.BoostMHz()
	if c.Power(a, boost) <= float64(c.product.PowerW) {
		return boost, float64(boost * c.model.Error.Value), AtBoost
	}
	high, low := c.terms(&a)
	mhz = float64(1000 * solvePower(high, low, c.model.Exponent.Value, float64(c.product.PowerW)-c.model.Idle.Value))
	if mhz < 1001*lowest {
		return 1000 * lowest, float64(1000 * lowest * c.model.Error.Value), AtFloor
	}
	mhz = min(mhz, boost)
	return mhz, float64(mhz * c.model.Error.Value), AtPower
}

// solvePower returns f with f^(n-1) (high f + low) = power by Newton's method in the logarithm, in
// which the left side is nearly straight.
func solvePower(high, low, n, power float64) float64 {
	if !(power > 0) || !(high+low > 0) {
		return lowest
	}
	x, goal := 0.3, math.Log(power)
	for range 20 {
		f := math.Exp(x)
		value := float64((n-1)*x) + math.Log(float64(high*f)+low) - goal
		slope := n - 1 + high*f/(float64(high*f)+low)
		step := value / max(slope, 0.1)
		x = min(max(x-step, math.Log(lowest)), 3)
		if math.Abs(step) < 1e-9 {
			break
		}
	}
	return math.Exp(x)
}

// Roofline is what the model says of a kernel of packed 32-bit FMAs on streamed data.
type Roofline struct {
	MHz, Power  float64
	Memory      float64 // bytes a second
	VectorFLOPs float64 // operations a second
	Why         string
}

// Roofline returns clock, power and rates of a streaming kernel that does intensity operations a byte.
// The rate of its arithmetic follows the clock, and the clock its power.
func (c *Clock) Roofline(intensity float64) Roofline {
	lo, hi := 1000*lowest, c.BoostMHz()
	at := func(mhz float64) Roofline {
		a := c.stream(intensity, mhz)
		return Roofline{mhz, c.Power(a, mhz), a.Memory, a.VectorFLOPs, AtPower}
	}
	if r := at(hi); r.Power <= float64(c.product.PowerW) {
		r.Why = AtBoost
		return r
	}
	for range 40 {
		mid := (lo + hi) / 2
		if at(mid).Power > float64(c.product.PowerW) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return at(lo)
}

// stream is what a streaming kernel does at a clock: the times of arithmetic and of memory overlap,
// but not wholly.
func (c *Clock) stream(intensity, mhz float64) Activity {
	m := &c.model
	peak := float64(m.VectorPeak.Value * m.VectorFLOPs.Value * float64(c.product.CUs) * mhz * 1e6)
	p := m.Overlap.Value
	memory := float64(m.StreamPeak.Value * 1e12)
	if first := arch.DefaultProduct(c.product.Chip); first != nil { // StreamPeak is of this one
		memory = float64(memory * (c.product.HBMBandwidth / first.HBMBandwidth))
	}
	second := math.Pow(math.Pow(intensity/peak, p)+math.Pow(1/memory, p), 1/p)
	return Activity{Memory: 1 / second, VectorFLOPs: intensity / second}
}
