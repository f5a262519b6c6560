package sim_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"heddle/sim"
)

// coreDivider has a coreRecord for each workgroup that it wants.
type coreDivider struct {
	coreRecord
	wants func(workgroup int) bool

	mu     sync.Mutex
	groups map[int]*coreRecord
}

func (d *coreDivider) Of(workgroup int) sim.Observer {
	if !d.wants(workgroup) {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.groups[workgroup] = &coreRecord{}
	return d.groups[workgroup]
}

// TestCoreDivider: a workgroup's own observer hears what a common one hears of it, on any number of
// cores; of those that nobody wants, nothing is heard.
func TestCoreDivider(t *testing.T) {
	const groups = 20
	source := coreSource{body: `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 2, v0
	v_mov_b32_e32 v2, s2
	s_lshl_b32 s3, s2, 9
	v_add_u32_e32 v3, s3, v1
	s_waitcnt lgkmcnt(0)
	ds_write_b32 v1, v2
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b32 v4, v1
	s_waitcnt lgkmcnt(0)
	global_store_dword v3, v4, s[4:5]
	s_endpgm`, directives: []string{"group_segment_fixed_size 1024", "system_sgpr_workgroup_id_x 1"}}
	run := func(o sim.Observer, workers int) {
		device, k := source.load(t)
		out, err := device.Alloc(groups * 512)
		if err != nil {
			t.Fatal(err)
		}
		l := sim.Launch{Kernel: k, Grid: [3]uint32{groups, 1, 1}, Block: [3]uint32{128, 1, 1}, Args: []sim.Arg{sim.Pointer(out)}}
		l.Workers, l.Observers = workers, []sim.Observer{o}
		if _, err := device.Run(l); err != nil {
			t.Fatal(err)
		}
	}
	ofGroup := func(r *coreRecord, workgroup int) (list []string) {
		for _, e := range r.events {
			at := slices.IndexFunc([]byte(e), func(c byte) bool { return '0' <= c && c <= '9' })
			n := 0
			for ; e[at] != '.'; at++ {
				n = 10*n + int(e[at]-'0')
			}
			if n == workgroup {
				list = append(list, e)
			}
		}
		return list
	}
	all := &coreRecord{}
	run(all, 1)
	for _, workers := range []int{1, 3} {
		d := &coreDivider{wants: func(w int) bool { return w%3 != 1 }, groups: map[int]*coreRecord{}}
		run(d, workers)
		if d.executed+d.started+d.landed > 0 {
			t.Errorf("%d workers: the divider itself heard %d events", workers, len(d.events))
		}
		for w := range groups {
			switch g := d.groups[w]; {
			case !d.wants(w) && g != nil:
				t.Errorf("%d workers: workgroup %d has an observer", workers, w)
			case d.wants(w) && g == nil:
				t.Errorf("%d workers: workgroup %d has no observer", workers, w)
			case d.wants(w) && !slices.Equal(g.events, ofGroup(all, w)):
				t.Errorf("%d workers, workgroup %d: %d events, a common observer hears %d", workers, w, len(g.events), len(ofGroup(all, w)))
			}
		}
	}
}

// coreFlusher tells what it has heard when it may.
type coreFlusher struct {
	coreRecord
	told *[]string
}

func (f *coreFlusher) Flush() {
	*f.told = append(*f.told, f.events...)
	f.events = nil
}

func (f *coreFlusher) Executed(e *sim.Event) {
	f.coreRecord.Executed(e)
	if e.Workgroup%3 == 0 || e.Registers.HasTurn() {
		e.Registers.AwaitTurn()
		f.Flush()
	}
}

// coreFlushers has one for each workgroup.
type coreFlushers struct {
	coreRecord
	told []string
}

func (f *coreFlushers) Of(int) sim.Observer { return &coreFlusher{told: &f.told} }

// TestCoreFlusher: what observers of workgroups tell in Flush, or after AwaitTurn, is in the order in
// which a common one hears it, on any number of cores.
func TestCoreFlusher(t *testing.T) {
	source := coreSource{body: `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_mov_b32 v1, 0
	v_mov_b32 v2, 1
	s_lshl_b32 s3, s2, 3
.Lloop:
	v_add_u32 v3, v2, v1
	s_sub_u32 s3, s3, 1
	s_cbranch_scc0 .Lloop
	s_waitcnt lgkmcnt(0)
	global_atomic_add v3, v1, v2, s[4:5] sc0
	s_waitcnt vmcnt(0)
	s_endpgm`, directives: []string{"system_sgpr_workgroup_id_x 1"}}
	run := func(o sim.Observer, workers int) {
		device, k := source.load(t)
		out, err := device.Alloc(64)
		if err != nil {
			t.Fatal(err)
		}
		l := sim.Launch{Kernel: k, Grid: [3]uint32{30, 1, 1}, Block: [3]uint32{128, 1, 1}, Args: []sim.Arg{sim.Pointer(out)}}
		l.Workers, l.Observers = workers, []sim.Observer{o}
		if _, err := device.Run(l); err != nil {
			t.Fatal(err)
		}
	}
	executed := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(e string) bool { return strings.HasPrefix(e, "start ") || strings.HasPrefix(e, "end ") })
	}
	all := &coreRecord{}
	run(all, 1)
	for _, workers := range []int{1, 2, 5} {
		f := &coreFlushers{}
		if run(f, workers); !slices.Equal(executed(f.told), executed(all.events)) {
			t.Errorf("%d workers: %d events in another order than %d", workers, len(f.told), len(all.events))
		}
	}
}

// TestCoreDividerAlone: other observers would not be told.
func TestCoreDividerAlone(t *testing.T) {
	source := coreSource{body: "s_endpgm"}
	device, k := source.load(t)
	l := sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}}
	l.Observers = []sim.Observer{&coreRecord{}, &coreDivider{}}
	if _, err := device.Run(l); err == nil || err.Error() != "observer 1 of the launch has one for each workgroup: it must be the only one" {
		t.Errorf("two observers: %v", err)
	}
	l.Observers = []sim.Observer{&coreDivider{}, &coreRecord{}}
	if _, err := device.Run(l); err == nil {
		t.Error("two observers, the divider first: no error")
	}
}
