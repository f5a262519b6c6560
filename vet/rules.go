package vet

// Rule is a rule for --explain and docs/vet.md.
type Rule struct {
	Name    string
	What    string // what it checks
	Source  string
	Example string // assembly that breaks it; "" where it takes more than a few lines
}

// rules are in the order of docs/vet.md.
var rules = [...]Rule{
	{"waits", `No instruction reads or writes a register while a load into it can be under way, on any path to the
instruction. Buffer, global and scratch operations are complete in the order of their issue, as are those of the
data share; s_waitcnt vmcnt(n) or lgkmcnt(n) leaves the last n of them. Scalar loads return in any order, so only
lgkmcnt(0) waits for them; flat loads need vmcnt(0) and lgkmcnt(0). A counter that is full holds the issue back:
what is 63 operations of vmcnt or 15 of lgkmcnt old is complete. A load over the result of an earlier load of the
same order is allowed, because they return in order. The rank is "timing" if on each path so many clocks lie between
that the data are there in practice; a matrix instruction takes the time of its passes. It is "can't tell" for a flat
load that is right if its address is of one memory, and where a branch behind a loop of two bodies may know which of
two buffers is complete. Where a call is not followed, functions wait for all at their beginning and leave nothing
outstanding at their end.`,
		"CDNA ISA manuals, \"Manually Inserted Wait States\" and S_WAITCNT; LLVM's SIInsertWaitcnts", `	global_load_dword v1, v[2:3], off
	v_add_f32 v4, v1, v1
	s_endpgm`},
	{"wait-states", `Instructions that the hardware does not interlock have enough others, or s_nop, between them on every path.
s_nop n counts as n+1, every other instruction as one, s_waitcnt too. It is an error if there are fewer than both the
manual and LLVM ask for, and a note if only one of them asks for more. It is "timing" if matrix instructions or s_sleep
between the two take as long as the wait states would.`,
		"CDNA ISA manuals, tables of required NOPs; LLVM's GCNHazardRecognizer, measured; 'heddle isa' lists the rules", `	v_readfirstlane_b32 s4, v0
	s_nop 2
	buffer_load_dword v1, off, s[4:7], 0
	s_endpgm`},
	{"lds-dma", `No data share instruction reads the LDS while a direct-to-LDS load of the same wave can be under way, and no such
load is issued while a read can be. Addresses are not compared, so the rank is always "can't tell".`,
		"CDNA ISA manuals, M0 and LDS-direct loads: they count in vmcnt, with no order to data share instructions", `	s_mov_b32 m0, 0
	s_nop 0
	global_load_lds_dword v[2:3], off
	ds_read_b32 v1, v0
	s_endpgm`},
	{"barrier", `All waves of a workgroup pass a barrier, or none: no branch that waves can take differently leads to more barriers
on one way than on the other, up to where its ways meet. Waves take a branch alike if what it depends on comes from
arguments, the workgroup's number and constants, or is loaded from an address that is made of these. It is an error if
the branch is worked out for the work-items, and waves differ; "can't tell" if it depends on something else, or if
another branch may make up for it. A wave that ends where others pass a barrier is a note: it counts as one that waits.`,
		"CDNA ISA manuals, S_BARRIER; the barriers check of the simulator", `	v_readfirstlane_b32 s4, v0
	s_cmp_eq_u32 s4, 0                 ; the first wave only
	s_cbranch_scc1 1
	s_barrier
	s_endpgm`},
	{"lds-race", `Between two barriers no wave writes a byte of the LDS that another wave accesses, and what a wave writes there
is complete before a barrier behind which another wave reads it (or before the wave itself reads what a direct-to-LDS
load brings). Waves may write the same byte if they write the same to it; it is an error if that is known to differ. Addresses and active lanes are worked out for each work-item of the first workgroup, in the first turns
of loops, until they repeat; a number that is not known but the same for all may be added. It is an error only if both
waves come to their instruction whatever the data are, the reader does not write the byte itself, and no loop in the
code makes waves wait for each other; else it is "can't tell", as is all if waves can be at different barriers. The
size of a workgroup comes from the kernel's metadata or from --block; without either nothing is an error. Atomics of
several waves never are one. A write long behind a read is "timing".`,
		"CDNA ISA manuals, \"Data Share\" and S_BARRIER; LLVM's AMDGPUUsage, \"Memory Model\"; the races check of the simulator", `	v_lshlrev_b32 v1, 2, v0
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)               ; and no s_barrier
	ds_read_b32 v2, v1 offset:256      ; of the next wave
	s_waitcnt lgkmcnt(0)
	s_endpgm`},
	{"lds-unwritten", `No data share instruction reads a byte of the LDS that nothing has written since the workgroup started: it
holds what another one left there. The ways of all waves are followed, as for lds-race; where some are not known,
nothing is said. It is an error where it is known where the instruction reads and in which lanes, and "can't tell"
where that depends on data, or where lanes that are switched off would have written it. Where some write is not known, all bytes may be written. The note shows the write
next to it.`,
		"CDNA ISA manuals, \"Data Share\": the LDS is not cleared; the undefined check of the simulator", `	v_lshlrev_b32 v1, 2, v0
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v2, v1 offset:4        ; the last work-item's is beyond
	s_waitcnt lgkmcnt(0)
	s_endpgm`},
	{"lds-unused", `What is written to the LDS is read, before it is written over or the workgroup ends. A byte that nothing reads may
be work for nothing, as the upper half of a reduction is, or an offset that is wrong: the message has the instructions
that read what is around it, and those that read another byte near it one after the other. It is a note, where the ways of all waves and all reads are known.`,
		"the lds-unused check of the simulator", `	v_lshlrev_b32 v1, 2, v0
	ds_write2_b32 v1, v0, v0 offset0:0 offset1:1
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v2, v1                 ; and the last work-item's second dword
	s_waitcnt lgkmcnt(0)
	s_endpgm`},
	{"exec", `No wave executes v_readfirstlane with EXEC = 0 for a register that was written in active lanes only: it
takes lane 0 then, which nothing has written. Active lanes are worked out for each work-item of the first workgroup,
as for lds-race, so kernels whose workgroups have one wave are not judged.`,
		"CDNA ISA manuals, V_READFIRSTLANE_B32; LLVM's SIInstrInfo, hasUnwantedEffectsWhenEXECEmpty", `	v_cmp_gt_u32 vcc, 64, v0           ; the first wave only
	s_and_saveexec_b64 s[4:5], vcc     ; and no s_cbranch_execz
	v_mov_b32 v1, v0
	s_nop 0
	v_readfirstlane_b32 s6, v1
	s_mov_b64 exec, s[4:5]
	s_endpgm`},
	{"fp8", `What is converted to fp8 is limited to the largest number of the chip's own format. The instructions are the same
on all chips, the formats are not: fp8 ends at 240 on those with the FNUZ formats, and at 448 on those with OCP's. A limit that is too large is an
error, because what lies between becomes NaN, and a note where code writes MODE, which may make it saturate; one that
is too small is a note.`,
		"CDNA 3 and CDNA 4 ISA manuals, \"8-bit floating point\"; OCP 8-bit Floating Point Specification", `	v_min_f32 v1, 0x43700000, v0       ; 240: a note on a chip with OCP's
	v_cvt_pk_fp8_f32 v2, v1, v1        ; 448, 0x43e00000, is an error with FNUZ
	s_endpgm`},
	{"flow", `The code that a kernel reaches is known: branches stay within the code, which does not run into its
end or into bytes that are no instruction of the chip. s_setpc and s_swappc are followed if their address is computed
in the same straight line, which goes on behind calls of functions that leave it alone, and through lanes of VGPRs
that SGPRs are saved in. Calls through other addresses are taken to leave nothing outstanding, as LLVM's functions do,
and jumps to other addresses end what is checked; the rank of both is "can't tell".`,
		"the encodings of the CDNA ISA manuals; LLVM's AMDGPUUsage on calls", `	s_branch 1000
	s_endpgm`},
	{"resources", `A kernel uses no SGPR, VGPR or AGPR beyond those that its descriptor asks for, and no memory instruction takes its
address, resource or offset from a register that nothing in the kernel writes, nor does a branch depend on one; other
reads of such registers are notes. VGPRs and AGPRs are one file: v200 is
a40 where a0 is v160, so only the end of the file counts. Registers are not judged where VGPR indexing, s_movreld or
an unknown call could write them.`,
		"CDNA ISA manuals, \"GPRs and LDS\"; LLVM's AMDGPUUsage, \"Kernel Descriptor\" and \"Initial Kernel Execution State\"", `	global_load_dword v1, v[2:3], off   ; nothing writes v2 and v3
	s_endpgm`},
	{"address", `For kernels of which a launch is known (a launch file, or --grid, --block, --arg, --tensor, --lds), the bytes that each
buffer, global, scalar and data share access can reach stay inside of the memory that its pointer leads to, or the
range check of its resource keeps them inside, whether it counts soffset or not. It is an error only with a witness: a
workgroup and a work-item of the launch in which the code, followed from its entry, goes wrong, because 32 bits do not
hold an offset of a byte that the memory has, because the access is outside of the memory and no check stops it, or
because a resource with 2 GiB or a wrapped number of records ends before the byte. Without a witness it is "can't
tell". An access that leaves the LDS when the way of a wave is followed, as for lds-race, is an error too: its wave and
lane are named. Without a launch that is "can't tell", unless the byte is in no LDS, for a launch may add to it.`,
		"CDNA ISA manuals, \"Buffer Addressing\" and \"Range Checking\", and what is known of the hardware where it differs: the check of raw buffers counts soffset there", `	s_mul_i32 s6, s2, 0x38000           ; wraps from workgroup 18725 on
	v_lshl_add_u32 v1, v0, 2, s6
	global_store_dword v1, v0, s[4:5]
	s_endpgm`},
	{"stride", `What is added to the base of a buffer resource stays in the 48 bits of the base: no offset reaches the stride and
the swizzle bits above it, in dword 1. It is an error with a witness, as for address, and needs a launch too.`,
		"CDNA ISA manuals, \"Buffer Resource Descriptor\"", `	s_lshl_b32 s8, s3, 8
	s_lshl_b32 s9, s3, 16              ; no high dword of s8
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, s9
	buffer_load_dword v1, v0, s[4:7], 0 offen
	s_endpgm`},
	{"memory-race", `No byte of memory is written by one workgroup and accessed by another, nor by two waves of a workgroup in the
same turn of loops with no barrier between: nothing orders them. It takes a launch, as address does. Addresses and lanes are
worked out for the work-items of some workgroups (the first one, those next to it, and others), in the first and the
last turn of loops; the finding has two work-items. It is "can't tell": the two may write the same, and what lies
between a branch and where its ways meet is not looked at. Kernels with atomics in memory or cache operations may order
their workgroups, and are not judged.`,
		"LLVM's AMDGPUUsage, \"Memory Model\"; the races check of the simulator", `	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0            ; and not the workgroup's number
	s_waitcnt lgkmcnt(0)
	global_store_dword v1, v0, s[4:5]
	s_endpgm`},
	{"too-strong", `No s_waitcnt waits for more than something on a path behind it needs before another wait covers it, and no s_nop
makes more wait states than a rule asks for; what only LLVM or only the manual asks for counts. Loads into registers
are needed where the register is read or written. Stores, data share operations and direct-to-LDS loads are needed at
the next s_barrier, atomic, access with sc0 or sc1, cache operation, or access that could return out of order with
them; loads from memory are needed at barriers behind which memory is written. No barrier orders nothing: without it
lds-race would have something to say, or memory is written around it. All that is reported can be done at once.
Kernels that call functions, and functions, are not judged. It is a note, those in the innermost loops first.`,
		"the rules waits and wait-states; LLVM's AMDGPUUsage, \"Memory Model\", on what waits order", `	global_load_dword v1, v[2:3], off
	global_load_dword v4, v[2:3], off
	s_waitcnt vmcnt(0)                 ; vmcnt(1) would do for v1
	v_mov_b32 v5, v1
	s_waitcnt vmcnt(0)
	v_mov_b32 v6, v4
	s_endpgm`},
	{"unreachable", `Instructions of the kernel, other than padding, that nothing leads to. It is a note.`, "the control flow", `	s_endpgm
	v_mov_b32 v0, 0
	s_endpgm`},
}

// Rules returns the rules.
func Rules() []Rule { return append([]Rule(nil), rules[:]...) }

// NotChecked says what a clean answer does not cover.
const NotChecked = `Not checked: what different waves do to memory without a launch or on different sides
of a branch; the LDS where the size of a workgroup is not known, by accesses on
different sides of a branch, and by one instruction in different turns of a loop;
reads of the LDS that are under way when others write it behind a barrier; the LDS and
barriers of kernels with calls that only the run tells, and what the LDS holds in
those whose functions call themselves, or with more than 65,536 instructions with a
copy of each function for each call; addresses without a launch, and those of scratch
and indexed buffer accesses, of format conversions, of direct-to-LDS loads in the LDS,
and of pointers that are loaded from memory; memory that is read before a store or an
atomic of the same wave is complete; flat accesses to the LDS beside direct-to-LDS
loads; registers that are written on some paths only; EXEC = 0, but for
v_readfirstlane; XNACK replay; which register VGPR indexing or s_movrel chooses;
whether the SGPRs that are declared leave room for VCC. Functions are followed without
regard to which caller a return belongs to, but for the rules about several waves.`
