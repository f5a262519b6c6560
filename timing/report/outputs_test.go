package report

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"
)

var outputs = flag.String("outputs", "", "write all outputs of the toy to this folder, to look at them in their tools")

// writers are the outputs that tools read.
var writers = []struct {
	name  string
	write func(io.Writer, *Report) error
}{
	{"toy.csv", Issues},
	{"toy.perfetto-trace", Perfetto},
	{"toy.pb.gz", Pprof},
	{"toy.html", HTML},
	{"toy.svg", SVG},
	{"toy.color.txt", func(w io.Writer, r *Report) error { return Text(w, r, true) }},
	{"toy.annotated.color.txt", func(w io.Writer, r *Report) error { return Annotate(w, r, true) }},
}

// TestDeterministic: equal reports give equal bytes.
func TestDeterministic(t *testing.T) {
	for _, out := range writers {
		var one, two bytes.Buffer
		if err := out.write(&one, toyReport(t)); err != nil {
			t.Fatal(err)
		}
		if err := out.write(&two, toyReport(t)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%s: two runs differ", out.name)
		}
		if *outputs != "" {
			var model bytes.Buffer
			if err := out.write(&model, modelled(t, 20, 6)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(*outputs, "model-"+out.name), model.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(*outputs, out.name), one.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
