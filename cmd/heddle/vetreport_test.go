package main

import (
	"bufio"
	"bytes"
	"testing"

	"heddle/vet"
)

// TestVetJSON: what is written object by object is the JSON of the report.
func TestVetJSON(t *testing.T) {
	kernel := vet.Kernel{Name: "k<1>", Findings: []vet.Finding{{Rule: "waits", Message: "a\n\"objects\": null"}}}
	for _, objects := range [][]vetted{{}, {{Name: "a"}}, {{Name: "a", Kernels: []vet.Kernel{kernel}}, {Name: "b", Error: "no such file"}}} {
		r := newVetReport(objects)
		r.count()
		want, err := indented(r, "")
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		w := bufio.NewWriter(&got)
		if err := r.writeJSON(w); err != nil {
			t.Fatal(err)
		}
		if w.Flush(); got.String() != string(want) {
			t.Errorf("%s\nnot\n%s", got.String(), want)
		}
	}
}
