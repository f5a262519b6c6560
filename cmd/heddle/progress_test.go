package main

import (
	"io"
	"testing"
	"time"

	"heddle/sim/inspect"
)

// TestProgress: a bar shows up after a second, and not at all off a terminal.
func TestProgress(t *testing.T) {
	(&progress{}).update(1, 2)
	early := &progress{w: io.Discard, name: "k", started: time.Now().Add(time.Hour)}
	early.update(1, 4)
	if early.bar != nil {
		t.Error("a bar at once")
	}
	early.end()
	p := &progress{w: io.Discard, name: "k", started: time.Now().Add(-time.Hour)}
	p.update(1, 4)
	p.update(3, 4)
	if p.bar == nil || p.bar.Current() != 3 {
		t.Errorf("no bar at 3 of 4: %v", p.bar)
	}
	p.end()
	p.end()
	if p.bar != nil {
		t.Error("the bar stays")
	}
}

// TestInspectionQuiet: a trace goes without bars, other flags do not.
func TestInspectionQuiet(t *testing.T) {
	for _, traced := range []bool{false, true} {
		x := inspection{dump: true}
		if traced {
			x.traced = &inspect.Filter{}
		}
		s := &streams{out: io.Discard, err: io.Discard}
		if err := x.begin(s, s.out, nil); err != nil || s.quiet != traced {
			t.Errorf("traced %v: quiet %v, %v", traced, s.quiet, err)
		}
	}
}
