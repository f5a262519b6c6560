package arch

import (
	"fmt"
	"strings"
)

// Product is a card with a chip: how much of the chip's parts it has, and how fast its clocks may be.
//
// Sources: facts performance.md §1.1 (AMD's GPU specifications; board power and HBM: AMD's blogs).
type Product struct {
	// Name is the name without vendor and family, such as "MI300X".
	Name string
	Chip *Chip
	// Default says that it is meant if only the chip is named.
	Default bool
	// CUs is the number of compute units, XCDs that of the dies among which they are divided evenly.
	CUs, XCDs int
	// BoostMHz is the peak engine clock.
	BoostMHz int
	// PowerW is the limit of the board's power, in watts. Power says how it is known.
	PowerW int
	Power  Fact
	// HBMBytes is the size of the memory, HBMStacks the number of its stacks, and HBMBandwidth the
	// peak of all of them together, in bytes a second.
	HBMBytes     int64
	HBMStacks    int
	HBMBandwidth float64
	// IODs is the number of I/O dies.
	IODs int
}

// CUsPerXCD is the number of compute units of each XCD.
func (p *Product) CUsPerXCD() int { return p.CUs / p.XCDs }

// Products lists the known products, oldest chip first.
var Products = []*Product{
	{Name: "MI300X", Chip: &GFX942, Default: true, CUs: 304, XCDs: 8, BoostMHz: 2100, PowerW: 750, Power: productPower,
		HBMBytes: 192e9, HBMStacks: 8, HBMBandwidth: 5.3e12, IODs: 4},
	{Name: "MI325X", Chip: &GFX942, CUs: 304, XCDs: 8, BoostMHz: 2100, PowerW: 1000, Power: productPower,
		HBMBytes: 256e9, HBMStacks: 8, HBMBandwidth: 6.0e12, IODs: 4},
	{Name: "MI350X", Chip: &GFX950, CUs: 256, XCDs: 8, BoostMHz: 2200, PowerW: 1000, Power: Fact{Inferred, "facts performance.md §1.1, unchecked"},
		HBMBytes: 288e9, HBMStacks: 8, HBMBandwidth: 8.0e12, IODs: 2},
	{Name: "MI355X", Chip: &GFX950, Default: true, CUs: 256, XCDs: 8, BoostMHz: 2400, PowerW: 1400, Power: productPower,
		HBMBytes: 288e9, HBMStacks: 8, HBMBandwidth: 8.0e12, IODs: 2},
}

var productPower = Fact{Documented, "facts performance.md §1.1"}

// ProductNamed returns the product called name, in any case. It fails if there is none, and says
// which there are.
func ProductNamed(name string) (*Product, error) {
	names := make([]string, len(Products))
	for i, p := range Products {
		if strings.EqualFold(p.Name, name) {
			return p, nil
		}
		names[i] = p.Name
	}
	return nil, fmt.Errorf("no product is called %q; there are %s", name, strings.Join(names, ", "))
}

// DefaultProduct returns the product that is meant if only the chip is named, nil if the chip has none.
func DefaultProduct(c *Chip) *Product {
	for _, p := range Products {
		if p.Chip == c && p.Default {
			return p
		}
	}
	return nil
}
