package record

import (
	"heddle/hsaco"
	"heddle/sim"
	"heddle/timing"
)

// maxTabled bounds the instructions of a timetable: it has 24 bytes for each.
const maxTabled = 20_000_000

// Timetable executes all workgroups of a launch on the device and returns when their waves would execute
// each instruction and when their data would arrive, for sim.ScheduleTimed. The workgroups of each XCD
// are timed together. Workgroups that start after 20 million instructions have been recorded get no times.
//
// The launch changes the device's memory: the timed run needs a device of its own.
func Timetable(device *sim.Device, l sim.Launch, object *hsaco.Object, o Options) (*sim.Timetable, error) {
	d := &dispatch{Options: o, device: device, launch: l, t: &Timing{}}
	if d.Chip == nil {
		d.Chip = o.Product.Chip
	}
	d.launch.Schedule, d.launch.Workers = sim.ScheduleRoundRobin, 1 // which workgroups are recorded depends on their order
	if err := d.prepare(object); err != nil {
		return nil, err
	}
	recorded := map[int]bool{}
	d.recorder.Wants = func(id int) bool {
		recorded[id] = d.recorder.instructions() < maxTabled
		return recorded[id]
	}
	l = d.launch
	l.Observers, l.Progress = []sim.Observer{d.recorder}, d.Progress
	if _, err := device.Run(l); err != nil {
		return nil, err
	}
	table := &sim.Timetable{Waves: map[sim.WaveID][]sim.Slot{}}
	for xcd := range min(d.t.share.xcds, d.t.share.groups) {
		d.t.share.xcd = xcd
		if err := d.enter(table, recorded); err != nil {
			return nil, err
		}
	}
	return table, nil
}

// enter times the recorded workgroups of an XCD and enters them in a timetable.
func (d *dispatch) enter(table *sim.Timetable, recorded map[int]bool) error {
	t := d.t
	var waves [][]sim.Slot
	slot := int64(d.Chip.Timing.Issue)
	settled := NewSettled(t.Program, func(i *timing.Issue) {
		for len(waves) <= i.Wave {
			waves = append(waves, nil)
		}
		waves[i.Wave] = append(waves[i.Wave], sim.Slot{Addr: t.Program.Insts[i.Inst].Addr,
			At: int64(i.At) / slot, Done: (int64(i.Done) + slot - 1) / slot})
	})
	place := 0
	launch := timing.Launch{Program: t.Program, Observe: settled.Observe, Served: settled.Served,
		Next: func(int) (*timing.Group, error) {
			for ; place < t.share.len(); place++ {
				if recorded[t.share.id(place)] {
					groups, err := d.feed.take(t.share, []int{place})
					if err != nil {
						return nil, err
					}
					place++
					return groups[0], nil
				}
			}
			return nil, nil
		}}
	r, _, err := t.run(&launch)
	if err != nil {
		return err
	}
	settled.Flush()
	for i, w := range r.Waves {
		if i < len(waves) {
			table.Waves[sim.WaveID{Workgroup: w.Workgroup, Wave: w.Wave}] = waves[i]
		}
	}
	return nil
}
