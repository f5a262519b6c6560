package report

import (
	"bytes"
	"testing"

	"github.com/google/pprof/profile"
)

// TestPprof: the profile has all cycles of all sites, and those of stalls by cause.
func TestPprof(t *testing.T) {
	r := toyReport(t)
	var b bytes.Buffer
	if err := Pprof(&b, r); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.CheckValid(); err != nil {
		t.Fatal(err)
	}
	var cycles, issues, stalls int64
	byCause := map[string]int64{}
	for _, s := range p.Sample {
		cycles, issues, stalls = cycles+s.Value[0], issues+s.Value[1], stalls+s.Value[2]
		if c := s.Label["cause"]; len(c) == 1 {
			byCause[c[0]] += s.Value[2]
		}
		loc := s.Location[0]
		if kernel := loc.Line[len(loc.Line)-1]; kernel.Function.Name != "gemm" || kernel.Function.Filename != "src/gemm.mlir" || kernel.Line == 0 {
			t.Fatalf("%#x is in %+v", loc.Address, kernel)
		}
	}
	if want := allCycles(r.Result.Sites); cycles != want || issues != int64(len(r.Issues)) {
		t.Errorf("%d cycles of %d, %d issues of %d", cycles, want, issues, len(r.Issues))
	}
	sum := totalStalls(r.Result.Sites)
	all := int64(0)
	for _, c := range causes(&sum) {
		all += c.cycles
		if byCause[c.cause.String()] != c.cycles {
			t.Errorf("%s: %d cycles of %d", c.cause, byCause[c.cause.String()], c.cycles)
		}
	}
	if stalls != all {
		t.Errorf("%d stall cycles of %d", stalls, all)
	}
}
