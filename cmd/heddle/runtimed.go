package main

import (
	"fmt"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/launch"
	"heddle/sim"
	"heddle/timing/record"
)

// scheduleTimed is the schedule that follows the timing model.
const scheduleTimed = "timed"

// timed prepares a run in the order of the timing model: it executes the launch once to time it, in
// memory of its own, and makes the options follow those times.
func (f *runFlags) timed(plan *launch.File, o *launch.Options) error {
	var tables []*sim.Timetable
	first := *o
	first.Sim.Schedule, first.Checks, first.Against, first.Observe = sim.ScheduleRoundRobin, nil, false, nil
	first.Simulate = func(device *sim.Device, of *launch.Program, l sim.Launch, _ bool) (*sim.Report, error) {
		product := arch.DefaultProduct(device.Chip())
		if product == nil {
			return nil, usagef("--schedule timed: no product has the chip %s: nothing says how fast it would be", device.Chip().Name)
		}
		if l.Workgroups != nil {
			return nil, usagef("--schedule timed: workgroups that do not run are not timed: leave out --workgroups")
		}
		table, err := record.Timetable(device, l, of.Object, record.Options{Product: product})
		tables = append(tables, table)
		return nil, err
	}
	plan.Expect = nil
	job, err := f.load(plan, first)
	if err == nil {
		_, err = job.Run()
	}
	if err != nil {
		return err
	}
	observe := o.Observe
	o.Observe = func(object *hsaco.Object, l *sim.Launch) {
		l.Timetable, tables = tables[0], tables[1:]
		observe(object, l)
	}
	return nil
}

// writeTimed notes waves that did not follow the times of the model.
func (r *reporter) writeTimed() {
	if r.flags.schedule != scheduleTimed {
		return
	}
	for _, report := range r.result.Reports {
		if n := report.Waves - report.Timed.Waves; n > 0 {
			r.streams.diagnose(fmt.Sprintf("heddle: note: kernel %s: %d of %d waves have no times in the model and went by the order of round-robin", report.Kernel, n, report.Waves))
		}
		if n := report.Timed.Strayed; n > 0 {
			r.streams.diagnose(fmt.Sprintf("heddle: note: kernel %s: %d of %d waves left the path that was timed: what they execute depends on timing", report.Kernel, n, report.Waves))
		}
	}
}
