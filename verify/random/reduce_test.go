package random

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
)

// wrong is a compiler that takes one operation for another.
func wrong(p *Program, from, to string) bool {
	want, err := p.Interpret()
	if err != nil {
		return false
	}
	bad := *p
	bad.Text = strings.ReplaceAll(p.Text, `"`+from+`"`, `"`+to+`"`)
	got, err := bad.Interpret()
	return err == nil && p.Compare(want, got) != nil
}

// Reduce finds the few operations that show a mistake.
func TestReduce(t *testing.T) {
	for _, c := range []struct{ from, to string }{
		{"arith.shrui", "arith.shrsi"}, {"arith.maxsi", "arith.maxui"}, {"arith.mulf", "arith.subf"}, {"vector.interleave", "vector.interleave"},
	} {
		fails := func(p *Program) bool { return wrong(p, c.from, c.to) }
		found := false
		for seed := range uint64(long.Count(30, 150)) {
			p := New(500+seed, &arch.GFX950, 60)
			if !fails(p) {
				continue
			}
			found = true
			asked := 0
			q := Reduce(p, func(p *Program) bool { asked++; return fails(p) })
			if !fails(q) {
				t.Fatalf("%s: what is left does not fail", c.from)
			}
			n, m := p.countOps(), q.countOps()
			t.Logf("%s: %d operations of %d are left, asked %d times", c.from, m, n, asked)
			if m > 30 {
				t.Errorf("%s: %d operations of %d are left:\n%s", c.from, m, n, q.Text)
			}
			break
		}
		if found == (c.from == c.to) {
			t.Errorf("%s for %s: found is %v", c.to, c.from, found)
		}
	}
}

// A program is the same each time, also from its recorded choices.
func TestSame(t *testing.T) {
	for seed := range uint64(40) {
		for _, chip := range arch.Chips {
			a, b := New(seed, chip, sizeOf(seed)), New(seed, chip, sizeOf(seed))
			c := a.replay(a.made)
			if a.Text != b.Text || a.Text != c.Text {
				t.Fatalf("%s is not the same twice", a)
			}
			if len(a.Buffers) != len(c.Buffers) || len(a.Outputs) != len(c.Outputs) {
				t.Fatalf("%s has other buffers when it is made again", a)
			}
		}
	}
}

// Whatever choices are cut out or changed, the program is right.
func TestChangedChoices(t *testing.T) {
	r := &rng{7}
	for seed := range uint64(60) {
		p := New(seed, arch.Chips[seed%2], 50)
		made := append([]uint32{}, p.made...)
		for range 5 {
			i := int(r.next() % uint64(len(made)))
			made[i] = uint32(r.next() % 100)
			k := int(r.next() % uint64(len(made)))
			made = append(made[:k:k], made[min(k+int(r.next()%20), len(made)):]...)
			if len(made) == 0 {
				break
			}
		}
		if _, err := p.replay(made).Interpret(); err != nil {
			t.Errorf("%s with changed choices: %v", p, err)
		}
	}
}

// Each feature alone, and none, make programs that are right.
func TestFeatures(t *testing.T) {
	for bit := -1; bit < len(FeatureNames); bit++ {
		var f Features
		if bit >= 0 {
			f = 1 << bit
		}
		for seed := range uint64(3) {
			p := Options{Seed: seed, Chip: arch.Chips[seed%2], Size: 40, Features: f, Focus: f}.New()
			if _, err := p.Interpret(); err != nil {
				t.Errorf("%s: %v", p, err)
			}
			p = Options{Seed: seed, Chip: arch.Chips[seed%2], Size: 40, Features: All, Focus: f}.New()
			if _, err := p.Interpret(); err != nil {
				t.Errorf("%s: %v", p, err)
			}
		}
	}
	if All != 1<<len(FeatureNames)-1 {
		t.Error("features and their names differ in number")
	}
}
