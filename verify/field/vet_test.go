package field

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/sim"
	"heddle/vet"
)

// TestVetAgrees: what the sanitizers waits and hazards find in a run, heddle vet finds without one. With
// -field.only it takes the objects whose paths match, else one of each dozen of a family.
func TestVetAgrees(t *testing.T) {
	if *dir == "" {
		t.Skip("-field.dir is not given: there are no code objects of others in this repository")
	}
	const each = 12
	pattern := regexp.MustCompile(*only)
	listed := configurations(t, *dir)
	seen := map[string]int{}
	ran, dirty, found, missed := 0, 0, 0, 0
	for _, path := range objects(t, *dir) {
		f, c := find(path)
		if f == nil || !listed[path] || !pattern.MatchString(path) {
			continue
		}
		kind := c.chip + c.family
		if seen[kind]++; *only == "" && seen[kind]%each != 1 {
			continue
		}
		t.Run(strings.TrimSuffix(path, ".co"), func(t *testing.T) {
			object, err := open(filepath.Join(*dir, path))
			if err != nil {
				t.Fatal(err)
			}
			p := f.problem(c)
			if p == nil {
				t.Skip("how it is launched is not described here")
			}
			r, err := p.run(object, sim.Options{}, []string{"waits", "hazards"})
			if err != nil {
				t.Fatal(err)
			}
			report, err := vet.Object(object)
			if err != nil {
				t.Fatal(err)
			}
			ran++
			if len(r.findings) > 0 {
				dirty++
			}
			for _, x := range r.findings {
				at := []uint64{x.Addr}
				if x.Other != nil {
					at = append(at, x.Other.Addr)
				}
				if said(report, at) {
					found++
					continue
				}
				missed++
				other := ""
				if x.Other != nil {
					other = fmt.Sprintf(" (%s at %#x)", x.Other.Text, x.Other.Addr)
				}
				t.Errorf("the run alone finds: [%s] %#x: %s %s%s", x.Check, x.Addr, x.Text, x.Message, other)
			}
		})
	}
	t.Logf("%d kernels, %d of them with findings of a run: vet has %d, and lacks %d", ran, dirty, found, missed)
}

// said reports whether vet has a finding about an instruction and, if it is given, an earlier one that
// it depends on. Findings that differ in the later instruction only are one.
func said(r *vet.Report, at []uint64) bool {
	for i := range r.Kernels {
		if slices.ContainsFunc(r.Kernels[i].Findings, func(f vet.Finding) bool {
			if len(at) == 1 || f.Other == nil {
				return f.Addr == at[0]
			}
			return f.Other.Addr == at[1] && (f.Addr == at[0] || f.Also > 0)
		}) {
			return true
		}
	}
	return false
}
