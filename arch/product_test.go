package arch

import "testing"

// Each chip has one default product, and the largest has as many compute units as the chip says.
func TestProducts(t *testing.T) {
	for _, c := range Chips {
		defaults, most := 0, 0
		for _, p := range Products {
			if p.Chip != c {
				continue
			}
			if p.Default {
				defaults++
			}
			most = max(most, p.CUs)
			if p.CUsPerXCD()*p.XCDs != p.CUs {
				t.Errorf("%s: %d compute units cannot be divided among %d XCDs", p.Name, p.CUs, p.XCDs)
			}
			if found, err := ProductNamed(p.Name); found != p || err != nil {
				t.Errorf("ProductNamed(%s) = %v, %v", p.Name, found, err)
			}
		}
		if defaults != 1 || DefaultProduct(c) == nil {
			t.Errorf("%s has %d default products, want 1", c.Name, defaults)
		}
		if most != c.ComputeUnits {
			t.Errorf("%s: the largest product has %d compute units, the chip says %d", c.Name, most, c.ComputeUnits)
		}
	}
	if _, err := ProductNamed("MI99"); err == nil || err.Error() != `no product is called "MI99"; there are MI300X, MI325X, MI350X, MI355X` {
		t.Errorf("unknown product: %v", err)
	}
}
