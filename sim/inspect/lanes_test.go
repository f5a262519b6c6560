package inspect

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/sim"
)

// TestNumbers: hex and small whole floats, which have code of their own, are what strconv prints.
func TestNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		v := r.Uint64() >> r.IntN(64)
		if got, want := string(appendHex([]byte("x"), v)), fmt.Sprintf("x%#x", v); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		for _, f := range []float32{float32(int32(v)), float32(int32(v) % 1000000), float32(int16(v)) / 4} {
			want := strconv.FormatFloat(float64(f), 'g', -1, 32)
			if !strings.ContainsAny(want, ".e") {
				want += ".0"
			}
			if got := string(appendFloat(nil, math.Float32bits(f))); got != want {
				t.Fatalf("%s, want %s", got, want)
			}
		}
	}
	for v, want := range map[uint32]string{0: "0.0", 1 << 31: "-0.0", 0x7f800000: "+Inf", 0x7fc00001: "nan(0x7fc00001)", 5: "0x5"} {
		if got := string(appendFloat(nil, v)); got != want {
			t.Errorf("%#x: %s, want %s", v, got, want)
		}
	}
	if got := string(appendHex(nil, 0)); got != "0x0" {
		t.Error(got)
	}
}

// TestTouches: accesses that differ only in their lanes are one, those of an execution before are not
// changed by it.
func TestTouches(t *testing.T) {
	var tracer printer
	rows := [3][64]uint32{{0: 8, 1: 12}, {1: 16}, {2: 24}}
	data := [3][4][64]uint32{{{0: 1}}, {{1: 2}}, {{2: 3}}}
	list := []sim.Access{
		{Seq: 1, Size: 4, Write: true, Lanes: 1, Places: &rows[0], Data: &data[0]},
		{Seq: 1, Size: 4, Lanes: 3, Places: &rows[0]},
		{Seq: 1, Size: 4, Write: true, Lanes: 2, Places: &rows[1], Data: &data[1]},
		{Seq: 2, Size: 4, Write: true, Lanes: 4, Places: &rows[2], Data: &data[2]},
	}
	for range 2 {
		var got []string
		for _, x := range tracer.touchesOf(list) {
			text := fmt.Sprintf("#%d %t %#x", x.Seq, x.Write, x.Lanes)
			for l := range 3 {
				if x.Lanes>>l&1 != 0 {
					text += fmt.Sprintf(" %d", x.Addr(l))
					if x.Write {
						text += fmt.Sprintf("=%d", x.Data[0][l])
					}
				}
			}
			got = append(got, text)
		}
		if want := []string{"#1 true 0x3 8=1 16=2", "#1 false 0x3 8 12", "#2 true 0x4 24=3"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if rows[0][1] != 12 || data[0][0][1] != 0 {
		t.Error("the event was changed")
	}
}
