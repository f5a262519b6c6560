package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// rounded leaves two digits after the point: pictures need no more.
func rounded(v float64) float64 { return math.Round(float64(v*100)) / 100 }

// picLine is a line of a picture.
type picLine struct{ X1, Y1, X2, Y2 float64 }

// picText is a text of a picture.
type picText struct {
	X, Y                float64
	Class, Anchor, Text string
	Turn                float64 // degrees
}

// rooflinePicture is the roofline on logarithmic axes.
type rooflinePicture struct {
	Width, Height float64
	Grid          []picLine
	Roofs         []picRoof
	Dots          []picDot
	Texts         []picText
}

type picRoof struct {
	Points, Title string
	Limit         bool
}

type picDot struct {
	X, Y, Roof float64 // Roof: y of its roof at X
	Title      string
	Limit      bool
}

// Sizes of the roofline in its own units.
const (
	roofWidth, roofHeight                    = 560, 380
	roofLeft, roofRight, roofTop, roofBottom = 58, 14, 14, 44
)

// roofDepth is how far below the peak the picture shows at least.
const roofDepth = 30

// logAxis places values by their logarithm, from low to high.
type logAxis struct{ low, high, from, to float64 }

func (a logAxis) at(v float64) float64 {
	return rounded(a.from + float64((math.Log10(v)-a.low)/(a.high-a.low)*(a.to-a.from)))
}

// axisFor is an axis for the values, which are positive, and a little more.
func axisFor(values []float64, from, to float64) logAxis {
	const margin = 0.2 // of a power of ten
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		low, high = min(low, math.Log10(v)), max(high, math.Log10(v))
	}
	return logAxis{low - margin, high + margin, from, to}
}

// ticks are the round numbers of an axis: powers of ten, and 2 and 5 times these if there are few.
func (a logAxis) ticks() (list []float64) {
	const few = 2.5 // powers of ten
	for e := math.Floor(a.low); e <= a.high; e++ {
		for _, m := range []float64{1, 2, 5} {
			if v := float64(m * math.Pow(10, e)); (m == 1 || a.high-a.low < few) && math.Log10(v) >= a.low && math.Log10(v) <= a.high {
				list = append(list, v)
			}
		}
	}
	return list
}

// roofPoint is a level of memory that the roofline shows.
type roofPoint struct {
	roof      *Roof
	intensity float64
}

// sameRoof names the levels with the bandwidth of a point.
func sameRoof(points []roofPoint, of roofPoint) string {
	var names []string
	for _, p := range points {
		if p.roof.BytesPerSecond == of.roof.BytesPerSecond {
			names = append(names, clean(p.roof.Level))
		}
	}
	return strings.Join(names, ", ")
}

// drawRoofline draws the roofs and where the kernel is below each; nil if too little is known.
func drawRoofline(r *Report) *rooflinePicture {
	f, rate := &r.Roofline, r.FLOPS()
	p, ok := position(r)
	if !ok || rate <= 0 || f.PeakFLOPS <= 0 {
		return nil
	}
	var points []roofPoint
	xs, ys := []float64{}, []float64{rate / tera, f.PeakFLOPS / tera, f.PeakFLOPS / tera / roofDepth}
	for i := range f.Roofs {
		roof := &f.Roofs[i]
		if roof.Bytes > 0 && roof.BytesPerSecond > 0 {
			points = append(points, roofPoint{roof, f.FLOP / roof.Bytes})
			xs = append(xs, f.FLOP/roof.Bytes, f.PeakFLOPS/roof.BytesPerSecond)
		}
	}
	x := axisFor(xs, roofLeft, roofWidth-roofRight)
	y := axisFor(ys, roofHeight-roofBottom, roofTop)
	pic := &rooflinePicture{Width: roofWidth, Height: roofHeight}
	pic.axes(x, y)
	limit := f.PeakFLOPS
	pic.Roofs = append(pic.Roofs, picRoof{Points: fmt.Sprintf("%g,%g %g,%g", x.from, y.at(limit/tera), x.to, y.at(limit/tera)), Title: "peak " + flopsText(limit), Limit: p.compute})
	pic.Texts = append(pic.Texts, picText{X: x.to - 4, Y: y.at(limit/tera) - 5, Anchor: "end", Text: strings.TrimSpace(clean(f.DType)+" peak ") + " " + flopsText(limit)})
	for i, point := range points {
		if p.compute || point.roof != p.roof {
			pic.roof(x, y, point, sameRoof(points, point), f.PeakFLOPS, rate, i, false)
		}
	}
	for i, point := range points { // last, so that no other covers it
		if !p.compute && point.roof == p.roof {
			pic.roof(x, y, point, sameRoof(points, point), f.PeakFLOPS, rate, i, true)
		}
	}
	pic.Texts = append(pic.Texts,
		picText{X: (x.from + x.to) / 2, Y: roofHeight - 6, Class: "axis", Anchor: "middle", Text: "FLOP a byte"},
		picText{X: 13, Y: (y.from + y.to) / 2, Class: "axis", Anchor: "middle", Text: "TFLOP/s", Turn: -90})
	return pic
}

// axes draws lines and numbers.
func (pic *rooflinePicture) axes(x, y logAxis) {
	for _, v := range x.ticks() {
		at := x.at(v)
		pic.Grid = append(pic.Grid, picLine{at, y.from, at, y.to})
		pic.Texts = append(pic.Texts, picText{X: at, Y: y.from + 16, Class: "tick", Anchor: "middle", Text: fmt.Sprintf("%g", v)})
	}
	for _, v := range y.ticks() {
		at := y.at(v)
		pic.Grid = append(pic.Grid, picLine{x.from, at, x.to, at})
		pic.Texts = append(pic.Texts, picText{X: x.from - 6, Y: at + 4, Class: "tick", Anchor: "end", Text: fmt.Sprintf("%g", v)})
	}
}

// roof draws the bandwidth of a level up to the peak, and the kernel's point at it. Names are those of all levels
// with this bandwidth; those of neighbours, by their index, do not stand at the same height.
func (pic *rooflinePicture) roof(x, y logAxis, point roofPoint, names string, peak, rate float64, index int, limit bool) {
	bw := point.roof.BytesPerSecond
	// The line begins where the axes do: at the left or at the bottom.
	begin := max(math.Pow(10, x.low), math.Pow(10, y.low)*tera/bw)
	ridge := peak / bw
	if begin >= ridge {
		return
	}
	name := clean(point.roof.Level)
	pic.Roofs = append(pic.Roofs, picRoof{Points: fmt.Sprintf("%g,%g %g,%g", x.at(begin), y.at(begin*bw/tera), x.at(ridge), y.at(peak/tera)),
		Title: name + " " + rateText(bw), Limit: limit})
	angle := math.Atan2((y.to-y.from)/(y.high-y.low), (x.to-x.from)/(x.high-x.low)) * 180 / math.Pi
	// Names stand in the lower half of their line, so that they do not meet at the peak.
	at := float64(begin * math.Pow(ridge/begin, 0.24+float64(0.16*float64(index%3))))
	// A level as fast as one that is drawn has the same line, which has a name already.
	same := slices.ContainsFunc(pic.Texts, func(t picText) bool { return strings.HasSuffix(t.Text, " "+rateText(bw)) })
	if !same {
		pic.Texts = append(pic.Texts, picText{X: x.at(at), Y: y.at(at*bw/tera) - 5, Class: "small", Anchor: "middle", Text: names + " " + rateText(bw), Turn: rounded(angle)})
	}
	roof := min(peak, float64(point.intensity*bw))
	pic.Dots = append(pic.Dots, picDot{X: x.at(point.intensity), Y: y.at(rate / tera), Roof: y.at(roof / tera), Limit: limit,
		Title: fmt.Sprintf("%s: %s FLOP a byte, %s, %s of its roof", name, intensityText(point.intensity), flopsText(rate), percent(rate/roof))})
	pic.Texts = append(pic.Texts, picText{X: x.at(point.intensity), Y: y.at(rate/tera) + 18 + float64(12*float64(index%2)), Class: "small", Anchor: "middle", Text: name})
}

// ldsPicture shows which lanes touch which banks.
type ldsPicture struct {
	Place, Text, Cycles     string
	Width, Height, MinWidth float64
	Lines                   []picLine
	Cells                   []ldsCell
	Texts                   []picText
}

type ldsCell struct {
	X, Y, W, H float64
	Row        int // cycle of the phase; all but the first are conflicts
	Title      string
}

// Limits and sizes of the picture.
const (
	ldsSide         = 11.0
	ldsLeft, ldsTop = 56.0, 18.0
	ldsMostRows     = 16 // of a phase; more are not drawn
	ldsMostBanks    = 256
	ldsMostPhases   = 64
	ldsMostBytes    = 16 // of a lane
	ldsWord         = 4  // bytes
)

// drawLDS draws the banks that an access touches, phase by phase; nil if there is none.
func drawLDS(r *Report) *ldsPicture {
	a := r.LDS
	if a == nil || a.Inst < 0 || a.Inst >= len(r.Result.Program.Insts) || a.Banks < 1 || a.Banks > ldsMostBanks {
		return nil
	}
	in := &r.Result.Program.Insts[a.Inst]
	pic := &ldsPicture{Place: fmt.Sprintf("%#x", in.Addr), Text: instText(in), Cycles: fmt.Sprintf("%d cycles, %d of them conflicts", a.Data, a.Conflicts)}
	if s := source(in); s != "" {
		pic.Place += " (" + s + ")"
	}
	pic.Width = ldsLeft + float64(float64(a.Banks)*ldsSide) + 4
	pic.MinWidth = float64(pic.Width * 0.8)
	for b := 0; b <= a.Banks; b += 8 {
		pic.Texts = append(pic.Texts, picText{X: ldsLeft + float64((float64(b)+0.5)*ldsSide), Y: 11, Class: "small", Anchor: "middle", Text: fmt.Sprint(b)})
	}
	pic.Texts[len(pic.Texts)-1] = picText{X: ldsLeft - 6, Y: 11, Class: "small", Anchor: "end", Text: "bank"}
	y := ldsTop
	for n, lanes := range a.Phases[:min(len(a.Phases), ldsMostPhases)] {
		rows := pic.phase(lanes, a.Banks, y)
		pic.Texts = append(pic.Texts, picText{X: ldsLeft - 6, Y: y + ldsSide - 2, Class: "small", Anchor: "end", Text: fmt.Sprintf("phase %d", n)})
		y += float64(float64(rows)*ldsSide) + 5
		pic.Lines = append(pic.Lines, picLine{ldsLeft, y - 2.5, pic.Width - 4, y - 2.5})
	}
	pic.Height = y
	return pic
}

// phase draws the lanes of a phase below y: in each bank a cell for each word that is touched. It returns
// the number of rows.
func (pic *ldsPicture) phase(lanes []LDSLane, banks int, y float64) (rows int) {
	words := make([][]uint32, banks)
	who := map[uint32][]string{}
	for _, l := range lanes {
		for n := range uint32(min(max(l.Bytes, 1), ldsMostBytes)+ldsWord-1) / ldsWord {
			word := l.Addr/ldsWord + n
			if who[word] == nil {
				bank := int(word % uint32(banks))
				words[bank] = append(words[bank], word)
			}
			who[word] = append(who[word], fmt.Sprint(l.Lane))
		}
	}
	rows = 1
	for bank, list := range words {
		for row, word := range list[:min(len(list), ldsMostRows)] {
			rows = max(rows, row+1)
			pic.Cells = append(pic.Cells, ldsCell{X: ldsLeft + float64(float64(bank)*ldsSide) + 0.5, Y: y + float64(float64(row)*ldsSide) + 0.5, W: ldsSide - 1, H: ldsSide - 1, Row: row,
				Title: fmt.Sprintf("bank %d, byte %#x: lane %s", bank, word*ldsWord, strings.Join(who[word], ", "))})
		}
	}
	return rows
}
