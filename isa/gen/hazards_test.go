package main

import (
	"strings"
	"testing"
)

// TestBrokenRules: what is wrong with a line of hazards.tsv or counters.tsv is said.
func TestBrokenRules(t *testing.T) {
	valid := []string{"class\tA\tunit=valu\t-\tdoc", "counter\tvmcnt\tvm\t63\ts\t-"}
	for _, c := range []struct{ line, want string }{
		{"hazard\th\tA\tvgpr\t-\tA\t1\t2\tsource", "columns"},
		{"hazrd\th", "columns"},
		{"hazard\th\tA\tvgpr\t-\tA\t1,2\t2\tsource\t-", "want one, or four"},
		{"hazard\th\tA\tvgpr\t-\tA\t-1\t2\tsource\t-", "figures"},
		{"hazard\th\tA\tvgpr\t-\tA\t1/300\t2\tsource\t-", "figures"},
		{"hazard\th\tB\tvgpr\t-\tA\t1\t2\tsource\t-", "unknown class \"B\""},
		{"hazard\th\tA\tsgpr\t-\tA\t1\t2\tsource\t-", "unknown dependence \"sgpr\""},
		{"hazard\th\tA\tvgpr\tnow\tA\t1\t2\tsource\t-", "unknown condition \"now\""},
		{"optional\th\tA\tnote", "unknown hazard \"h\""},
		{"class\tA\tunit=salu\t-\tdoc", "twice"},
		{"class\tC\tunit=salu\tmaybe\tdoc", "unknown predicate \"maybe\""},
		{"class\tC\tsalu\t-\tdoc", "want key=values"},
		{"counter\texpcnt\tvgpr\t7\ts\t-", "unknown name"},
		{"bump\tvmcnt\tC\t1\t-\tdone\ts\t-", "unknown counter, class or order"},
	} {
		if err := load(append(valid, c.line)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.line, err, c.want)
		}
	}
	if err := load(valid); err != nil {
		t.Error(err)
	}
}

func load(lines []string) error {
	r := &rules{}
	for _, l := range lines {
		if err := r.parseLine(strings.Split(l, "\t")); err != nil {
			return err
		}
	}
	return r.check()
}

// TestClassConditions: each kind of condition, on a line made for it.
func TestClassConditions(t *testing.T) {
	l := &line{enc: "MUBUF", mnemonic: "buffer_load_dword", unit: "vmem", mods: []string{"sc0", "lds"}, need: []string{"lds"},
		operands: []operand{{name: "vdata", dwords: "4", access: "rw"}, {name: "srsrc", dwords: "4", access: "r"}}}
	for conditions, want := range map[string]bool{
		"unit=valu,vmem": true, "unit=valu": false, "unit!=valu": true,
		"enc=MUBUF": true, "enc=DS": false,
		"op=buffer_*": true, "op=*_store_*": false, "op!=*_dword": false,
		"mod=sc0": true, "mod=nt": false, "need=lds": true, "need=sc0": false,
		"read=vdata": true, "write=vdata": true, "write=srsrc": false, "read=vaddr": false,
		"len=vdata:3+": true, "len=vdata:5+": false, "len=vdata:4": true, "len=vdata:2": false, "len=data:0": true,
		"unit=vmem enc=DS": false, "enc=DS | unit=vmem": true, "enc=DS | unit=valu": false,
	} {
		rows, err := parseConditions(conditions)
		if err != nil {
			t.Fatal(err)
		}
		c := hazardClass{name: "C", rows: rows}
		if got, err := c.holds(l); got != want || err != nil {
			t.Errorf("%s: %v, %v; want %v", conditions, got, err, want)
		}
	}
	for _, conditions := range []string{"color=red", "len=vdata:many"} {
		rows, err := parseConditions(conditions)
		if err != nil {
			t.Fatal(err)
		}
		c := hazardClass{name: "C", rows: rows}
		if _, err := c.holds(l); err == nil {
			t.Errorf("%s: accepted", conditions)
		}
	}
}
