package findings

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"heddle/diag"
)

// The types are the parts of SARIF 2.1.0 that findings need, called and nested as in the standard:
// docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html, section 3.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	ColumnKind  string            `json:"columnKind"`
	Results     []sarifResult     `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID    string         `json:"id"`
	Short *sarifMessage  `json:"shortDescription,omitempty"`
	Full  *sarifMessage  `json:"fullDescription,omitempty"`
	Help  *sarifMessage  `json:"help,omitempty"`
	More  map[string]any `json:"properties,omitempty"`
}

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level     string          `json:"level"`
	Message   sarifMessage    `json:"message"`
	Locations []sarifLocation `json:"locations"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    *int              `json:"ruleIndex,omitempty"`
	Level        string            `json:"level"`
	Message      sarifMessage      `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Flows        []sarifCodeFlow   `json:"codeFlows,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	More         map[string]any    `json:"properties,omitempty"`
}

type sarifLocation struct {
	ID       int            `json:"id,omitempty"`
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifMessage  `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
	Address  *sarifAddress `json:"address,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	Line   int `json:"startLine"`
	Column int `json:"startColumn,omitempty"`
}

type sarifAddress struct {
	Absolute uint64 `json:"absoluteAddress"`
	Kind     string `json:"kind"`
	Name     string `json:"name,omitempty"`
}

type sarifLogical struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

type sarifCodeFlow struct {
	Threads []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifFlowLocation `json:"locations"`
}

type sarifFlowLocation struct {
	Location sarifLocation `json:"location"`
}

// SARIF writes the report, numbered by Number, as SARIF 2.1.0.
func (r *Report) SARIF(w io.Writer) error {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: r.Tool, Version: r.Version, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{Successful: true}},
		ColumnKind:  "unicodeCodePoints", // as package diag counts
		Results:     []sarifResult{},
	}
	index := map[string]int{}
	for i := range r.Rules {
		index[r.Rules[i].Name] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, r.Rules[i].sarif())
	}
	for i := range r.Objects {
		o, only := &r.Objects[i], &run.Invocations[0]
		notify := func(level Level, kernel, text string) {
			only.Notifications = append(only.Notifications, sarifNotification{level.String(), sarifMessage{Text: text}, []sarifLocation{r.location(o, kernel, &Place{})}})
		}
		if o.Error != "" {
			only.Successful = false
			notify(Error, "", o.Error)
		}
		for _, c := range o.Cases {
			if c.More > 0 {
				notify(Warning, c.Name, c.moreText())
			}
		}
	}
	r.each(func(o *Object, kernel string, f *Finding) {
		x := r.result(o, kernel, f)
		if i, ok := index[f.Rule]; ok {
			x.RuleIndex = &i
		}
		run.Results = append(run.Results, x)
	})
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func (r *Rule) sarif() sarifRule {
	x := sarifRule{ID: r.Name, Short: &sarifMessage{Text: r.Short}, Full: &sarifMessage{Text: unwrapped(r.What)}}
	help, markdown := unwrapped(r.What), unwrapped(r.What)
	if r.Source != "" {
		help += "\n\nSource: " + r.Source + "."
		markdown += "\n\n**Source**: " + r.Source + "."
		x.More = map[string]any{"source": r.Source}
	}
	if r.Example != "" {
		help += "\n\nCode that breaks it:\n\n" + r.Example
		markdown += "\n\nCode that breaks it:\n\n```asm\n" + r.Example + "\n```"
	}
	x.Help = &sarifMessage{help, markdown}
	return x
}

// moreText says how many findings are missing.
func (c *Case) moreText() string {
	return fmt.Sprintf("kernel %s: and %s", c.Name, diag.Count(c.More, "further finding"))
}

// unwrapped is text without the ends of its lines.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

func (r *Report) result(o *Object, kernel string, f *Finding) sarifResult {
	text := f.Message
	if f.Advice != "" {
		text += "; " + f.Advice
	}
	x := sarifResult{RuleID: f.Rule, Level: f.Level.String(), Message: sarifMessage{Text: text}, Locations: []sarifLocation{r.location(o, kernel, &f.Place)},
		// The name is the one that GitHub's code scanning compares.
		Fingerprints: map[string]string{"primaryLocationLineHash": f.Fingerprint}}
	if f.Rank != "" {
		x.More = map[string]any{"rank": f.Rank}
	}
	for _, list := range [][]Place{f.Related, f.Path} {
		for i := range list {
			at := r.location(o, kernel, &list[i])
			at.ID = len(x.Related) + 1
			x.Related = append(x.Related, at)
		}
	}
	if len(f.Path) > 0 && len(f.Related) > 0 {
		flow := sarifThreadFlow{}
		for _, p := range append(append([]Place{f.Related[0]}, f.Path...), f.Place) {
			flow.Locations = append(flow.Locations, sarifFlowLocation{r.location(o, kernel, &p)})
		}
		x.Flows = []sarifCodeFlow{{[]sarifThreadFlow{flow}}}
	}
	return x
}

// location is a place: its source, or the object where that is not known, with the address.
func (r *Report) location(o *Object, kernel string, p *Place) sarifLocation {
	file := o.Name
	// A region is optional in the standard, but GitHub refuses locations without a first line.
	region := sarifRegion{Line: 1}
	if p.hasLine() {
		file, region = p.File, sarifRegion{Line: p.Line, Column: max(p.Column, 0)}
	}
	x := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{r.uri(file)}, Region: region}}
	if p.Addr != 0 || p.Text != "" {
		x.Physical.Address = &sarifAddress{p.Addr, "instruction", p.Text}
	}
	if kernel != "" {
		x.Logical = []sarifLogical{{kernel, "function"}}
	}
	if p.Note != "" {
		x.Message = &sarifMessage{Text: p.Note}
	}
	return x
}

// uri is the name of a file as a URI, relative to the root if it is below it.
func (r *Report) uri(name string) string {
	if filepath.IsAbs(name) {
		if below, err := filepath.Rel(r.Root, name); err == nil && r.Root != "" && filepath.IsLocal(below) {
			name = below
		} else {
			return (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
		}
	}
	u := url.URL{Path: filepath.ToSlash(filepath.Clean(name))}
	return strings.TrimPrefix(u.String(), "./") // String puts it before names with a colon
}

// headline is the finding in one line.
func (f *Finding) headline() string { return fmt.Sprintf("[%s] %s", f.Rule, f.Message) }
