package findings_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/findings"
)

// body is a finding as the command prints it.
func body(text string) func() string { return func() string { return text } }

// report has an object with lines, one without, and one that could not be read.
func report() *findings.Report {
	r := &findings.Report{Tool: "heddle test", Version: "v1", Root: filepath.FromSlash("/repo"),
		Rules: []findings.Rule{
			{Name: "waits", Short: "Loads are complete.", What: "Loads are\ncomplete.", Source: "the manual", Example: "\ts_endpgm"},
			{Name: "flow", Short: "It ends.", What: "It ends."},
		},
		Objects: []findings.Object{
			{Name: "a b.s", Target: "gfx950", Cases: []findings.Case{{Name: "k", Findings: []findings.Finding{
				{Rule: "waits", Rank: "error", Level: findings.Error, Fails: true, Place: findings.Place{Addr: 0x1308, Text: "v_add_f32_e32 v4, v4, v1", File: "/repo/src/a b.s", Line: 8, Column: 2},
					Related: []findings.Place{{Note: "the load is here", Addr: 0x1300, Text: "global_load_dword v1, v0, s[0:1]", File: "/repo/src/a b.s", Line: 7}},
					Path:    []findings.Place{{Note: "goes on at 0x1308", Addr: 0x1304, File: "/elsewhere/b.s", Line: 9}},
					Message: "v_add reads v1", Advice: "insert a wait", Body: body("a b.s:8: error\n")},
				{Rule: "waits", Rank: "timing", Level: findings.Warning, Place: findings.Place{Addr: 0x1310, Text: "v_mov_b32_e32 v0, v1"}, Message: "late ]]>", Body: body("late ]]> \x1b[m\n")},
			}}, {Name: "clean", More: 3}}},
			{Name: "dir/c.hsaco(gfx942)", Cases: []findings.Case{{Name: "k", Findings: []findings.Finding{
				{Rule: "flow", Rank: "note", Level: findings.Note, Message: "of the whole kernel", Body: body("note\n")},
				{Rule: "unknown", Level: findings.Error, Fails: true, Place: findings.Place{Addr: 0x40, Text: "s_branch 1"}, Message: "branch", Body: body("branch\n")},
			}}}},
			{Name: "<stdin>", Error: "not a code object\nat all"},
		}}
	r.Number()
	return r
}

// schema checks a value against the constraints of the SARIF 2.1.0 schema that concern what findings
// write: required properties, their types, limits and enumerations, and no others than the standard's.
type schema struct {
	kind     string // "object", "array", "string", "integer", "boolean", "uri"
	required []string
	props    map[string]schema
	items    *schema
	enum     []string
	min      float64
	any      bool // properties of a property bag
}

func object(required string, props map[string]schema) schema {
	return schema{kind: "object", required: strings.Fields(required), props: props}
}

func list(of schema) schema { return schema{kind: "array", items: &of} }

var (
	text     = schema{kind: "string"}
	message  = object("text", map[string]schema{"text": text, "markdown": text})
	bag      = schema{kind: "object", any: true}
	artifact = object("uri", map[string]schema{"uri": {kind: "uri"}})
	region   = object("startLine", map[string]schema{"startLine": {kind: "integer", min: 1}, "startColumn": {kind: "integer", min: 1}})
	address  = object("", map[string]schema{"absoluteAddress": {kind: "integer", min: -1}, "kind": text, "name": text})
	// A physical location needs an address or an artifact; GitHub needs the artifact and the region.
	physical = object("artifactLocation region", map[string]schema{"artifactLocation": artifact, "region": region, "address": address})
	logical  = object("", map[string]schema{"name": text, "kind": text})
	location = object("physicalLocation", map[string]schema{"id": {kind: "integer", min: -1}, "physicalLocation": physical, "logicalLocations": list(logical), "message": message})
	flow     = object("threadFlows", map[string]schema{"threadFlows": list(object("locations", map[string]schema{"locations": list(object("", map[string]schema{"location": location}))}))})
	level    = schema{kind: "string", enum: []string{"none", "note", "warning", "error"}}
	result   = object("message ruleId level locations partialFingerprints", map[string]schema{"ruleId": text, "ruleIndex": {kind: "integer", min: 0}, "level": level, "message": message, "locations": list(location),
		"relatedLocations": list(location), "codeFlows": list(flow), "partialFingerprints": bag, "properties": bag})
	rule         = object("id", map[string]schema{"id": text, "shortDescription": message, "fullDescription": message, "help": message, "properties": bag})
	driver       = object("name", map[string]schema{"name": text, "version": text, "rules": list(rule)})
	notification = object("message", map[string]schema{"level": level, "message": message, "locations": list(location)})
	invocation   = object("executionSuccessful", map[string]schema{"executionSuccessful": {kind: "boolean"}, "toolExecutionNotifications": list(notification)})
	run          = object("tool", map[string]schema{"tool": object("driver", map[string]schema{"driver": driver}), "invocations": list(invocation),
		"columnKind": {kind: "string", enum: []string{"utf16CodeUnits", "unicodeCodePoints"}}, "results": list(result)})
	log = object("version runs", map[string]schema{"$schema": {kind: "uri"}, "version": {kind: "string", enum: []string{"2.1.0"}}, "runs": list(run)})
)

func (s schema) check(at string, v any) error {
	switch x := v.(type) {
	case map[string]any:
		if s.kind != "object" {
			return fmt.Errorf("%s is an object", at)
		}
		for _, name := range s.required {
			if _, ok := x[name]; !ok {
				return fmt.Errorf("%s has no %s", at, name)
			}
		}
		for name, value := range x {
			of, known := s.props[name]
			if s.any {
				continue
			}
			if !known {
				return fmt.Errorf("%s has %s", at, name)
			}
			if err := of.check(at+"."+name, value); err != nil {
				return err
			}
		}
	case []any:
		if s.kind != "array" {
			return fmt.Errorf("%s is an array", at)
		}
		for i, value := range x {
			if err := s.items.check(fmt.Sprintf("%s[%d]", at, i), value); err != nil {
				return err
			}
		}
	case string:
		if s.kind == "uri" {
			if u, err := url.Parse(x); err != nil || u.String() != x || x == "" {
				return fmt.Errorf("%s is %q, which is no URI reference", at, x)
			}
		} else if s.kind != "string" || s.enum != nil && !slices.Contains(s.enum, x) {
			return fmt.Errorf("%s is %q", at, x)
		}
	case float64:
		if s.kind != "integer" || x < s.min || x != float64(int64(x)) {
			return fmt.Errorf("%s is %v", at, x)
		}
	case bool:
		if s.kind != "boolean" {
			return fmt.Errorf("%s is %v", at, x)
		}
	default:
		return fmt.Errorf("%s is %v", at, v)
	}
	return nil
}

func TestSARIF(t *testing.T) {
	var b bytes.Buffer
	if err := report().SARIF(&b); err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if err := log.check("log", doc); err != nil {
		t.Error(err)
	}
	at := func(path ...any) any {
		v := doc.(map[string]any)["runs"].([]any)[0]
		for _, p := range path {
			switch p := p.(type) {
			case string:
				v = v.(map[string]any)[p]
			case int:
				v = v.([]any)[p]
			}
		}
		return v
	}
	place := func(path ...any) string {
		p := func(more ...any) any { return at(append(append(slices.Clone(path), "physicalLocation"), more...)...) }
		return fmt.Sprint(p("artifactLocation", "uri"), " ", p("region", "startLine"))
	}
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"place with a line", place("results", 0, "locations", 0), "src/a%20b.s 8"},
		{"column", at("results", 0, "locations", 0, "physicalLocation", "region", "startColumn"), 2.0},
		{"address", at("results", 0, "locations", 0, "physicalLocation", "address", "absoluteAddress"), 0x1308 + 0.0},
		{"kernel", at("results", 0, "locations", 0, "logicalLocations", 0, "name"), "k"},
		{"other instruction", place("results", 0, "relatedLocations", 0), "src/a%20b.s 7"},
		{"its note", at("results", 0, "relatedLocations", 0, "message", "text"), "the load is here"},
		{"path", place("results", 0, "relatedLocations", 1), "file:///elsewhere/b.s 9"},
		{"path's steps", len(at("results", 0, "codeFlows", 0, "threadFlows", 0, "locations").([]any)), 3},
		{"fix", at("results", 0, "message", "text"), "v_add reads v1; insert a wait"},
		{"place without a line", place("results", 1, "locations", 0), "a%20b.s 1"},
		{"level of timing", at("results", 1, "level"), "warning"},
		{"rank", at("results", 1, "properties", "rank"), "timing"},
		{"entry of a bundle", place("results", 2, "locations", 0), "dir/c.hsaco%28gfx942%29 1"},
		{"rule", at("results", 2, "ruleIndex"), 1.0},
		{"rule that is not listed", at("results", 3, "ruleIndex"), nil},
		{"help", at("tool", "driver", "rules", 0, "help", "text"), "Loads are complete.\n\nSource: the manual.\n\nCode that breaks it:\n\n\ts_endpgm"},
		{"success", at("invocations", 0, "executionSuccessful"), false},
		{"findings that are not kept", at("invocations", 0, "toolExecutionNotifications", 0, "message", "text"), "kernel clean: and 3 further findings"},
		{"file that is not read", at("invocations", 0, "toolExecutionNotifications", 1, "message", "text"), "not a code object\nat all"},
	} {
		if strings.Contains(fmt.Sprint(c.want), "%28") {
			c.got = strings.NewReplacer("(", "%28", ")", "%29").Replace(fmt.Sprint(c.got)) // both are right
		}
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
}

func TestJUnit(t *testing.T) {
	var b bytes.Buffer
	if err := report().JUnit(&b); err != nil {
		t.Fatal(err)
	}
	type res struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	var doc struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name    string `xml:"name,attr"`
				Failure *res   `xml:"failure"`
				Error   *res   `xml:"error"`
				Out     string `xml:"system-out"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatalf("%v\n%s", err, &b)
	}
	if doc.Tests != 4 || doc.Failures != 2 || doc.Errors != 1 || len(doc.Suites) != 3 {
		t.Errorf("%d tests, %d failures, %d errors, %d suites", doc.Tests, doc.Failures, doc.Errors, len(doc.Suites))
	}
	first := doc.Suites[0].Cases
	if f := first[0].Failure; f == nil || f.Message != "[waits] v_add reads v1" || f.Text != "a b.s:8: error\n" {
		t.Errorf("failure %+v", f)
	}
	if first[0].Out != "late ]]> ?[m\n" {
		t.Errorf("output %q", first[0].Out)
	}
	if first[1].Failure != nil || first[1].Name != "clean" || first[1].Out != "kernel clean: and 3 further findings\n" {
		t.Errorf("clean kernel: %+v", first[1])
	}
	if e := doc.Suites[2].Cases[0].Error; e == nil || e.Message != "not a code object" {
		t.Errorf("error %+v", e)
	}
}

// kernel makes a report of findings in one kernel: each is an address and the texts of two instructions.
func kernel(list ...[2]string) *findings.Report {
	c := findings.Case{Name: "k"}
	for i, texts := range list {
		c.Findings = append(c.Findings, findings.Finding{Rule: "waits", Rank: "error", Place: findings.Place{Addr: uint64(len(list))<<12 + uint64(i), Line: i, Text: texts[0]}, Related: []findings.Place{{Text: texts[1]}}, Message: texts[0]})
	}
	r := &findings.Report{Objects: []findings.Object{{Name: "dir/a.s", Target: "gfx950", Cases: []findings.Case{c}}}}
	r.Number()
	return r
}

func TestBaseline(t *testing.T) {
	load, add, mul := "global_load_dword v1, v[2:3], off", "v_add_f32_e32 v4, v1, v1", "v_mul_f32_e32 v4, v1, v1"
	base := kernel([2]string{add, load}, [2]string{add, load}, [2]string{mul, load}).Baseline()
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(base); err != nil {
		t.Fatal(err)
	}
	base, err := findings.ReadBaseline(&b, "base.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what string
		now  [][2]string
		new  []int
		gone int
	}{
		{"the same", [][2]string{{add, load}, {add, load}, {mul, load}}, nil, 0},
		{"other order, other registers, other encoding", [][2]string{{mul, load}, {"v_add_f32_e64 v40, -v10, v11", "global_load_dword v11, v[2:3], off"}, {add, load}}, nil, 0},
		{"one more of a kind: the one with other registers", [][2]string{{"v_add_f32_e32 v5, v1, v1", load}, {add, load}, {add, load}, {mul, load}}, []int{0}, 0},
		{"another load", [][2]string{{add, "global_load_dwordx2 v[0:1], v[2:3], off"}, {add, load}, {mul, load}}, []int{0}, 1},
		{"all gone", nil, nil, 3},
	} {
		r := kernel(c.now...)
		known, gone := base.Known(r)
		var fresh []int
		for i := range r.Objects[0].Cases[0].Findings {
			if !known(&r.Objects[0].Cases[0].Findings[i]) {
				fresh = append(fresh, i)
			}
		}
		if !slices.Equal(fresh, c.new) || gone != c.gone {
			t.Errorf("%s: new are %v, want %v; %d are gone, want %d", c.what, fresh, c.new, gone, c.gone)
		}
	}
	for _, change := range []func(*findings.Report){
		func(r *findings.Report) { r.Objects[0].Target = "gfx942" },
		func(r *findings.Report) { r.Objects[0].Name = "dir/b.s" },
		func(r *findings.Report) { r.Objects[0].Cases[0].Name = "k2" },
		func(r *findings.Report) { r.Objects[0].Cases[0].Findings[0].Rule = "flow" },
		func(r *findings.Report) { r.Objects[0].Cases[0].Findings[0].Rank = "note" },
	} {
		a, b := kernel([2]string{add, load}), kernel([2]string{add, load})
		b.Objects[0].Name = "elsewhere/a.s"
		b.Number()
		of := func(r *findings.Report) string { return r.Objects[0].Cases[0].Findings[0].Fingerprint }
		if of(a) != of(b) {
			t.Error("the directory changes the fingerprint")
		}
		change(b)
		b.Number()
		if of(a) == of(b) {
			t.Errorf("the fingerprint is the same for another %+v", b.Objects[0])
		}
	}
	for text, want := range map[string]string{
		`[`:                          "base.json: not a baseline",
		`{"schema":"heddle.vet/v1"`:  "base.json: not a baseline",
		`{"schema":"heddle.vet/v1"}`: `base.json: "schema" is "heddle.vet/v1"; a baseline has "heddle.baseline/v1"`,
	} {
		if _, err := findings.ReadBaseline(strings.NewReader(text), "base.json"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

func TestComments(t *testing.T) {
	names := findings.Names{Kind: "rule", Names: []string{"waits", "flow"}, Others: []string{"races"}}
	text := "\ufeff" + `	v_mov_b32 v0, 0 // heddle:allow waits the host does not mind
	; heddle:allow flow both of
	; heddle:allow races/no-barrier another checker's
	/* heddle:allow races these */

	v_mov_b32 v1, 0
	.ascii "// heddle:allow nothing" ; heddle:allow * a string
# heddle:allow waits is never used`
	s, err := findings.ReadComments([]byte(text), "k.s", names)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rule string
		line int
		want bool
	}{{"waits", 1, true}, {"waits", 2, false}, {"flow", 1, false}, {"flow", 6, true}, {"races", 6, true}, {"waits", 6, false}, {"flow", 7, true}, {"waits", 8, false}} {
		if got := s.Covers(c.rule, "k", findings.Place{File: "k.s", Line: c.line}); got != c.want {
			t.Errorf("%s in line %d: %v", c.rule, c.line, got)
		}
	}
	if s.Covers("waits", "k", findings.Place{File: "other.s", Line: 1}) {
		t.Error("the comment is about another file")
	}
	if got := s.Unused(); !slices.Equal(got, []string{"k.s:8: heddle:allow waits matches no finding"}) {
		t.Errorf("unused: %q", got)
	}
	for text, want := range map[string]string{
		"\n\ts_nop 0 // heddle:allow waits": "k.s:2:13: error: heddle:allow waits has no reason; write it after the name",
		"// heddle:allow":                   "k.s:1:4: error: a heddle:allow has no rule; write // heddle:allow waits REASON",
		"; heddle:allow waits/x because":    `k.s:1:3: error: there is no rule "waits/x"`,
		"; heddle:allow wait because":       `k.s:1:3: error: there is no rule "wait"; the rules are waits, flow, races, or * for all`,
	} {
		if _, err := findings.ReadComments([]byte(text), "k.s", names); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// FuzzComments: any text is read or refused, and a rule that is read has a reason.
func FuzzComments(f *testing.F) {
	names := findings.Names{Kind: "rule", Names: []string{"waits"}}
	for _, text := range []string{"s_nop 0 // heddle:allow waits x", "\"\\\"; heddle:allow", "/* heddle:allow * \xff\xfe */\r\n", "\ufeff# heddle:allow waits", "heddle:allow waits x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := findings.ReadComments([]byte(text), "k.s", names)
		if err != nil {
			_ = err.Error()
			return
		}
		if n := len(s.Unused()); n > strings.Count(text, "heddle:allow") {
			t.Errorf("%d rules", n)
		}
	})
}
