package main

import (
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress is a bar on a terminal, shown once the work takes a second.
type progress struct {
	w       io.Writer // nil if nothing is shown
	name    string
	unit    string // of what is counted
	started time.Time
	screen  *mpb.Progress // nil until the bar is shown
	bar     *mpb.Bar
}

// progress returns a bar for the work called name. It is shown only on a terminal
// that no trace goes to.
func (s *streams) progress(name string) *progress {
	if s.quiet || !onTerminal(s.err) {
		return &progress{}
	}
	return &progress{w: s.err, name: name, unit: "workgroups", started: time.Now()}
}

// bars makes consecutive bars: next ends the current bar and starts another; end
// removes the last.
func (s *streams) bars() (next func(name string) func(done, all int), end func()) {
	var bar *progress
	return func(name string) func(done, all int) {
		bar.end()
		bar = s.progress(name)
		return bar.update
	}, func() { bar.end() }
}

// update sets the bar to done of all.
func (p *progress) update(done, all int) {
	if p.w == nil {
		return
	}
	if p.bar == nil {
		if time.Since(p.started) < time.Second {
			return
		}
		p.show(all)
	}
	p.bar.SetTotal(int64(all), false)
	p.bar.SetCurrent(int64(done))
}

// show starts drawing.
func (p *progress) show(all int) {
	const columns = 80
	p.screen = mpb.New(mpb.WithOutput(p.w), mpb.WithWidth(columns), mpb.WithAutoRefresh())
	p.bar = p.screen.New(int64(all), mpb.BarStyle(), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(p.name+" "), decor.Percentage()),
		mpb.AppendDecorators(decor.CountersNoUnit("%d/%d "+p.unit+", "), decor.NewAverageETA(decor.ET_STYLE_GO, p.started, nil), decor.Name(" left")))
}

// end removes the bar.
func (p *progress) end() {
	if p != nil && p.bar != nil {
		p.bar.Abort(true)
		p.screen.Wait()
		p.bar = nil
	}
}
