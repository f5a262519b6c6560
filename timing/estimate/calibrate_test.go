package estimate

import (
	"compress/gzip"
	"math"
	"os"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
)

func calibration(t testing.TB) []Row {
	t.Helper()
	f, err := os.Open("testdata/gemm_calibration.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := ReadRows(z)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 37655 {
		t.Fatalf("%d rows", len(rows))
	}
	return rows
}

// TestValidation: by cross-validation, the model is better than three constants for each family of
// kernels with 200 rows or more, be it of one tile or of a library. With -v it prints the table, with
// -long also tiles and libraries that a fit did not see.
func TestValidation(t *testing.T) {
	table := Validate(calibration(t), long.On())
	var b strings.Builder
	table.Write(&b)
	t.Log("\n" + b.String())
	for _, list := range [][]Family{table.Tiles, table.Libraries, {table.All}} {
		checked := 0
		for _, f := range list {
			if f.Rows < 200 {
				continue
			}
			checked++
			if f.Mean >= f.Three {
				t.Errorf("%s %s: %.2f %% off in the mean, three constants %.2f", f.Chip, f.Name, 100*f.Mean, 100*f.Three)
			}
		}
		if checked == 0 {
			t.Error("no family was compared")
		}
	}
	if table.All.Mean > 0.034 || table.All.Median > 0.018 {
		t.Errorf("%.2f %% off in the mean, %.2f in the median; it was 3.3 and 1.7", 100*table.All.Mean, 100*table.All.Median)
	}
	if best := float64(table.Near) / float64(table.Ranked); table.Ranked < 30000 || best < 0.88 {
		t.Errorf("in %.1f %% of %d rows the fastest tile is estimated to be near the fastest; it was 89.6 %%", 100*best, table.Ranked)
	}
	for _, f := range table.Unseen {
		if f.Rows >= 200 && f.Mean >= f.Three {
			t.Errorf("tiles of %s %s that the fit did not see: %.2f %% off, three constants %.2f", f.Chip, f.Name, 100*f.Mean, 100*f.Three)
		}
	}
}

// TestParameters: zparameters.go is what fits. Sums in another order, as other machines may do them, move
// a parameter by less than a hundredth.
func TestParameters(t *testing.T) {
	above, again := fit(calibration(t), func(*Row) bool { return true })
	same := func(where string, a, b *Parameters) {
		for i := range a {
			if math.Abs(a[i]-b[i]) > 0.01 {
				t.Errorf("%s: %s is %.3f, %.3f fits; run go run ./timing/estimate/fit -write", where, parameterNames[i], a[i], b[i])
				return
			}
		}
	}
	same("general", &general, &above)
	for i, chip := range arch.Chips {
		a, b := &fitted[i], &again[i]
		if len(a.libraries) != len(b.libraries) {
			t.Fatalf("%s has %d libraries, %d fit", chip.Name, len(a.libraries), len(b.libraries))
		}
		for j := range a.libraries {
			l, m := &a.libraries[j], &b.libraries[j]
			if l.name != m.name || l.rows != m.rows || len(l.tiles) != len(m.tiles) {
				t.Fatalf("%s: %s with %d rows and %d tiles, %s with %d and %d fits", chip.Name, l.name, l.rows, len(l.tiles), m.name, m.rows, len(m.tiles))
			}
			same(chip.Name+" "+l.name, &l.parameters, &m.parameters)
			for k := range l.tiles {
				same(chip.Name+" "+l.name, &l.tiles[k].parameters, &m.tiles[k].parameters)
			}
		}
	}
	source, err := os.ReadFile("zparameters.go")
	if err != nil || !strings.HasPrefix(string(source), "// Code generated") {
		t.Error("zparameters.go does not say that it is generated")
	}
}

// TestEveryParameterMatters: each parameter moves estimates of rows, so that none is there for nothing, and
// none can change unnoticed.
func TestEveryParameterMatters(t *testing.T) {
	rows := calibration(t)
	for i := range numParameters {
		moved := make([]int, len(arch.Chips))
		for j := 0; j < len(rows); j += 7 {
			r := &rows[j]
			p := lookup(&general, fitted, r)
			changed := *p
			changed[i] += 0.5
			a, b := p.constants(), changed.constants()
			if math.Abs(a.time(&r.work).together/b.time(&r.work).together-1) > 0.005 {
				moved[r.Chip]++
			}
		}
		for chip, n := range moved {
			if n < 10 {
				t.Errorf("%s: %s moves %d rows", arch.Chips[chip].Name, parameterNames[i], n)
			}
		}
	}
}

// TestEstimateIsTheFit: Estimate gives the fitted time, but where the chip cannot be that fast.
func TestEstimateIsTheFit(t *testing.T) {
	rows := calibration(t)
	estimators := map[tileKey]*Estimator{}
	bound, all := 0, 0
	for i := 0; i < len(rows); i += 11 {
		r := &rows[i]
		if r.Tile.M == 0 {
			continue
		}
		key := r.key().libraryKey()
		if estimators[key] == nil {
			e, err := New(arch.Chips[r.Chip], arch.DefaultProduct(arch.Chips[r.Chip]), r.Format, r.Library)
			if err != nil {
				t.Fatal(err)
			}
			estimators[key] = e
		}
		got, err := estimators[key].Estimate(&r.Problem, &r.Tile)
		if err != nil {
			t.Fatal(err)
		}
		c := lookup(&general, fitted, r).constants()
		want := c.time(&r.work).together
		all++
		switch us := got.Seconds * 1e6; {
		case us < want*(1-1e-9):
			t.Fatalf("%+v: %g µs, the fit says %g", *r, us, want)
		case us > want*(1+1e-9):
			bound++
		}
	}
	if all < 3000 || bound > all/50 {
		t.Errorf("of %d rows, %d are estimated to be slower than the fit says", all, bound)
	}
}

// TestKernelNames: what the names of kernels say.
func TestKernelNames(t *testing.T) {
	for _, c := range []struct {
		dtype, lib, kernel string
		split              int
		library            string
		want               Tile
	}{
		{"fp8bs", "ck", "a8w8_blockscale_1x128x128_256x64x128x256_16x16_32x32_2x1_16x16x1", 3, "fp8bs.ck-blockscale", Tile{M: 64, N: 128, K: 256, SplitK: 8}},
		{"fp8bs", "ck", "a8w8_blockscale_bpreshuffle_1x128x128_256x16x64x256_16x16_16x16_16x16x1", 3, "fp8bs.ck-blockscale-preshuffle", Tile{M: 16, N: 64, K: 256}},
		{"fp8bs", "cktile", "a8w8_blockscale_cktile_192x256x128_4x2x1_16x16x128_intrawave_0x1x0_1", 0, "fp8bs.cktile-blockscale", Tile{M: 192, N: 256, K: 128}},
		{"fp8", "cktile", "a8w8_bpreshuffle_cktile_0x0x8x4x1x0x0x0x0x2_32x64x512_1x4x1_16x16x128_default", 0, "fp8.cktile-preshuffle", Tile{M: 32, N: 64, K: 512}},
		{"fp8", "ck", "a8w8_bpreshuffle_128x16x32x512_16x16_16x16_32x4x1", 1, "fp8.ck-preshuffle", Tile{M: 16, N: 32, K: 512, SplitK: 2}},
		{"i8", "", "a8w8_rowwise_256x256x256x128_32x32_4x4_8x32x1", 0, "i8.ck-rowwise", Tile{M: 256, N: 256, K: 128, SplitK: 1}},
		{"mxfp4", "", "_ZN5aiter41f4gemm_bf16_per1x32Fp4_BpreShuffle_32x128E", 0, "mxfp4.asm", Tile{M: 32, N: 128}},
		{"bf16", "asm", "_ZN5aiter39bf16gemm_fp32bf16_tn_96x64_splitk_cleanE", 4, "bf16.asm-splitk", Tile{M: 96, N: 64, SplitK: 4}},
		{"fp8", "flydsl", "flydsl_bpreshuflle_128x256x128_F8_F8_B16_1x2x4x2_default", 0, "fp8.flydsl", Tile{M: 128, N: 256, K: 128}},
		{"bf16", "flydsl", "flydsl_gemm4_abf16_wbf16_bf16_t32x64x128_split_k4_block_m_warp1", 9, "bf16.flydsl", Tile{M: 32, N: 64, K: 128, SplitK: 4}},
		{"bf16", "opus", "opus_gemm_mono_tile_512x192x256x64_2x4_16x16x32_0x0x0_nooob", 0, "bf16.opus", Tile{M: 192, N: 256, K: 64}},
		{"bf16", "torch", "native", 0, "bf16.torch", Tile{}},
	} {
		r := Row{DType: c.dtype, Kernel: c.kernel}
		r.parseKernel(c.lib, c.split)
		if r.Library != c.library || r.Tile != c.want {
			t.Errorf("%s: %s %+v, want %s %+v", c.kernel, r.Library, r.Tile, c.library, c.want)
		}
	}
}

// TestReadErrors: what is wrong with a file is said, with its line.
func TestReadErrors(t *testing.T) {
	const header = "gfx,cu_num,dtype,batch,M,N,K,lib,splitK,kernel,us\n"
	const good = "gfx950,256,bf16,1,64,64,64,torch,0,native,5\n"
	for _, c := range []struct{ text, want string }{
		{"", "no header"},
		{"gfx,us\n", `no column "cu_num"`},
		{header + good + "gfx950,256,bf16,1,64,64,64,torch,0,native,0\n", "line 3: us"},
		{header + "gfx950,256,bf16,1,64,64,64,torch,0,native,NaN\n", "line 2: us"},
		{header + "gfx950,256,bf16,1,-64,64,64,torch,0,native,5\n", "line 2: M"},
		{header + "gfx950,256,bf16,1,0,64,64,torch,0,native,5\n", "line 2: estimate"},
		{header + "gfx950,0,bf16,1,64,64,64,torch,0,native,5\n", "line 2: cu_num"},
		{header + "gfx1100,256,bf16,1,64,64,64,torch,0,native,5\n", "line 2: gfx"},
		{header + "gfx950,256,f17,1,64,64,64,torch,0,native,5\n", "line 2: dtype"},
		{header + "gfx950,256\n", "line 2"},
	} {
		if _, err := ReadRows(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
	rows, err := ReadRows(strings.NewReader(header + good + "gfx950,80,bf16,1,2147483647,2147483647,2147483647,ck,99999,a8w8_rowwise_1x99999999999999999999x1x1_,5\n"))
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, r := range rows {
		c := lookup(&general, fitted, &r).constants()
		if us := c.time(&r.work).together; !(us > 0) || math.IsInf(us, 0) {
			t.Errorf("%+v takes %g µs", r, us)
		}
	}
	if table := Test(rows); table.All.Rows != 2 {
		t.Errorf("%+v", table)
	}
}
