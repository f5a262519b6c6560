package sim

import (
	"fmt"

	simd "heddle/sim/lanes"
)

// Engine is an implementation of the instructions. All engines give the same bits.
type Engine uint8

const (
	EngineFast   Engine = iota // the best that the CPU has
	EnginePlain                // plain Go
	EngineAVX2                 // kernels for AVX2, plain Go for instructions without one
	EngineAVX512               // kernels for AVX-512, plain Go for instructions without one
)

// engineNames are the names that ParseEngine accepts.
var engineNames = [...]string{"fast", "plain", "avx2", "avx512"}

// String returns the engine's name.
func (e Engine) String() string { return engineNames[e] }

// ParseEngine returns the engine with the name: fast, plain, avx2 or avx512.
func ParseEngine(name string) (Engine, error) {
	for i, n := range engineNames {
		if n == name {
			return Engine(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not an engine: want fast, plain, avx2 or avx512", name)
}

// level returns the level of the kernels that the engine uses. It fails if the CPU does not have
// the instructions that they need.
func (e Engine) level() (simd.Level, error) {
	want := map[Engine]simd.Level{EnginePlain: simd.None, EngineAVX2: simd.AVX2, EngineAVX512: simd.AVX512}
	best := simd.Best()
	if e == EngineFast {
		return best, nil
	}
	if want[e] > best {
		return 0, fmt.Errorf("engine %v needs a CPU that has it; this CPU has %v", e, best)
	}
	return want[e], nil
}
