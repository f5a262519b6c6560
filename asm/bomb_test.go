package asm

import (
	"runtime"
	"testing"

	"heddle/arch"
)

// TestBombs checks that a few lines cannot use up memory: each of these is
// stopped by a limit.
func TestBombs(t *testing.T) {
	const limit = 512 << 20 // bytes allocated, including what the collector takes back
	for _, src := range []string{
		".rept 1000000000\n.endr\n",
		".rept 1000000000\ns_nop 0\n.endr\n",
		".rept 1000000000\n.octa 1,1,1,1,1,1,1,1\n.endr\n",
		".rept 1000000000\n.quad x,x,x,x,x,x,x\n.endr\n",
		".rept 1000000000\n.long .,.,.,.,.,.\n.endr\n",
		".rept 1000000000\n.uleb128 .-x\n.endr\nx:",
		".rept 1000000000\n1:\n.endr\n",
		".rept 1000000000\n.zero 1000\n.endr\n",
		".rept 1000000000\n.section .a\\+\n.endr\n",
		".rept 1000000000\n.set x, y\n.endr\n",
		".rept 1000000000\n.bad\n.endr\n",
		".rept 1000000000\nv_bad\n.endr\n",
		".file 1 \"a\"\n.rept 1000000000\n.loc 1 1\ns_nop 0\n.endr\n",
		".rept 1000000000\n.cfi_startproc\n.cfi_endproc\n.endr\n",
		".rept 1000000000\nx\\+: .long 1\n.endr\n",
		".rept 1000000000\n.text 5\n.text 6\n.endr\n",
		".macro m\n.rept 1000\nm\n.endr\n.endm\nm",
		".macro m a\n.byte 1\nm \\a\\a\n.endm\nm 1",
		".irp x,1,2,3,4,5,6,7,8\n.irp y,1,2,3,4,5,6,7,8\n.irp z,1,2,3,4,5,6,7,8\n.irp w,1,2,3,4,5,6,7,8\n" +
			".irp v,1,2,3,4,5,6,7,8\n.irp u,1,2,3,4,5,6,7,8\n.irp a,1,2,3,4,5,6,7,8\n.irp b,1,2,3,4,5,6,7,8\n" +
			".byte 1\n.endr\n.endr\n.endr\n.endr\n.endr\n.endr\n.endr\n.endr\n",
		".zero 67000000\n.p2align 31\n",
		".zero x\n.set x, 1<<40\n",
		".org 1<<40\n",
		".bss\n.rept 1000000000\n.zero 1<<39\n.endr\n",
		".data 1\n.rept 1000\n.p2align 31\n.byte 1\n.endr\n",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Assemble([]byte(src), Options{File: "in.s", Chip: &arch.GFX950})
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%q is accepted", src)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > limit {
			t.Errorf("%q allocates %d MiB", src, n>>20)
		}
	}
}
