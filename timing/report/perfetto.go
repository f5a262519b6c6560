package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"heddle/isa"
	"heddle/timing"
)

// Perfetto writes the issues as a trace in Perfetto's format. Each wave has a track under its compute unit
// and SIMD, with its instructions and, between them, its stalls, which lead to what they waited for; so have
// the matrix core of each SIMD and the LDS of each compute unit. A counter of each compute unit has its accesses
// of vector memory that are under way. A nanosecond of the trace is a cycle.
func Perfetto(w io.Writer, r *Report) error {
	x := &trace{r: r, issues: sorted(r), names: map[string]uint64{}, insts: make([]instNames, len(r.Result.Program.Insts))}
	for n := range x.insts {
		x.insts[n] = x.inst(&r.Result.Program.Insts[n])
	}
	x.tracks()
	x.waves()
	x.pipes()
	x.counters()
	// The order of events of the same track and time is that in which they were added.
	slices.SortStableFunc(x.events, func(a, b traceEvent) int { return cmp.Compare(a.at, b.at) })
	return buffered(w, x.write)
}

// traceEvent is an event on a track.
type traceEvent struct {
	at       timing.Cycle
	track    uint64
	kind     uint8 // eventBegin, eventEnd or eventCounter
	category uint8
	inst     int32  // of an instruction or a stall, else -1
	name     uint64 // interned
	value    int64  // of a counter; the seq of an instruction
	flow     uint64 // that begins or ends here, 0 for none
}

// Interned categories.
const (
	categoryWave = iota + 1
	categoryInstruction
	categoryStall
	categoryPipe
)

var categoryNames = []string{"wave", "instruction", "stall", "pipe"}

// Interned names of arguments.
const (
	argumentAddress = iota + 1
	argumentSource
	argumentSeq
)

var argumentNames = []string{"address", "source", "sequence number"}

// trace is a trace that is being made.
type trace struct {
	r      *Report
	issues []timing.Issue
	head   []message // descriptors of tracks
	events []traceEvent
	next   uint64 // the number of the next track
	names  map[string]uint64
	listed []string // names by number, from 1 on
	insts  []instNames

	root      uint64
	cus       map[int]uint64    // tracks by compute unit
	simds     map[[2]int]uint64 // by compute unit and SIMD
	waveTrack []uint64
	scratch   [24]byte
}

// instNames is what events say of an instruction.
type instNames struct {
	name      uint64
	arguments message
}

// inst prepares an instruction: its text, and as arguments where it is.
func (x *trace) inst(in *timing.Inst) instNames {
	n := instNames{name: x.name(in.Inst.String())}
	var addr message
	addr.uint(argumentName, argumentAddress)
	addr.uint(argumentHex, in.Addr)
	n.arguments.message(eventArgument, addr)
	if s := source(in); s != "" {
		var src message
		src.uint(argumentName, argumentSource)
		src.text(argumentString, s)
		n.arguments.message(eventArgument, src)
	}
	return n
}

// name interns a text.
func (x *trace) name(text string) uint64 {
	id := x.names[text]
	if id == 0 {
		x.listed = append(x.listed, text)
		id = uint64(len(x.listed))
		x.names[text] = id
	}
	return id
}

// track describes a track, and returns its number. Siblings are shown in the order of their description.
func (x *trace) track(parent uint64, name string, more func(m *message)) uint64 {
	x.next++
	var m message
	m.uint(trackUUID, x.next)
	m.text(trackName, name)
	if parent != 0 {
		m.uint(trackParent, parent)
		m.uint(trackRank, x.next)
	}
	m.uint(trackOrdering, orderExplicit)
	if more != nil {
		more(&m)
	}
	x.head = append(x.head, m)
	return x.next
}

// tracks describes compute units, SIMDs and waves, in their order.
func (x *trace) tracks() {
	r := x.r.Result
	name := title(x.r)
	if x.r.Dropped > 0 {
		name += fmt.Sprintf(" (the first %d of %d issues)", len(x.r.Issues), int64(len(x.r.Issues))+x.r.Dropped)
	}
	x.root = x.track(0, name, func(m *message) {
		var p message
		p.uint(processPID, 1)
		p.text(processName, clean(x.r.Kernel)+" (modelled; 1 ns is 1 cycle)")
		m.message(trackProcess, p)
	})
	order := make([]int, len(r.Waves))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		v, w := &r.Waves[a], &r.Waves[b]
		return cmp.Or(cmp.Compare(v.CU, w.CU), cmp.Compare(v.SIMD, w.SIMD), cmp.Compare(v.Begin, w.Begin), cmp.Compare(v.Slot, w.Slot))
	})
	x.cus, x.simds, x.waveTrack = map[int]uint64{}, map[[2]int]uint64{}, make([]uint64, len(r.Waves))
	for _, i := range order {
		w := &r.Waves[i]
		if x.cus[w.CU] == 0 {
			x.cus[w.CU] = x.track(x.root, fmt.Sprintf("CU %d", w.CU), nil)
		}
		simd := [2]int{w.CU, w.SIMD}
		if x.simds[simd] == 0 {
			x.simds[simd] = x.track(x.cus[w.CU], fmt.Sprintf("SIMD %d", w.SIMD), nil)
		}
		x.waveTrack[i] = x.track(x.simds[simd], fmt.Sprintf("wave %d of workgroup %d", w.Wave, w.Workgroup), nil)
	}
}

// flow numbers the flow from an instruction of a wave to what waits for it.
func flow(wave, seq int) uint64 { return uint64(wave+1)<<32 | uint64(uint32(seq)) }

// waves adds what each wave did: a slice for its life, and in it instructions and stalls.
func (x *trace) waves() {
	r := x.r.Result
	of := make([][]timing.Issue, len(r.Waves))
	awaited := map[uint64]bool{}
	var stalls [timing.NumCauses]uint64
	for c := range stalls {
		stalls[c] = x.name("wait: " + causeName(timing.Cause(c)))
	}
	for _, i := range x.issues {
		of[i.Wave] = append(of[i.Wave], i)
		if i.By >= 0 && i.At > i.Ready {
			awaited[flow(i.Wave, i.By)] = true
		}
	}
	for n := range r.Waves {
		w, track := &r.Waves[n], x.waveTrack[n]
		slice := slicer{x: x, track: track, from: w.Begin, until: w.End}
		x.events = append(x.events, traceEvent{at: w.Begin, track: track, kind: eventBegin, category: categoryWave, inst: -1,
			name: x.name(fmt.Sprintf("wave %d of workgroup %d", w.Wave, w.Workgroup))})
		for _, i := range of[n] {
			if i.At > i.Ready {
				e := traceEvent{category: categoryStall, inst: int32(i.Inst), name: stalls[i.Stall], value: int64(i.Seq)}
				if i.By >= 0 {
					e.flow = flow(n, i.By)
				}
				slice.add(i.Ready, i.At, e)
			}
			e := traceEvent{category: categoryInstruction, inst: int32(i.Inst), name: x.insts[i.Inst].name, value: int64(i.Seq)}
			if f := flow(n, i.Seq); awaited[f] {
				e.flow = f
			}
			slice.add(i.At, i.At+i.Length, e)
		}
		x.events = append(x.events, traceEvent{at: max(w.Begin, w.End), track: track, kind: eventEnd, inst: -1})
	}
}

// slicer adds slices to a track, one after another.
type slicer struct {
	x           *trace
	track       uint64
	from, until timing.Cycle // where the next slice can begin, and the last end
}

// add adds a slice. Slices that overlap the one before them lose what overlaps.
func (s *slicer) add(begin, end timing.Cycle, e traceEvent) {
	begin = min(max(begin, s.from), max(s.from, s.until))
	end = min(max(end, begin), max(begin, s.until))
	s.from = end
	e.track = s.track
	e.at, e.kind = begin, eventBegin
	s.x.events = append(s.x.events, e)
	s.x.events = append(s.x.events, traceEvent{at: end, track: s.track, kind: eventEnd, inst: -1})
}

// forever is later than every cycle of a run.
const forever = timing.Cycle(1) << 62

// pipes adds the matrix cores and the LDS. What a unit does at the same time is on several tracks.
func (x *trace) pipes() {
	type pipe struct{ cu, simd int } // simd -1: the LDS
	tracks := map[pipe][]*slicer{}
	names := map[[2]int]uint64{} // by instruction and wave
	for i := range x.issues {
		issue := &x.issues[i]
		begin, length, unit := busy(x.r.Result, issue)
		if length == 0 {
			continue
		}
		w := &x.r.Result.Waves[issue.Wave]
		p, parent, name := pipe{w.CU, w.SIMD}, x.simds[[2]int{w.CU, w.SIMD}], "matrix core"
		if unit == isa.UnitLDS {
			p, parent, name = pipe{w.CU, -1}, x.cus[w.CU], "LDS"
		}
		at := slices.IndexFunc(tracks[p], func(s *slicer) bool { return s.from <= begin })
		if at < 0 {
			at = len(tracks[p])
			if at > 0 {
				name += fmt.Sprintf(" %d", at+1)
			}
			tracks[p] = append(tracks[p], &slicer{x: x, track: x.track(parent, name, nil), until: forever})
		}
		text := names[[2]int{issue.Inst, issue.Wave}]
		if text == 0 {
			text = x.name(fmt.Sprintf("%s (workgroup %d, wave %d)", x.r.Result.Program.Insts[issue.Inst].Inst.Row.Mnemonic, w.Workgroup, w.Wave))
			names[[2]int{issue.Inst, issue.Wave}] = text
		}
		tracks[p][at].add(begin, begin+length, traceEvent{category: categoryPipe, inst: int32(issue.Inst), name: text, value: int64(issue.Seq)})
	}
}

// busy returns when the matrix core or the LDS worked on an issue, and which; length 0 for others. What
// the issue does not say follows for matrix instructions from their passes, and for the LDS from the time at which
// the data arrived.
func busy(r *timing.Result, i *timing.Issue) (begin, length timing.Cycle, unit isa.Unit) {
	in, chip := &r.Program.Insts[i.Inst].Inst, r.Program.Chip
	begin, length = i.BusyAt, i.Busy
	if passes := in.Passes(); passes > 0 {
		if length == 0 {
			begin, length = i.At, timing.Cycle(passes*chip.Timing.Pass)
		}
		return begin, length, isa.UnitXDL
	}
	if begin == 0 {
		begin = max(i.At, i.Done-timing.Cycle(chip.Model.LDS.Fixed.Int())-length)
	}
	return begin, length, isa.UnitLDS
}

// counters adds the accesses of vector memory that are under way.
func (x *trace) counters() {
	type change struct {
		at timing.Cycle
		by int64
	}
	changes := map[int][]change{}
	var cus []int
	for i := range x.issues {
		issue := &x.issues[i]
		unit := x.r.Result.Program.Insts[issue.Inst].Inst.Row.Unit
		if issue.Done <= issue.At || unit != isa.UnitVMEM && unit != isa.UnitFlat {
			continue
		}
		cu := x.r.Result.Waves[issue.Wave].CU
		if changes[cu] == nil {
			cus = append(cus, cu)
		}
		changes[cu] = append(changes[cu], change{issue.At, 1}, change{issue.Done, -1})
	}
	slices.Sort(cus)
	for _, cu := range cus {
		list := changes[cu]
		slices.SortStableFunc(list, func(a, b change) int { return cmp.Compare(a.at, b.at) })
		track := x.track(x.cus[cu], "vector memory accesses under way", func(m *message) {
			var c message
			c.uint(counterUnit, counterUnitCounts)
			m.message(trackCounter, c)
		})
		value := int64(0)
		for i, c := range list {
			value += c.by
			if i+1 == len(list) || list[i+1].at != c.at {
				x.events = append(x.events, traceEvent{at: c.at, track: track, kind: eventCounter, inst: -1, value: value})
			}
		}
	}
}

// sequence is the number of the only sequence of packets.
const sequence = 1

// write writes the packets: one with all interned texts, tracks, and events in the order of time.
func (x *trace) write(w *bufio.Writer) {
	var trace message
	packet := func(p message) message {
		p.uint(packetSequence, sequence)
		trace = trace[:0]
		trace.message(tracePacket, p)
		w.Write(trace)
		return p[:0]
	}
	var first, interned message
	for _, list := range []struct {
		field protowire.Number
		texts []string
	}{{internedCategories, categoryNames}, {internedNames, x.listed}, {internedArguments, argumentNames}} {
		for i, text := range list.texts {
			var entry message
			entry.uint(internedID, uint64(i+1))
			entry.text(internedText, text)
			interned.message(list.field, entry)
		}
	}
	first.uint(packetFlags, flagCleared)
	first.uint(packetFirst, 1)
	first.message(packetInterned, interned)
	packet(first)
	for _, m := range x.head {
		var p message
		p.message(packetTrack, m)
		packet(p)
	}
	var p, event message
	for i := range x.events {
		e := &x.events[i]
		event = x.event(event[:0], e)
		p.uint(packetTimestamp, uint64(max(e.at, 0)))
		p.uint(packetFlags, flagNeedsInterned)
		p.message(packetEvent, event)
		p = packet(p)
	}
}

// event appends the message of an event to m.
func (x *trace) event(m message, e *traceEvent) message {
	m.uint(eventType, uint64(e.kind))
	m.uint(eventTrack, e.track)
	switch e.kind {
	case eventCounter:
		m.uint(eventValue, uint64(e.value))
	case eventBegin:
		m.uint(eventName, e.name)
		m.uint(eventCategory, uint64(e.category))
		if e.inst >= 0 {
			m = append(m, x.insts[e.inst].arguments...)
			seq := message(x.scratch[:0])
			seq.uint(argumentName, argumentSeq)
			seq.uint(argumentUint, uint64(e.value))
			m.message(eventArgument, seq)
		}
		if e.flow != 0 && e.category == categoryStall {
			m.fixed(eventFlowEnd, e.flow)
		} else if e.flow != 0 {
			m.fixed(eventFlow, e.flow)
		}
	}
	return m
}
