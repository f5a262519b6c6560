package cformat

import (
	"bytes"
	"encoding/binary"
	"math"
)

// Format prints as HIP does: each argument is a cell, strings are some. It stops at a conversion
// for which there is no argument left.
func Format(text string, args Cells) []byte {
	var b []byte
	for _, p := range Parse(text) {
		b = append(b, p.Text...)
		if p.Verb == 0 {
			break
		}
		var by [2]uint64 // width and precision
		for i, n := range [2]int{p.Width, p.Prec} {
			ok := true
			if n == Star {
				by[i], ok = args.Next()
			}
			if !ok {
				return b
			}
		}
		p = p.With(int64(int32(by[0])), int64(int32(by[1])))
		if p.Verb == 's' {
			s, ok := args.Text()
			if !ok {
				return b
			}
			b = p.AppendString(b, s)
			continue
		}
		v, ok := args.Next()
		switch {
		case !ok:
			return b
		case p.Verb == 'n': // writes to nobody
		case p.Verb == 'p':
			b = p.AppendInt(b, v, 64)
		case p.IsFloat():
			b = p.AppendFloat(b, math.Float64frombits(v))
		default:
			b = p.AppendInt(b, v, p.Bits())
		}
	}
	return b
}

// Cells are arguments in units of eight bytes.
type Cells []byte

// Next takes a cell.
func (c *Cells) Next() (v uint64, ok bool) {
	if len(*c) < 8 {
		return 0, false
	}
	v = binary.LittleEndian.Uint64(*c)
	*c = (*c)[8:]
	return v, true
}

// Text takes a string, which ends with a zero and is padded to whole cells. The last one may have
// no zero: Triton's messages do not if they fill their cells.
func (c *Cells) Text() (string, bool) {
	n := bytes.IndexByte(*c, 0)
	switch {
	case len(*c) == 0:
		return "", false
	case n < 0:
		n = len(*c)
	}
	s := string((*c)[:n])
	*c = (*c)[min(n/8*8+8, len(*c)):]
	return s, true
}
