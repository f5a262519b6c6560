package timing

import "fmt"

// Cause is what a wave was waiting for while it did not issue.
type Cause uint8

const (
	NoCause     Cause = iota
	WaitVM            // s_waitcnt vmcnt
	WaitLGKM          // s_waitcnt lgkmcnt
	WaitBarrier       // s_barrier, for other waves
	Dependency        // the result of an earlier instruction, or the distance that two classes keep
	ALUBusy           // the vector ALU, taken by another wave of the SIMD
	ALURamp           // the vector ALU, slow to start after a pause of the compute unit
	MatrixBusy        // the matrix core, or an instruction that a matrix instruction's shadow does not admit
	LDSBusy           // the queue of the LDS
	VMEMBusy          // the queue of vector memory
	ScalarBusy        // the scalar unit, taken by another wave
	CounterFull       // vmcnt or lgkmcnt at its limit
	Fetch             // instructions
	Branch            // after a taken branch
	Sleep             // s_sleep, s_nop
	Ending            // s_endpgm until stores are acknowledged
	NumCauses
)

var causeNames = [NumCauses]string{"", "vmcnt", "lgkmcnt", "barrier", "dependency", "alu", "ramp", "matrix",
	"lds", "vmem", "scalar", "counter", "fetch", "branch", "sleep", "ending"}

// String returns the name that reports use.
func (c Cause) String() string {
	if c >= NumCauses {
		return fmt.Sprintf("cause(%d)", uint8(c))
	}
	return causeNames[c]
}

// Issue is the issue of one instruction by one wave.
type Issue struct {
	Wave int // index of Result.Waves
	Seq  int // index of the wave's Stream.Ops
	Inst int // index of Program.Insts
	// At is the cycle of the issue. The wave was ready to look at the instruction at Ready (when it had
	// left the instruction before it), and Stall says what it waited for most recently if At is later.
	// Length is how long the instruction keeps its wave after At.
	Ready, At Cycle
	Length    Cycle
	Stall     Cause
	// By is the Seq of the earlier instruction of the same wave that it waited for, -1 for none: the
	// load that a wait waited for, the producer of an operand.
	By int
	// Done is when its data arrived or its store was acknowledged, 0 for others.
	Done Cycle
	// BusyAt and Busy are when the matrix core or the banks of the LDS began to work on it, and for how
	// many cycles; 0 for others. BusyAt is 0, too, as long as it is not known.
	BusyAt, Busy Cycle
}

// Wave is a wave that was timed.
type Wave struct {
	Workgroup, Wave int
	CU, SIMD, Slot  int
	Begin, End      Cycle // first cycle, and when its place is free
}

// Site is what happened at one instruction of the Program, over all timed waves.
type Site struct {
	Issues    int64
	Stalls    [NumCauses]int64 // cycles, over waves
	Length    int64            // cycles that it kept its waves after issue
	Conflicts int64            // LDS cycles due to bank conflicts
	// By counts the cycles of stalls by the site of the instruction waited for.
	By map[int32]int64
	// Latency is the sum over its Issues of the cycles until its data arrived.
	Latency int64
}

// Loop is a loop of the program, as the timed waves executed it.
type Loop struct {
	Begin, End int // indexes of Program.Insts: its first instruction and the branch back
	Iterations int // over all waves
	// Min, Median and Max are cycles of an iteration, from one issue of the branch to the next.
	Min, Median, Max Cycle
	MFMA             int // matrix instructions of an iteration
	Instructions     int
	Stalls           [NumCauses]int64 // cycles of a mean iteration
	Full             Full
}

// Full is what SIMDs did while as many waves of each were in a loop as ever are at once: the loop's steady state,
// without the beginning and the end of waves.
type Full struct {
	Waves              int   // of a SIMD
	Cycles, MatrixBusy int64 // over SIMDs
}

// Traffic counts what a level of memory served.
type Traffic struct {
	Level                   string // "L1", "L2", "MALL", "HBM", "scalar", "instruction"
	Requests, Hits          int64
	ReadBytes, WrittenBytes int64 // of whole requests: 64 bytes each, or a line of 128
}

// Result is what the model says of the timed waves of a kernel.
type Result struct {
	Program *Program
	Cycles  Cycle // until the last timed wave ended
	Waves   []Wave
	Sites   []Site // one for each of Program.Insts
	Loops   []Loop
	Traffic []Traffic
	// MatrixBusy, VALUBusy and LDSBusy are cycles, over the SIMDs (the LDS: over compute units) that were used.
	MatrixBusy, VALUBusy, LDSBusy int64
	SIMDs, CUs                    int // that were used
}
