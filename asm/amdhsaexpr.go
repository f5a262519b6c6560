package asm

import (
	"fmt"
	"slices"
	"strings"

	"heddle/arch"
)

// exprFunction is a function of AMDGPU expressions. The compiler prints calls to them where
// register counts are known only at the end of the file.
type exprFunction struct {
	name string
	args int // 0: one or more
	call func(c *arch.Chip, args []int64) (int64, error)
}

// exprFunctions lists what llvm-mc-22 accepts; the semantics were measured by assembling .quad
// lines with calls.
var exprFunctions = []exprFunction{
	{"max", 0, func(_ *arch.Chip, args []int64) (int64, error) { return slices.Max(args), nil }},
	{"or", 0, func(_ *arch.Chip, args []int64) (int64, error) { return orAll(args), nil }},
	{"alignto", 2, func(_ *arch.Chip, args []int64) (int64, error) { return alignTo(args[0], args[1]) }},
	{"totalnumvgprs", 2, func(_ *arch.Chip, args []int64) (int64, error) { return totalNumVGPRs(args[0], args[1]), nil }},
	{"extrasgprs", 3, func(c *arch.Chip, _ []int64) (int64, error) { return int64(c.ExtraSGPRs), nil }},
	{"occupancy", 7, func(_ *arch.Chip, args []int64) (int64, error) { return occupancy(args) }},
}

// findExprFunction returns the function called name, or nil.
func findExprFunction(name string) *exprFunction {
	i := slices.IndexFunc(exprFunctions, func(f exprFunction) bool { return f.name == name })
	if i < 0 {
		return nil
	}
	return &exprFunctions[i]
}

// isExprFunction reports whether name followed by "(" calls a function.
func isExprFunction(name string) bool { return findExprFunction(name) != nil }

// callExprFunction returns the value of a call. LLVM crashes on too few arguments and on a zero
// alignment, and ignores surplus arguments; here these are errors.
func callExprFunction(c *arch.Chip, name string, args []int64) (int64, error) {
	f := findExprFunction(name)
	switch {
	case f == nil:
		panic("BUG: no expression function is called " + name)
	case f.args == 0 && len(args) == 0:
		return 0, fmt.Errorf("%s() needs at least one argument", name)
	case f.args != 0 && len(args) != f.args:
		return 0, fmt.Errorf("%s() takes %d arguments, not %d", name, f.args, len(args))
	}
	return f.call(c, args)
}

// orAll returns the bitwise or of the arguments.
func orAll(args []int64) int64 {
	v := int64(0)
	for _, a := range args {
		v |= a
	}
	return v
}

// alignTo rounds v up to a multiple of unit, both taken as unsigned.
func alignTo(v, unit int64) (int64, error) {
	if unit == 0 {
		return 0, fmt.Errorf("alignto() cannot round to a multiple of 0")
	}
	if v == 0 {
		return 0, nil
	}
	u := uint64(unit)
	return int64(((uint64(v)-1)/u + 1) * u), nil
}

// totalNumVGPRs returns the size of the unified register file of a kernel: AGPRs start at a
// multiple of 4. Without AGPRs nothing is rounded.
func totalNumVGPRs(agprs, vgprs int64) int64 {
	if agprs == 0 {
		return vgprs
	}
	return int64((uint64(vgprs)+3)&^3) + agprs
}

// sgprWaves lists how many waves per SIMD the SGPR file holds: with up to sgprs SGPRs per wave,
// waves.
var sgprWaves = []struct{ sgprs, waves uint32 }{{80, 10}, {88, 9}, {100, 8}}

const (
	sgprWavesRest = 7 // with more SGPRs
	// generation is the number of these chips in LLVM's list of generations, which is passed to
	// occupancy().
	generation = 8
)

// occupancy returns the number of waves per SIMD: (maximum waves, VGPR granule, VGPRs per SIMD
// lane, generation, waves if registers do not limit them, SGPRs, VGPRs), with 0 for registers that
// do not matter.
func occupancy(args []int64) (int64, error) {
	var v [7]uint32
	for i, a := range args {
		if a < 0 || a > 1<<32-1 {
			return 0, fmt.Errorf("argument %d of occupancy() is %d; accepted: 0 to %d", i+1, a, uint32(1<<32-1))
		}
		v[i] = uint32(a)
	}
	most, granule, total, gen, waves, sgprs, vgprs := v[0], v[1], v[2], v[3], v[4], v[5], v[6]
	if gen != generation {
		return 0, fmt.Errorf("argument 4 of occupancy() is the generation, which is %d for %s, not %d", generation, strings.Join(arch.Names(), " and "), gen)
	}
	if granule == 0 {
		return 0, fmt.Errorf("argument 2 of occupancy() is the VGPR granule, which cannot be 0")
	}
	if sgprs != 0 {
		waves = min(waves, wavesBySGPRs(sgprs))
	}
	if vgprs != 0 {
		rounded := (uint64(vgprs) + uint64(granule) - 1) / uint64(granule) * uint64(granule)
		byVGPRs := min(max(uint32(uint64(total)/rounded), 1), most)
		if vgprs < granule {
			byVGPRs = most
		}
		waves = min(waves, byVGPRs)
	}
	return int64(waves), nil
}

// wavesBySGPRs looks up sgprWaves.
func wavesBySGPRs(sgprs uint32) uint32 {
	for _, s := range sgprWaves {
		if sgprs <= s.sgprs {
			return s.waves
		}
	}
	return sgprWavesRest
}
