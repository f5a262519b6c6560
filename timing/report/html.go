package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"heddle/timing"
)

//go:embed page/page.html
var pageHTML string

//go:embed page/page.css
var pageCSS string

//go:embed page/page.js
var pageJS string

// page is what the template of the page shows. Its texts are escaped by html/template.
type page struct {
	Kernel, Title string
	CSS           template.CSS
	JS            template.JS
	Head          []pageFact
	Sentences     []string
	Timeline      *pageTimeline
	Stalls        []pageStall
	TrafficOf     string
	Traffic       []pageLevel
	Roofline      *rooflinePicture
	LDS           *ldsPicture
	Loops         []pageLoop
	Code          []pageInst
}

type pageFact struct{ Name, Text string }

type pageStall struct {
	Name, Text, Share string
	Percent           float64 // width of its bar
}

type pageLevel struct{ Level, Requests, Hits, Read, Written string }

type pageLoop struct {
	Inst                                                 int
	Address, Source, Share, Iterations, Min, Median, Max string
	MFMA                                                 int
	Stalls                                               string
}

// pageInst is an instruction, or a line of the source if Source is not empty.
type pageInst struct {
	Source                            string
	Inst                              int
	Heat                              float64 // opacity of its mark
	Time, Issues, Cycles, Stalls, LDS string
	Gutter, Address, Text             string
}

// HTML writes a page that needs no other file and no network.
func HTML(w io.Writer, r *Report) error {
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return err
	}
	p := &page{
		Kernel: clean(r.Kernel), Title: title(r), CSS: template.CSS(pageCSS),
		// The markers let a parser of XML read the page, too.
		JS:       template.JS("//<![CDATA[\n" + pageJS + "//]]>"),
		Timeline: timeline(r), Roofline: drawRoofline(r), LDS: drawLDS(r), Code: pageCode(r),
	}
	for _, line := range headLines(r) {
		p.Head = append(p.Head, pageFact{line.name, line.text})
	}
	views := loopViews(r.Result)
	p.Sentences = summary(r, views)
	for i := range views {
		p.Loops = append(p.Loops, pageLoopOf(r, &views[i]))
	}
	p.Stalls = pageStalls(r)
	var list []timing.Traffic
	list, p.TrafficOf = trafficOf(r)
	for i := range list {
		t := &list[i]
		p.Traffic = append(p.Traffic, pageLevel{clean(t.Level), fmt.Sprint(t.Requests), hitText(t), bytesText(float64(t.ReadBytes)), bytesText(float64(t.WrittenBytes))})
	}
	return t.Execute(w, p)
}

func pageLoopOf(r *Report, v *loopView) pageLoop {
	in := &r.Result.Program.Insts[v.Begin]
	return pageLoop{Inst: v.Begin, Address: fmt.Sprintf("%#x", in.Addr), Source: source(in), Share: percent(v.share), Iterations: fmt.Sprint(v.Iterations),
		Min: fmt.Sprint(v.Min), Median: fmt.Sprint(v.Median), Max: fmt.Sprint(v.Max), MFMA: v.MFMA, Stalls: stallList(&v.Stalls, int(timing.NumCauses))}
}

// pageStalls has the bars of causes; the longest is as long as its column.
func pageStalls(r *Report) (list []pageStall) {
	all := allCycles(r.Result.Sites)
	sum := totalStalls(r.Result.Sites)
	issue := all
	for _, n := range sum {
		issue -= n
	}
	most := issue
	for _, n := range sum {
		most = max(most, n)
	}
	add := func(name, text string, cycles int64) {
		list = append(list, pageStall{name, text, percent(share(cycles, all)), float64(100 * share(cycles, most))})
	}
	add("issue", "instructions that issue", issue)
	for _, c := range causes(&sum) {
		add(causeName(c.cause), causeTexts[c.cause], c.cycles)
	}
	return list
}

// heatOf makes the hottest instruction opaque enough to be seen through.
const heatOf = 0.75

// pageCode is the listing.
func pageCode(r *Report) (list []pageInst) {
	most := 0.0
	lines := annotation(r).lines[1:]
	for i := range lines {
		most = max(most, lines[i].share)
	}
	inst := 0
	for i := range lines {
		l := &lines[i]
		if l.source != "" {
			list = append(list, pageInst{Source: l.source})
			continue
		}
		p := pageInst{Inst: inst, Time: l.cells[1], Issues: l.cells[2], Cycles: l.cells[3], Stalls: l.cells[4], LDS: l.cells[5], Gutter: l.cells[0], Address: l.cells[6], Text: l.text}
		if most > 0 {
			p.Heat = rounded(heatOf * l.share / most)
		}
		list = append(list, p)
		inst++
	}
	return list
}
