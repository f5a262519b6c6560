package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"heddle/timing"
)

// wellFormed reads a page as XML, and returns its texts and how often each element occurs.
func wellFormed(t *testing.T, page []byte) (text string, elements map[string]int, ids map[string]bool) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(page))
	d.Strict, d.Entity = true, xml.HTMLEntity
	elements, ids = map[string]int{}, map[string]bool{}
	var b strings.Builder
	for {
		token, err := d.Token()
		if err == io.EOF {
			return b.String(), elements, ids
		}
		if err != nil {
			t.Fatalf("line %d: %v", bytes.Count(page[:d.InputOffset()], []byte("\n"))+1, err)
		}
		switch x := token.(type) {
		case xml.CharData:
			b.Write(x)
		case xml.StartElement:
			elements[x.Name.Local]++
			for _, a := range x.Attr {
				switch a.Name.Local {
				case "id":
					if ids[a.Value] {
						t.Errorf("two elements are called %s", a.Value)
					}
					ids[a.Value] = true
				case "src", "data", "action", "background":
					t.Errorf("<%s %s=%q> loads something", x.Name.Local, a.Name.Local, a.Value)
				case "href":
					if !strings.HasPrefix(a.Value, "#") {
						t.Errorf("<%s href=%q> leads away", x.Name.Local, a.Value)
					}
				}
				if strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("<%s> has the script %s", x.Name.Local, a.Name.Local)
				}
			}
		}
	}
}

func pageOf(t *testing.T, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestHTML: the page is well-formed, loads nothing, and has a row for each instruction and the pictures.
func TestHTML(t *testing.T) {
	r := toyReport(t)
	page := pageOf(t, r)
	text, elements, ids := wellFormed(t, page)
	for n, in := range r.Result.Program.Insts {
		if !strings.Contains(text, in.Inst.String()) {
			t.Errorf("instruction %d is missing", n)
		}
	}
	for _, c := range []struct {
		element string
		least   int
	}{{"svg", 2}, {"circle", 4}, {"polyline", 5}, {"rect", 4 * 64}, {"canvas", 1}, {"table", 4}} {
		if elements[c.element] < c.least {
			t.Errorf("%d <%s>, want %d", elements[c.element], c.element, c.least)
		}
	}
	if !ids["i4"] || !strings.Contains(text, "All figures are modelled") {
		t.Error("the page has no instruction 4, or does not say that it is modelled")
	}
	if where := regexp.MustCompile(`(?i)https?:|//[a-z0-9.]+\.[a-z]|url\(|@import`).FindIndex(page); where != nil {
		t.Errorf("the page names something outside: %s", page[where[0]:min(where[1]+60, len(page))])
	}
}

// TestHTMLEscapes: names of kernels, files and products are text and nothing else.
func TestHTMLEscapes(t *testing.T) {
	const evil = `</script><script>alert(1)</script><img src=x onerror="alert(2)">'"]]>`
	r := toyReport(t)
	r.Kernel, r.File, r.Problem, r.Product.Name, r.Clock.Why, r.Occupancy.Limit, r.Roofline.DType = evil, evil, evil, evil, evil, evil, evil
	for i := range r.Roofline.Roofs {
		r.Roofline.Roofs[i].Level = evil
		r.Traffic[i].Level = evil
	}
	r.Sources = map[string][]byte{evil + ".mlir": []byte(strings.Repeat(evil+"\n", 40))}
	for i := range r.Result.Program.Insts {
		r.Result.Program.Insts[i].File = evil + ".mlir"
	}
	page := pageOf(t, r)
	text, elements, _ := wellFormed(t, page)
	if elements["script"] != 2 || elements["img"] != 0 {
		t.Errorf("%d <script>, %d <img>", elements["script"], elements["img"])
	}
	if !strings.Contains(text, evil) {
		t.Error("the name is lost")
	}
	plain := pageOf(t, toyReport(t))
	if got, want := strings.Count(string(page), "<script"), strings.Count(string(plain), "<script"); got != want {
		t.Errorf("%d <script in the bytes of the page, want %d", got, want)
	}
}

// TestTimeline: the rows of the page have all issues, and lead back to their cycles.
func TestTimeline(t *testing.T) {
	r := toyReport(t)
	var d timelineData
	if err := json.Unmarshal([]byte(timeline(r).Data), &d); err != nil {
		t.Fatal(err)
	}
	issues, stalls := 0, timing.Cycle(0)
	for _, row := range d.Rows {
		at := timing.Cycle(0)
		for n := range row.Steps {
			if at += row.Steps[n]; at < d.Begin || at+row.Busy[n] > d.End {
				t.Errorf("%s: cycle %d is not in %d to %d", row.Name, at, d.Begin, d.End)
			}
			if !row.Pipe {
				issues, stalls = issues+1, stalls+row.Waits[n]
			}
		}
	}
	sum := totalStalls(r.Result.Sites)
	all := timing.Cycle(0)
	for _, c := range sum {
		all += timing.Cycle(c)
	}
	if issues != len(r.Issues) || stalls != all {
		t.Errorf("%d issues of %d, %d stall cycles of %d", issues, len(r.Issues), stalls, all)
	}
}

// TestTimelineLimit: of more issues than the page can show, those of the first compute units are shown, and the
// page says so.
func TestTimelineLimit(t *testing.T) {
	r := toy{text: toyLoop, iterations: 110, workgroups: 6, latency: 300}.run(t)
	if len(r.Issues) <= mostShown {
		t.Fatalf("only %d issues", len(r.Issues))
	}
	line := timeline(r)
	if !strings.Contains(line.Note, "those of 2 compute units") {
		t.Error(line.Note)
	}
	r = toy{text: toyLoop, iterations: 350, workgroups: 2, latency: 300}.run(t)
	if line := timeline(r); !strings.Contains(line.Note, "40000 of ") || !strings.Contains(line.Note, "1 compute unit until cycle") {
		t.Error(line.Note)
	}
}

// TestPoor: reports without issues, loops, clocks or bytes show what they have.
func TestPoor(t *testing.T) {
	for name, change := range map[string]func(r *Report){
		"nothing ran": func(r *Report) {
			*r = Report{Kernel: r.Kernel, Result: &timing.Result{Program: r.Result.Program, Sites: make([]timing.Site, len(r.Result.Sites))}}
		},
		"no issues":  func(r *Report) { r.Issues = nil },
		"no loops":   func(r *Report) { r.Result.Loops = nil },
		"no clock":   func(r *Report) { r.Clock, r.Product = Clock{}, Product{} },
		"no traffic": func(r *Report) { r.Traffic, r.Result.Traffic, r.Roofline = nil, nil, Roofline{} },
		"no source": func(r *Report) {
			for i := range r.Result.Program.Insts {
				r.Result.Program.Insts[i].File, r.Result.Program.Insts[i].Line = "", 0
			}
		},
		"a wrong line": func(r *Report) { r.Result.Program.Insts[3].Line = 1 << 40 },
		"wrong loops": func(r *Report) {
			r.Result.Loops = append(r.Result.Loops, timing.Loop{Begin: -5, End: 3}, timing.Loop{Begin: 5, End: 1000}, timing.Loop{Begin: 9, End: 2})
		},
		"a wrong picture": func(r *Report) {
			r.LDS.Banks, r.LDS.Phases = 3, [][]LDSLane{{{Lane: -1, Addr: 1<<32 - 1, Bytes: 1 << 40}}}
		},
		"no work": func(r *Report) { r.Roofline.FLOP = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			r := toyReport(t)
			change(r)
			wellFormed(t, pageOf(t, r))
			for _, out := range writers {
				var b bytes.Buffer
				if err := out.write(&b, r); err != nil {
					t.Error(err)
				}
				if text := b.String(); strings.HasSuffix(out.name, ".txt") && (strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "%!")) {
					t.Errorf("%s:\n%s", out.name, text)
				}
			}
			var b bytes.Buffer
			if err := Against(&b, r, toyReport(t), false); err != nil {
				t.Error(err)
			}
			if _, err := json.Marshal(JSON(r, Parts{true, true})); err != nil {
				t.Error(err)
			}
		})
	}
}
