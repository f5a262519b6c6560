package field

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/hsaco"
	"heddle/sim"
)

var tritonDir = flag.String("field.triton", "", "folder that triton_objects.py has filled")

// A tritonKernel is an object of triton_objects.py, as the file beside it says.
type tritonKernel struct {
	Chip   string   `json:"chip"`
	Type   string   `json:"type"`
	Layout string   `json:"layout"` // "nt" or "nn"
	Rows   string   `json:"rows"`   // the M that it is for: "m1", "m16" for multiples of 16, "mx"
	Tile   [3]int   `json:"tile"`
	Waves  int      `json:"waves"`
	LDS    int      `json:"lds"`
	Args   []string `json:"args"`

	path   string
	object *hsaco.Object
}

// tritonKernels are the objects of dir.
func tritonKernels(t testing.TB, dir string) (list []*tritonKernel) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no CHIP/NAME.json: %v", dir, err)
	}
	for _, file := range files {
		k := &tritonKernel{path: strings.TrimSuffix(file, ".json")}
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, k)
		}
		if err == nil {
			k.object, err = open(k.path + ".hsaco")
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list = append(list, k)
	}
	return list
}

// takes reports whether Triton would launch this object for a product.
func (k *tritonKernel) takes(chip, elem, layout string, s gemmSize) bool {
	rows := "mx"
	switch {
	case s.m == 1:
		rows = "m1"
	case s.m%16 == 0:
		rows = "m16"
	}
	return k.Chip == chip && k.Type == elem && k.Layout == layout && k.Rows == rows && s.n%16 == 0 && s.k%16 == 0 && s.split == 1
}

// launch is that of dense matrices. Triton passes two more addresses, of scratch that this kernel has none of.
func (k *tritonKernel) launch(s gemmSize, a, b, c *tensor) launch {
	tiles := (s.m + k.Tile[0] - 1) / k.Tile[0] * ((s.n + k.Tile[1] - 1) / k.Tile[1])
	l := launch{grid: [3]uint32{uint32(tiles), 1, 1}, block: uint32(k.Waves * 64), lds: uint32(k.LDS)}
	of := map[string]any{"a_ptr": a, "b_ptr": b, "c_ptr": c, "M": s.m, "N": s.n, "K": s.k, "stride_am": s.k, "stride_bn": s.k, "stride_bk": s.n, "stride_cm": s.n}
	for _, name := range k.Args {
		v, ok := of[name]
		if !ok {
			panic("BUG: argument " + name)
		}
		l.args = append(l.args, v)
	}
	l.args = append(l.args, nil, nil)
	return l
}

// problem is one with edges in all directions that the object allows.
func (k *tritonKernel) problem() *problem {
	r := random(filepath.Base(k.path))
	s := gemmSize{m: k.Tile[0] + 16, n: k.Tile[1] + 48, k: 3*k.Tile[2] + 16, split: 1}
	switch k.Rows {
	case "m1":
		s.m = 1
	case "mx":
		s.m -= 3
	}
	elem := bf16
	if k.Type == "fp8" {
		elem = fp8Of(k.Chip)
	}
	a, av := elem.random(r, s.m*s.k)
	b, bv := elem.random(r, s.n*s.k)
	if k.Layout == "nn" {
		b = &tensor{data: permute(b.data, elem.bits, []int{s.n, s.k}, []int{1, 0})}
	}
	c := undefined(s.m * s.n * 2)
	return &problem{launch: k.launch(s, a, b, c), out: c, read: bf16.numbers, want: product(av, bv, s.m, s.n, s.k, nil, nil), rms: 0.004}
}

// TestTriton runs the objects of the tutorial's matrix multiplication and compares
// with float64.
func TestTriton(t *testing.T) {
	if *tritonDir == "" {
		t.Skip("-field.triton is not given: there are no code objects of others in this repository")
	}
	for _, k := range tritonKernels(t, *tritonDir) {
		name, err := filepath.Rel(*tritonDir, k.path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(name, *only) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var list []string
			if *checks != "" {
				list = strings.Split(*checks, ",")
			}
			r, err := k.problem().run(k.object, sim.Options{}, list)
			if err != nil {
				t.Fatal(err)
			}
			if r.rms > 0.004 {
				t.Errorf("rms error %.3g, 0.004 is allowed", r.rms)
			}
			if len(r.findings) > 0 {
				t.Error(foundText(t, name, r.findings))
			}
		})
	}
}
