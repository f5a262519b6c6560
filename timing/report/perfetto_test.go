package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"heddle/timing"
)

// field is a field of a message as it is on the wire: number by v or bytes.
type field struct {
	number protowire.Number
	v      uint64
	bytes  []byte
}

// fields reads a message without knowing what it is.
func fields(t *testing.T, b []byte) (list []field) {
	t.Helper()
	for len(b) > 0 {
		number, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			t.Fatalf("tag: %v", protowire.ParseError(n))
		}
		b = b[n:]
		f := field{number: number}
		switch kind {
		case protowire.VarintType:
			f.v, n = protowire.ConsumeVarint(b)
		case protowire.Fixed64Type:
			f.v, n = protowire.ConsumeFixed64(b)
		case protowire.BytesType:
			f.bytes, n = protowire.ConsumeBytes(b)
		default:
			t.Fatalf("field %d has wire type %d", number, kind)
		}
		if n < 0 {
			t.Fatalf("field %d: %v", number, protowire.ParseError(n))
		}
		b = b[n:]
		list = append(list, f)
	}
	return list
}

func get(list []field, number protowire.Number) (f field, ok bool) {
	i := slices.IndexFunc(list, func(f field) bool { return f.number == number })
	if i < 0 {
		return field{}, false
	}
	return list[i], true
}

// readTrack is a track as the test reads it. The numbers of fields are those of Perfetto's published
// trace_packet.proto, track_event.proto, track_descriptor.proto and interned_data.proto.
type readTrack struct {
	name    string
	parent  uint64
	counter bool
	slices  []readSlice
	open    []readSlice
	values  []int64
}

type readSlice struct {
	name       string
	begin, end uint64
	depth      int
	flow       uint64 // begun, or
	ended      uint64
}

// readTrace reads a trace as Perfetto does: names are looked up, ends belong to the latest begin of the track.
func readTrace(t *testing.T, b []byte) (tracks map[uint64]*readTrack, order []uint64) {
	t.Helper()
	tracks = map[uint64]*readTrack{}
	names := map[uint64]string{}
	time := uint64(0)
	for n, packet := range fields(t, b) {
		if packet.number != 1 {
			t.Fatalf("field %d of the trace", packet.number)
		}
		p := fields(t, packet.bytes)
		if id, _ := get(p, 10); id.v == 0 {
			t.Fatalf("packet %d belongs to no sequence", n)
		}
		flags, _ := get(p, 13)
		if first, ok := get(p, 87); ok != (n == 0) || ok && (first.v != 1 || flags.v&1 == 0) {
			t.Fatalf("packet %d: first %v, flags %d", n, ok, flags.v)
		}
		if interned, ok := get(p, 12); ok {
			for _, f := range fields(t, interned.bytes) {
				entry := fields(t, f.bytes)
				id, _ := get(entry, 1)
				text, _ := get(entry, 2)
				if f.number == 2 {
					names[id.v] = string(text.bytes)
				}
			}
		}
		if d, ok := get(p, 60); ok {
			f := fields(t, d.bytes)
			id, _ := get(f, 1)
			name, _ := get(f, 2)
			parent, _ := get(f, 5)
			_, counter := get(f, 8)
			if tracks[id.v] != nil || id.v == 0 || parent.v != 0 && tracks[parent.v] == nil {
				t.Fatalf("track %d, parent %d", id.v, parent.v)
			}
			tracks[id.v] = &readTrack{name: string(name.bytes), parent: parent.v, counter: counter}
			order = append(order, id.v)
		}
		if e, ok := get(p, 11); ok {
			if flags.v&2 == 0 {
				t.Fatalf("packet %d has names of other packets and does not say so", n)
			}
			at, _ := get(p, 8)
			if at.v < time {
				t.Fatalf("packet %d at %d, after one at %d", n, at.v, time)
			}
			time = at.v
			readEvent(t, tracks, names, at.v, fields(t, e.bytes))
		}
	}
	for _, id := range order {
		if len(tracks[id].open) > 0 {
			t.Errorf("%s: %d slices do not end", tracks[id].name, len(tracks[id].open))
		}
	}
	return tracks, order
}

func readEvent(t *testing.T, tracks map[uint64]*readTrack, names map[uint64]string, at uint64, e []field) {
	t.Helper()
	id, _ := get(e, 11)
	track := tracks[id.v]
	if track == nil {
		t.Fatalf("no track %d", id.v)
	}
	switch kind, _ := get(e, 9); kind.v {
	case 1:
		name, _ := get(e, 10)
		if names[name.v] == "" {
			t.Fatalf("no name %d", name.v)
		}
		flow, _ := get(e, 47)
		ended, _ := get(e, 48)
		track.open = append(track.open, readSlice{name: names[name.v], begin: at, depth: len(track.open), flow: flow.v, ended: ended.v})
	case 2:
		n := len(track.open)
		if n == 0 {
			t.Fatalf("%s: an end without a begin at %d", track.name, at)
		}
		s := track.open[n-1]
		s.end = at
		track.open, track.slices = track.open[:n-1], append(track.slices, s)
	case 4:
		v, _ := get(e, 30)
		if !track.counter {
			t.Fatalf("%s is no counter", track.name)
		}
		track.values = append(track.values, int64(v.v))
	default:
		t.Fatalf("event of type %d", kind.v)
	}
}

// TestPerfetto: each issue of the toy is a slice of its wave, each stall one before it that says why and leads
// to what was waited for; matrix instructions are on the track of their SIMD.
func TestPerfetto(t *testing.T) {
	r := toyReport(t)
	var b bytes.Buffer
	if err := Perfetto(&b, r); err != nil {
		t.Fatal(err)
	}
	tracks, order := readTrace(t, b.Bytes())
	path := func(id uint64) (s string) {
		for ; id != 0 && tracks[id].parent != 0; id = tracks[id].parent {
			s = "/" + tracks[id].name + s
		}
		return s
	}
	byPath := map[string]*readTrack{}
	for _, id := range order {
		byPath[path(id)] = tracks[id]
	}
	for n, w := range r.Result.Waves {
		track := byPath[fmt.Sprintf("/CU %d/SIMD %d/wave %d of workgroup %d", w.CU, w.SIMD, w.Wave, w.Workgroup)]
		if track == nil {
			t.Fatalf("wave %d has no track", n)
		}
		compareWave(t, r, n, track)
	}
	matrix, want := 0, 0
	for _, id := range order {
		if tracks[id].name == "matrix core" {
			matrix += len(tracks[id].slices)
			for i, s := range tracks[id].slices {
				if s.end-s.begin != 16 || i > 0 && s.begin < tracks[id].slices[i-1].end {
					t.Fatalf("%s: %+v", path(id), s)
				}
			}
		}
	}
	for _, i := range r.Issues {
		if r.Result.Program.Insts[i.Inst].Inst.Passes() > 0 {
			want++
		}
	}
	if matrix != want {
		t.Errorf("%d slices of matrix cores, %d issues", matrix, want)
	}
	counter := byPath["/CU 0/vector memory accesses under way"]
	if counter == nil || slices.Max(counter.values) != 3*8 || counter.values[len(counter.values)-1] != 0 {
		t.Errorf("8 waves with two loads and, at their end, a store under way each: %+v", counter)
	}
}

// compareWave compares a track with the issues of a wave.
func compareWave(t *testing.T, r *Report, n int, track *readTrack) {
	t.Helper()
	var want []readSlice
	for _, i := range r.Issues {
		if i.Wave != n {
			continue
		}
		if i.At > i.Ready {
			s := readSlice{name: "wait: " + i.Stall.String(), begin: uint64(i.Ready), end: uint64(i.At), depth: 1}
			if i.By >= 0 {
				s.ended = uint64(n+1)<<32 | uint64(i.By)
			}
			want = append(want, s)
		}
		in := &r.Result.Program.Insts[i.Inst]
		want = append(want, readSlice{name: in.Inst.String(), begin: uint64(i.At), end: uint64(i.At + i.Length), depth: 1})
	}
	w := &r.Result.Waves[n]
	want = append(want, readSlice{name: track.name, begin: uint64(w.Begin), end: uint64(w.End)})
	got := slices.Clone(track.slices)
	begun := map[uint64]bool{}
	for i := range got {
		if f := got[i].flow; f != 0 {
			begun[f], got[i].flow = true, 0
		}
		if f := got[i].ended; f != 0 && !begun[f] {
			t.Errorf("%s: %s waits for what was not issued", track.name, got[i].name)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s has %d slices, want %d", track.name, len(got), len(want))
	}
}

// TestPerfettoOverlaps: issues that contradict each other still give slices that nest.
func TestPerfettoOverlaps(t *testing.T) {
	r := toyReport(t)
	for n := range r.Issues {
		i := &r.Issues[n]
		i.Length += timing.Cycle(n % 7 * 50)
		i.Ready -= timing.Cycle(n % 5 * 40)
	}
	r.Issues = append(r.Issues, timing.Issue{Wave: 99}, timing.Issue{Inst: -1}, timing.Issue{Wave: 1, At: -50, Length: -3, By: -1})
	r.Kernel = "\x1b]0;x\a" + strings.Repeat("k", 10)
	var b bytes.Buffer
	if err := Perfetto(&b, r); err != nil {
		t.Fatal(err)
	}
	readTrace(t, b.Bytes())
}
