package pass_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle/pass"
)

// trail is the names of the passes that ran.
type trail struct {
	ran   []string
	wrong bool
}

func (u *trail) Verify() error {
	if u.wrong {
		return errors.New("it is wrong")
	}
	return nil
}

func (u *trail) Print(w io.Writer) error {
	_, err := fmt.Fprintln(w, u.ran)
	return err
}

func row(name string, need pass.Need, after ...pass.Dependency) pass.Pass[*trail] {
	return pass.Pass[*trail]{Name: name, Need: need, After: after, Run: func(u *trail, _ *pass.Options) error {
		u.ran = append(u.ran, name)
		return nil
	}}
}

func table() []pass.Pass[*trail] {
	return []pass.Pass[*trail]{
		row("a", pass.Required),
		row("b", pass.Optional, pass.After("b needs what a makes", "a")...),
		row("c", pass.Essential),
		{Name: "panics", Run: func(*trail, *pass.Options) error { panic("BUG: nothing there") }},
		{Name: "fails", Run: func(*trail, *pass.Options) error { return errors.New("refused") }},
		{Name: "breaks", Run: func(u *trail, _ *pass.Options) error { u.wrong = true; return nil }},
	}
}

// panicOf is what f panics with, "" if it does not.
func panicOf(f func()) (text string) {
	defer func() {
		if fault := recover(); fault != nil {
			text = fmt.Sprint(fault)
		}
	}()
	f()
	return ""
}

func TestNew(t *testing.T) {
	for _, c := range []struct {
		order []string
		want  string
	}{
		{[]string{"a", "b", "b", "c", "b"}, ""},
		{[]string{"a", "x"}, `BUG: the pipeline has a pass "x", which is not in the table`},
		{[]string{"b", "a"}, `BUG: pass "b" does not run after "a": b needs what a makes`},
		{[]string{"c", "b"}, `BUG: pass "b" does not run after "a": b needs what a makes`},
	} {
		if got := panicOf(func() { pass.New("", table(), c.order...) }); got != c.want {
			t.Errorf("%v: panics with %q, want %q", c.order, got, c.want)
		}
	}
	var names []string
	for _, s := range pass.New("", table()).Steps() {
		names = append(names, s.Name)
	}
	if got := strings.Join(names, " "); got != "a b c panics fails breaks" {
		t.Errorf("without an order the steps are %s", got)
	}
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		order      []string
		o          pass.Options
		want, ends string // the passes that ran; the error or panic
	}{
		{[]string{"a", "b", "c", "b"}, pass.Options{}, "a b c b", ""},
		{[]string{"a", "b", "c", "b"}, pass.Options{Disable: []string{"b", "a"}}, "c", ""},
		{[]string{"a", "fails", "c"}, pass.Options{}, "a", "refused"},
		{[]string{"a", "panics", "c"}, pass.Options{}, "a", "BUG: pass panics, kernel k: nothing there"},
		{[]string{"a", "breaks", "c"}, pass.Options{}, "a c", ""},
		{[]string{"a", "breaks", "c"}, pass.Options{Verify: true}, "a", "BUG: pass breaks, kernel k: the code is wrong after it: it is wrong"},
	} {
		u := &trail{}
		var err error
		ends := panicOf(func() { err = pass.New("input", table(), c.order...).Run("k", u, &c.o) })
		if err != nil {
			ends = err.Error()
		}
		if got := strings.Join(u.ran, " "); got != c.want || ends != c.ends {
			t.Errorf("%v: ran %q and ended with %q, want %q and %q", c.order, got, ends, c.want, c.ends)
		}
	}
	u := &trail{wrong: true}
	if got := panicOf(func() { _ = pass.New("input", table()).Run("k", u, &pass.Options{Verify: true}) }); got != "BUG: pass input, kernel k: the code is wrong after it: it is wrong" {
		t.Errorf("wrong input: %q", got)
	}
}

// With a seed the steps run in another order, which the dependencies allow.
func TestShuffle(t *testing.T) {
	orders := map[string]bool{}
	for seed := range uint64(40) {
		u := &trail{}
		if err := pass.New("", table(), "a", "b", "c", "b").Run("k", u, &pass.Options{Shuffle: seed}); err != nil {
			t.Fatal(err)
		}
		order := strings.Join(u.ran, "")
		orders[order] = true
		if seed == 0 && order != "abcb" || len(order) != 4 || strings.Index(order, "b") < strings.Index(order, "a") {
			t.Errorf("seed %d: %s", seed, order)
		}
	}
	if len(orders) != 4 { // c has four places
		t.Errorf("%d orders: %v", len(orders), orders)
	}
}

func TestDump(t *testing.T) {
	var seen []string
	o := pass.Options{Disable: []string{"c"}, Dump: func(name string, u pass.Unit) {
		seen = append(seen, fmt.Sprint(name, len(u.(*trail).ran)))
	}}
	if err := pass.New("input", table(), "a", "b", "c", "b").Run("k", &trail{}, &o); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(seen, " "); got != "input0 a1 b2 b3" {
		t.Errorf("saw %s", got)
	}
}

// Bisection tells the runs of a pass apart, never leaves out what is needed, and each
// place is in exactly one of two halves.
func TestBisect(t *testing.T) {
	order := []string{"a", "c", "b", "b", "b", "b", "b", "b"}
	places := map[string]int{}
	for _, suffix := range []string{"0", "1"} {
		traced := 0
		u, o := &trail{}, pass.Options{Bisect: &pass.Bisect{Suffix: suffix, Trace: func(name, place string) {
			traced++
			places[name+" of "+place]++
		}}}
		if err := pass.New("", table(), order...).Run("k", u, &o); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(u.ran, "a") || !slices.Contains(u.ran, "c") || len(u.ran) != traced+2 {
			t.Errorf("with %s: ran %v, traced %d", suffix, u.ran, traced)
		}
	}
	if len(places) != 6 || places["b of k"] != 1 || places["b of k (run 6)"] != 1 {
		t.Errorf("places: %v", places)
	}
}

func TestTimes(t *testing.T) {
	var off *pass.Times
	off.Stop("a", off.Start()) // asks no clock

	now := time.Time{}
	o := pass.Options{Times: &pass.Times{Now: func() time.Time {
		now = now.Add(time.Millisecond)
		return now
	}}}
	if err := pass.New("", table(), "a", "b", "c", "b").Run("k", &trail{}, &o); err != nil {
		t.Fatal(err)
	}
	want := []pass.Time{{Name: "a", Runs: 1, Wall: time.Millisecond}, {Name: "b", Runs: 2, Wall: 2 * time.Millisecond}, {Name: "c", Runs: 1, Wall: time.Millisecond}}
	if got := o.Times.Rows(); !slices.Equal(got, want) {
		t.Errorf("times %v, want %v", got, want)
	}
	var text strings.Builder
	if err := o.Times.Print(&text); err != nil {
		t.Fatal(err)
	}
	if text.String() != `        ms      %  runs  pass
     1.000   25.0     1  a
     2.000   50.0     2  b
     1.000   25.0     1  c
     4.000  100.0        total
` {
		t.Errorf("table:\n%s", text.String())
	}
}
