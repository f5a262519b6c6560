package inspect

import (
	"math/bits"
	"strconv"

	"heddle/sim"
)

// touch is accesses of one kind by different lanes.
type touch struct {
	sim.Access
	places [64]uint32
	data   [4][64]uint32
	joined bool // Places and Data are its own
}

// touchesOf joins the accesses of an execution that differ only in their lanes, as an atomic's do. They
// are valid up to the next call.
func (t *printer) touchesOf(list []sim.Access) []*touch {
	n := 0
next:
	for i := range list {
		a := &list[i]
		for _, x := range t.touches[:n] {
			if x.Seq == a.Seq && x.Space == a.Space && x.Size == a.Size && x.Write == a.Write && x.Base == a.Base && x.Offset == a.Offset && x.Lanes&a.Lanes == 0 && !a.Scalar {
				x.join(a)
				continue next
			}
		}
		if n == len(t.touches) {
			t.touches = append(t.touches, new(touch))
		}
		t.touches[n].Access, t.touches[n].joined = *a, false
		n++
	}
	return t.touches[:n]
}

// join adds the lanes of another access.
func (x *touch) join(a *sim.Access) {
	if !x.joined {
		x.joined, x.places = true, *x.Places
		x.Places = &x.places
		if x.Data != nil {
			x.data = *x.Data
			x.Data = &x.data
		}
	}
	x.Lanes |= a.Lanes
	for m := a.Lanes; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		x.places[l] = a.Places[l]
		for d := 0; x.Data != nil && a.Data != nil && d < len(x.data); d++ {
			x.data[d][l] = a.Data[d][l]
		}
	}
}

// accesses appends memory that was touched.
func (t *printer) accesses(b []byte, e *sim.Event, list []sim.Access, what string) []byte {
	for _, x := range t.touchesOf(list) {
		lanes := x.Lanes & t.lanes
		if lanes == 0 && !x.Scalar {
			continue
		}
		b = append(append(append(b, "\n    "...), what...), spaceNames[x.Space]...)
		if x.Write {
			b = append(b, " writes "...)
		} else {
			b = append(b, " reads "...)
		}
		size, first := x.Size, bits.TrailingZeros64(lanes)
		if x.Scalar {
			size, first = x.Size*bits.OnesCount64(x.Lanes), 0
		}
		b = append(strconv.AppendInt(b, int64(size), 10), " bytes at "...)
		if x.Scalar {
			b = appendHex(b, x.Addr(0))
		} else {
			b = t.appendLanes(b, &laneValues{dwords: x.Places, lanes: lanes, addresses: true, base: x.Base, offset: x.Offset})
		}
		b = t.appendAllocation(b, e, x, first)
		if x.Seq != e.Seq {
			b = strconv.AppendUint(append(b, ", of #"...), x.Seq, 10) // a schedule has left it until now
		}
		if x.Scalar || !x.Write || x.Data == nil || what != "" {
			continue
		}
		for d := range (x.Size + 3) / 4 {
			b = append(b, "\n         data = "...)
			b = t.appendLanes(b, &laneValues{dwords: &x.Data[d], lanes: lanes})
		}
	}
	return b
}

// appendAllocation says in which allocation the address of a lane is.
func (t *printer) appendAllocation(b []byte, e *sim.Event, x *touch, lane int) []byte {
	if x.Space != sim.SpaceGlobal {
		return b
	}
	addr := x.Addr(lane)
	if addr-t.allocation.Addr >= t.allocation.Size { // mostly it is the same again
		a, ok := e.Registers.Allocation(addr)
		if !ok || a.Name == "" {
			return b
		}
		a.Name = printable(a.Name)
		t.allocation = a
	}
	if !x.Scalar {
		b = strconv.AppendInt(append(b, ", lane "...), int64(lane), 10)
		b = append(b, " at byte "...)
	} else {
		b = append(b, ", byte "...)
	}
	b = append(strconv.AppendUint(b, addr-t.allocation.Addr, 10), " of "...)
	return append(b, t.allocation.Name...)
}

// spaceNames are those of sim.Space.
var spaceNames = [...]string{sim.SpaceGlobal: "global", sim.SpaceLDS: "LDS", sim.SpacePrivate: "scratch"}
