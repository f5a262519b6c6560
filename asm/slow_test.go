package asm

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"heddle/arch"
)

func TestSlow(t *testing.T) {
	files, _ := filepath.Glob(os.Getenv("HEDDLE_SLOW"))
	for _, f := range files {
		b, _ := os.ReadFile(f)
		lines := strings.SplitN(string(b), "\n", 2)
		s := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(lines[1]), "[]byte("), ")")
		src, err := strconv.Unquote(s)
		if err != nil {
			continue
		}
		var m0, m1 runtime.MemStats
		runtime.ReadMemStats(&m0)
		start := time.Now()
		Assemble([]byte(src), Options{File: "in.s", Chip: &arch.GFX950})
		d := time.Since(start)
		runtime.ReadMemStats(&m1)
		if d > 100*time.Millisecond {
			fmt.Println(d, (m1.TotalAlloc-m0.TotalAlloc)>>20, f, strconv.Quote(src))
		}
	}
}
