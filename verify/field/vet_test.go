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

// TestVetAgrees: what the sanitizers waits and hazards find in a run, heddle vet finds without one, but for scalar loads that
// are made twice: whichever comes last, their register has the same data, which vet knows and the sanitizer does not. With
// -field.only it takes the objects whose paths match, else one of each dozen of a family.
func TestVetAgrees(t *testing.T) {
	if *dir == "" {
		t.Skip("-field.dir is not given: there are no code objects of others in this repository")
	}
	const each = 12
	pattern := regexp.MustCompile(*only)
	listed := configurations(t, *dir)
	seen := map[string]int{}
	ran, dirty, found, again, missed := 0, 0, 0, 0, 0
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
			fault := mistakeOf(path).fault // one that a card survives, as docs/field.md says
			r, err := p.run(object, sim.Options{KeepGoing: fault != ""}, []string{"waits", "hazards"})
			if err != nil && (fault == "" || r == nil) {
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
				if x.Other != nil && x.Check == "waits" && x.Text == x.Other.Text && strings.HasPrefix(x.Text, "s_load_") {
					again++
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
	t.Logf("%d kernels, %d of them with findings of a run: vet has %d, and lacks %d; %d are scalar loads made twice", ran, dirty, found, missed, again)
}

// TestVetTable: every object gets an answer. It prints the findings of heddle vet by family, the folder
// of the objects, as docs/vet.md has them; of each kernel and rank a thousand are kept, and "more" are not.
func TestVetTable(t *testing.T) {
	if *dir == "" {
		t.Skip("-field.dir is not given: there are no code objects of others in this repository")
	}
	type row struct {
		objects, withErrors, instructions int
		found                             map[string]int // by rule and rank
	}
	const sum = "all"
	rows := map[string]*row{sum: {found: map[string]int{}}}
	for _, path := range objects(t, *dir) {
		parts := strings.Split(path, "/")
		if parts[0] != "gfx942" && parts[0] != "gfx950" {
			continue
		}
		family := parts[0] + " " + parts[1]
		if len(parts) == 2 {
			family = parts[0] + " others"
		}
		object, err := open(filepath.Join(*dir, path))
		if err != nil {
			t.Fatal(err)
		}
		report, err := vet.Object(object)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if rows[family] == nil {
			rows[family] = &row{found: map[string]int{}}
		}
		for _, r := range []*row{rows[family], rows[sum]} {
			r.objects++
			errors := 0
			for _, k := range report.Kernels {
				r.instructions += k.Instructions
				for _, f := range k.Findings {
					r.found[f.Rule+" "+f.Rank.String()]++
					if f.Rank == vet.RankError {
						errors++
					}
				}
				r.found["more"] += k.More
			}
			if errors > 0 {
				r.withErrors++
			}
		}
	}
	var columns []string
	for _, rule := range vet.Rules() {
		for _, rank := range []vet.Rank{vet.RankError, vet.RankTiming, vet.RankCantTell, vet.RankNote} {
			if c := rule.Name + " " + rank.String(); rows[sum].found[c] > 0 {
				columns = append(columns, c)
			}
		}
	}
	columns = append(columns, "more")
	t.Logf("| family | objects | with errors | instructions | %s |", strings.Join(columns, " | "))
	for _, family := range sortedKeys(rows) {
		r := rows[family]
		line := fmt.Sprintf("| %s | %d | %d | %d |", family, r.objects, r.withErrors, r.instructions)
		for _, c := range columns {
			line += fmt.Sprintf(" %d |", r.found[c])
		}
		t.Log(line)
	}
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
