package record

import (
	"fmt"

	"heddle/arch"
	"heddle/hsaco"
)

// Occupancy is how many workgroups of a kernel a compute unit holds at once, and why not more.
type Occupancy struct {
	// Workgroups is the number of workgroups of a compute unit, Waves that of waves of a workgroup, and
	// WavesPerSIMD the most waves that one of its SIMDs then has.
	Workgroups, Waves, WavesPerSIMD int
	// What a wave has, after rounding up: vector registers of both kinds and scalar registers. LDS is
	// that of a workgroup in bytes.
	VGPRs, SGPRs, LDS int
	// Limits has what each resource would allow, the tightest first.
	Limits []Limit
}

// Limit is how many workgroups a resource of a compute unit allows.
type Limit struct {
	Resource   string // "waves", "VGPRs", "LDS"
	Workgroups int
	// Each is what a workgroup takes, or for VGPRs a wave, of Of.
	Each, Of int
}

// String says it in a phrase.
func (l *Limit) String() string {
	switch l.Resource {
	case limitVGPRs:
		return fmt.Sprintf("VGPRs: %d of a SIMD's %d for each wave", l.Each, l.Of)
	case limitLDS:
		return fmt.Sprintf("LDS: %d of %d bytes for each workgroup", l.Each, l.Of)
	}
	return fmt.Sprintf("waves: %d of %d for each workgroup", l.Each, l.Of)
}

const (
	limitWaves = "waves"
	limitVGPRs = "VGPRs"
	limitLDS   = "LDS"
)

// OccupancyOf returns the occupancy of a kernel with workgroups of so many work-items, that ask for
// so much LDS in addition to the kernel's own, in bytes. It fails if not even one workgroup fits.
//
// SGPRs limit nothing: a SIMD has 12.5 KB of them, enough for 8 waves with all that they can name
// (facts performance.md §1.1).
func OccupancyOf(chip *arch.Chip, d *hsaco.Descriptor, items int, dynamicLDS uint32) (*Occupancy, error) {
	o := &Occupancy{Waves: (items + chip.WaveSize - 1) / chip.WaveSize, SGPRs: d.SGPRs(chip)}
	o.VGPRs = roundUp(max(d.UnifiedVGPRs(chip), 1), chip.VGPRGranule)
	o.LDS = roundUp(int(d.GroupSegmentFixedSize)+int(dynamicLDS), chip.LDSGranule)
	places := func(perSIMD int) int { return chip.SIMDs * perSIMD / max(o.Waves, 1) }
	bySIMD := chip.MaxWavesPerSIMD
	o.Limits = []Limit{{limitWaves, places(bySIMD), o.Waves, chip.SIMDs * bySIMD}}
	byVGPRs := chip.UnifiedVGPRs / o.VGPRs
	o.add(Limit{limitVGPRs, places(byVGPRs), o.VGPRs, chip.UnifiedVGPRs})
	if o.LDS > 0 {
		o.add(Limit{limitLDS, chip.LDSBytes / o.LDS, o.LDS, chip.LDSBytes})
	}
	o.Workgroups = o.Limits[0].Workgroups
	if o.Workgroups == 0 {
		return nil, fmt.Errorf("no workgroup of %d waves fits a compute unit: %s", o.Waves, &o.Limits[0])
	}
	o.WavesPerSIMD = (o.Workgroups*o.Waves + chip.SIMDs - 1) / chip.SIMDs
	return o, nil
}

// add adds a limit before those that allow more.
func (o *Occupancy) add(l Limit) {
	i := len(o.Limits)
	for i > 0 && l.Workgroups < o.Limits[i-1].Workgroups {
		i--
	}
	o.Limits = append(o.Limits[:i], append([]Limit{l}, o.Limits[i:]...)...)
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }
