package build_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
)

// held is a kernel that has n values of four registers at once, with attributes of its own
// and an LDS buffer of so many bytes.
func held(n, lds int, attrs string) string {
	buffer := fmt.Sprintf("memref<%dxi8, #gpu.address_space<workgroup>>", lds)
	var s source
	text := s.module(func() {
		i := s.op(`"gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index`)
		var x []string
		for k := range n {
			at := s.op(`"arith.addi"(%s, %s) : (index, index) -> index`, i, s.index(4096*k))
			x = append(x, s.op(`"vector.load"(%%a, %s) : (%s, index) -> vector<4xf32>`, at, memory))
		}
		s.do(`"gpu.barrier"() : () -> ()`)
		for k := range x {
			s.do(`"vector.store"(%s, %%b, %s) : (vector<4xf32>, %s, index) -> ()`, x[k], i, memory)
		}
	})
	if lds > 0 {
		text = strings.Replace(text, "%n: i32)", "%n: i32, %lds: "+buffer+")", 1)
		text = strings.Replace(text, "gpu.kernel,", "gpu.kernel, workgroup_attributions = 1 : i64,", 1)
	}
	return strings.Replace(text, "gpu.kernel,", "gpu.kernel, "+attrs, 1)
}

// TestWavesPerSIMD: the number of waves that a kernel or its builder demands is
// reached, or the kernel is refused with the registers or LDS that are in the way.
func TestWavesPerSIMD(t *testing.T) {
	for _, c := range []struct {
		values, lds, waves int
		attr, err          string
	}{
		{values: 50},
		{values: 50, waves: 2},
		{values: 50, attr: "rocdl.waves_per_eu = 2 : i32, "},
		{values: 70, attr: "rocdl.waves_per_eu = 0 : i64, "},
		{values: 70, attr: "rocdl.waves_per_eu = 2 : i64, ", err: "kernel k needs 281 vector registers at once, and the 2 waves per SIMD that it demands leave each 256"},
		{values: 50, attr: "rocdl.waves_per_eu = 2 : i32, ", waves: 3, err: "demands leave each 168"},
		{values: 70, attr: "rocdl.waves_per_eu = 2 : i32, ", waves: 1},
		{values: 50, attr: "rocdl.waves_per_eu = 9 : i32, ", err: "9 waves per SIMD are demanded, and gfx950 has room for at most 8"},
		{values: 50, lds: 100000, waves: 2, err: "kernel k demands 2 waves per SIMD, and 1 fit: a workgroup has 4 waves and 100000 bytes of LDS"},
	} {
		r, err := compile(t, "waves.mlir", held(c.values, c.lds, c.attr), build.Options{Chip: &arch.GFX950, WavesPerSIMD: c.waves})
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%+v: %v", c, err)
			}
		case err != nil:
			t.Errorf("%+v: %v", c, err)
		default:
			k := r.Kernels[0]
			if got := k.Func.Waves(k.Code.NextFreeVGPR()); got < c.waves || k.Func.Spills.VGPRs > 0 {
				t.Errorf("%+v: %d waves per SIMD, %d registers spilled", c, got, k.Func.Spills.VGPRs)
			}
		}
	}
	m, err := ir.Parse("waves.mlir", held(1, 0, "rocdl.waves_per_eu = -1 : i32, "))
	if err == nil {
		err = ir.Verify(m, ir.Options{})
	}
	if err == nil || !strings.Contains(err.Error(), "rocdl.waves_per_eu must be integer attribute of at least 0") {
		t.Errorf("a negative number: %v", err)
	}
}
