package tiling

import (
	"regexp"
	"testing"
)

// convs are the convolutions of rows of the vectors.
var convs = map[string]Conv{
	"22": {Input: "nhwc", Filter: "hwcf", Output: "nhwf", N: 2, H: 32, W: 32, F: 64, FilterH: 3, FilterW: 3, C: 128},
	"24": {Input: "nchw", Filter: "fchw", Output: "nfhw", N: 2, H: 32, W: 32, F: 64, FilterH: 3, FilterW: 3, C: 128},
	"25": {Input: "nhwc", Filter: "hwcf", Output: "nhwf", N: 2, H: 31, W: 31, F: 64, FilterH: 3, FilterW: 3, C: 128},
	"27": {Input: "nchw", Filter: "fchw", Output: "nfhw", N: 2, H: 32, W: 32, F: 63, FilterH: 3, FilterW: 3, C: 128},
	"30": {Input: "nhwc", Filter: "fhwc", Output: "nhwf", N: 16, H: 24, W: 17, F: 287, FilterH: 3, FilterW: 3, C: 287},
	"31": {Input: "chwn", Filter: "chwf", Output: "fhwn", N: 40, H: 3, W: 3, F: 40, FilterH: 64, FilterW: 48, C: 32},
	"33": {Input: "hwgc", Filter: "gfhwc", Output: "hwgf", H: 59, W: 91, G: 16, F: 56, FilterH: 3, FilterW: 3, C: 55},
	"35": {Input: "nhwc", Filter: "fhc", Output: "nhwf", N: 16, H: 38, W: 19, F: 64, FilterH: 5, C: 64},
}

// TestConv: convolutions made contractions are those of the vectors (§2.1.1), and so is their own padding
// (§2.10).
func TestConv(t *testing.T) {
	own := regexp.MustCompile(`padding_conv\(pad-conv on\)=(\[[0-9 ]*\])`)
	for _, v := range readVectors(t) {
		c, ok := convs[v["id"]]
		if !ok {
			continue
		}
		want, o := v.problem(t)
		c.A, c.B, c.Acc = want.A, want.B, want.Acc
		p, err := c.Im2col()
		if err != nil {
			t.Fatal(err)
		}
		equal(t, v["test"], p, want)
		r := choose(t, IREE, v["target"], p, o)
		if m := own.FindStringSubmatch(v["notes"]); m != nil {
			equal(t, v["test"]+": padding", c.Padding(r), m[1])
		}
	}
	nchw := convs["27"]
	nchw.A, nchw.B, nchw.Acc = f32, f32, f32
	p, _ := nchw.Im2col()
	equal(t, "padding of channels before the image", nchw.Padding(choose(t, IREE, "gfx942", p, Options{})), []int64(nil))
	for _, bad := range []Conv{{}, {Input: "nhwx", Filter: "hwcf", Output: "nhwf"}, {Input: "nhwc", Filter: "hwc", Output: "nhwf"}, {Input: "nhhc", Filter: "hwcf", Output: "nhwf"}} {
		if _, err := bad.Im2col(); err == nil {
			t.Errorf("%+v is a convolution", bad)
		}
	}
}
