package main

import (
	"fmt"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/hsaco"
	"heddle/timing/record"
	"heddle/vet"
)

// kernelResources is what a kernel takes of a compute unit, and how many of its waves that leaves room for.
type kernelResources struct {
	Kernel    string        `json:"kernel"`
	Registers vet.Registers `json:"registers"`
	LDS       int           `json:"lds"`     // bytes of a workgroup
	Scratch   int           `json:"scratch"` // bytes of a lane
	// Items is the size of a workgroup; AtMost says that smaller ones are allowed.
	Items  int  `json:"items"`
	AtMost bool `json:"atMost,omitempty"`
	// Waves of MostWaves run on a SIMD at the same time.
	Waves     int `json:"waves"`
	MostWaves int `json:"mostWaves"`
	// Limit is the resource that allows no more.
	Limit string `json:"limit"`
	// WavesIfUsed is how many there would be if the descriptor asked for the registers that the code uses, and no
	// more; 0 if that changes nothing.
	WavesIfUsed int `json:"wavesIfUsed,omitempty"`
}

// resourcesOf are the resources of an object's kernels.
func resourcesOf(o *hsaco.Object, kernels []vet.Kernel, launches []vet.Launch) []kernelResources {
	var list []kernelResources
	for _, k := range o.Kernels {
		at := slices.IndexFunc(kernels, func(x vet.Kernel) bool { return x.Name == k.Name && x.Registers != nil })
		if at < 0 {
			continue
		}
		r := kernelResources{Kernel: k.Name, Registers: *kernels[at].Registers, LDS: int(k.Descriptor.GroupSegmentFixedSize),
			Scratch: int(k.Descriptor.PrivateSegmentFixedSize), MostWaves: o.Chip.MaxWavesPerSIMD}
		dynamic := r.size(o, k, launches)
		r.LDS += int(dynamic)
		occupancy, err := record.OccupancyOf(o.Chip, &k.Descriptor, r.Items, dynamic)
		if err != nil {
			r.Limit = err.Error()
		} else {
			r.Waves, r.Limit = occupancy.WavesPerSIMD, occupancy.Limits[0].String()
		}
		used := k.Descriptor
		used.GranulatedVGPRs = uint16(max(0, (unifiedUse(&r.Registers)-1)/o.Chip.VGPRGranule))
		if o, err := record.OccupancyOf(o.Chip, &used, r.Items, dynamic); err == nil && o.WavesPerSIMD > r.Waves && !r.Registers.Partly {
			r.WavesIfUsed = o.WavesPerSIMD
		}
		list = append(list, r)
	}
	return list
}

// unifiedUse is how many registers of a lane a kernel needs. AGPRs begin behind the VGPRs, at a multiple of 4
// (LLVM's AMDGPUUsage, ACCUM_OFFSET).
func unifiedUse(r *vet.Registers) int {
	if r.AGPRs.Used == 0 {
		return r.VGPRs.Used
	}
	return (r.VGPRs.Used+3)/4*4 + r.AGPRs.Used
}

// size finds the size of a workgroup, and returns the LDS that a launch adds.
func (r *kernelResources) size(o *hsaco.Object, k *hsaco.Kernel, launches []vet.Launch) (lds uint32) {
	r.Items, r.AtMost = o.Chip.MaxWorkgroup, true
	if m := k.Metadata; m != nil && m.MaxFlatWorkgroupSize > 0 {
		r.Items = m.MaxFlatWorkgroupSize
	}
	if m := k.Metadata; m != nil && len(m.ReqdWorkgroupSize) > 0 {
		r.Items, r.AtMost = product(m.ReqdWorkgroupSize), false
	}
	for i := range launches { // the first launch of the kernel
		l := &launches[i]
		if l.Kernel != "" && l.Kernel != k.Name {
			continue
		}
		if l.Block[0] > 0 {
			r.Items, r.AtMost = product(l.Block[:]), false
		}
		return uint32(max(l.LDS, 0))
	}
	return 0
}

func product[T int | uint32](sizes []T) int {
	n := 1
	for _, x := range sizes {
		n *= max(int(x), 1)
	}
	return n
}

// String has the resources in two lines.
func (r *kernelResources) String() string {
	var b strings.Builder
	count := func(name string, c vet.RegisterCount) {
		fmt.Fprintf(&b, "%s %d of %d, ", name, c.Used, c.Given)
	}
	fmt.Fprintf(&b, "resources of %s: ", r.Kernel)
	count("VGPRs", r.Registers.VGPRs)
	count("AGPRs", r.Registers.AGPRs)
	count("SGPRs", r.Registers.SGPRs)
	fmt.Fprintf(&b, "LDS %d bytes, scratch %d bytes", r.LDS, r.Scratch)
	if r.Registers.Partly {
		b.WriteString("; the code may use more registers than it names")
	}
	most := ""
	if r.AtMost {
		most = "up to "
	}
	fmt.Fprintf(&b, "\n  workgroups of %s%d: %s a SIMD of %d; limit: %s", most, r.Items, diag.Count(r.Waves, "wave"), r.MostWaves, r.Limit)
	if r.WavesIfUsed > 0 {
		fmt.Fprintf(&b, "; %d waves with the registers that the code uses", r.WavesIfUsed)
	}
	return b.String()
}
