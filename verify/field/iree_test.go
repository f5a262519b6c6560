package field

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"heddle/sim"
)

var ireeDir = flag.String("field.iree", "", "folder that iree_objects.py has filled")

// An ireeKernel is an object of iree_objects.py, as the file beside it says: of one
// product of constant size, whose arguments are the addresses of A, B and the result.
type ireeKernel struct {
	Grid  [3]uint32 `json:"grid"`
	Block uint32    `json:"block"`
}

// openIREE finds the object for a product, without its file ending.
func openIREE(p *matmul) (string, *ireeKernel, error) {
	path := filepath.Join(*ireeDir, p.chip, fmt.Sprintf("%s_%s_%dx%dx%d", p.elem, p.layout, p.m, p.n, p.k))
	text, err := os.ReadFile(path + ".json")
	if err != nil {
		return "", nil, err
	}
	k := &ireeKernel{}
	return path, k, json.Unmarshal(text, k)
}

func (k *ireeKernel) launch(a, b, c *tensor) launch {
	return launch{grid: k.Grid, block: k.Block, args: []any{a, b, c}}
}

// ireeOffer is IREE's kernel for a product, nil if there is none.
func ireeOffer(p *matmul) *peer {
	if *ireeDir == "" {
		return nil
	}
	path, k, err := openIREE(p)
	if err != nil {
		return nil
	}
	groups := k.Grid[0] * k.Grid[1] * k.Grid[2]
	return &peer{
		maker: "iree", name: fmt.Sprintf("%d groups", groups), file: path + ".hsaco", split: 1, perCU: 1,
		launch: k.launch(p.elements(p.m, p.k), p.elements(p.n, p.k), p.result()),
	}
}

// ireeWraps is a product whose first row is wrong in the simulator: the code has loads
// whose voffset and offset field add up to 2^32 or more (0xffffff60 and offset:176), and
// is right only if the hardware lets that wrap (RATIONALE.md, "Where do the sources
// disagree about execution?").
const ireeWraps = "gfx942 fp8   nn 100x208x176"

// TestIREE runs IREE's kernels for small products and compares with float64. Their LDS
// is in the objects.
func TestIREE(t *testing.T) {
	if *ireeDir == "" {
		t.Skip("-field.iree is not given: there are no code objects of others in this repository")
	}
	found := 0
	for _, kind := range peerKinds {
		for _, s := range []gemmSize{{256, 384, 192, 1}, {100, 208, 176, 1}} {
			p := matmul{kind.chip, kind.elem, kind.layout, s}
			path, k, err := openIREE(&p)
			if err != nil {
				continue
			}
			found++
			r := random(p.String())
			elem := bf16
			if p.elem == "fp8" {
				elem = fp8Of(p.chip)
			}
			a, av := elem.random(r, s.m*s.k)
			b, bv := elem.random(r, s.n*s.k)
			if p.layout == "nn" {
				b = &tensor{data: permute(b.data, elem.bits, []int{s.n, s.k}, []int{1, 0})}
			}
			c := undefined(s.m * s.n * 2)
			object, err := open(path + ".hsaco")
			if err != nil {
				t.Fatal(err)
			}
			x := &problem{launch: k.launch(a, b, c), out: c, read: bf16.numbers, want: product(av, bv, s.m, s.n, s.k, nil, nil), rms: 0.004}
			got, err := x.run(object, sim.Options{}, nil)
			if err != nil {
				t.Errorf("%v: %v", &p, err)
				continue
			}
			if wraps := p.String() == ireeWraps; wraps != (got.rms > x.rms) {
				t.Errorf("%v: rms error %.3g, %.3g is allowed, and another result expected for "+ireeWraps, &p, got.rms, x.rms)
			}
		}
	}
	if found == 0 {
		t.Errorf("%s has none of the small products", *ireeDir)
	}
}
