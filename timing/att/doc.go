// Package att reads and writes thread traces: what a card, or the model, issued in which cycle.
//
// Two forms are read: the directory of JSON files that rocprofv3 --att writes and ROCprof Compute
// Viewer opens (filenames.json, code.json, occupancy.json and one se*_sm*_sl*_wv*.json a wave), and a
// table in CSV with a row an instruction (ReadCSV). Write makes such a directory from a run of the
// model, so that AMD's viewer shows it.
//
// A Trace needs no code object: its listing is parsed, and NewRun makes of it the Program and the
// Streams that package timing replays, with the latencies of loads as its waits show them. Compare
// puts the issues of the model beside those of the trace.
//
//	trace.go    what a trace is
//	read.go     the JSON of rocprofv3
//	csv.go      the CSV form
//	program.go  from a trace to timing.Program and timing.Streams
//	groups.go   which waves were a workgroup
//	latency.go  latencies of loads, and stalls, that a trace gives
//	conflict.go bank conflicts that waits show
//	match.go    addresses and LDS cycles from recorded streams
//	run.go      the model runs the waves where and when the card did
//	collect.go  issues of a whole dispatch, for the waves of a trace
//	class.go    classes of instructions
//	compare.go  the model's issues beside those of a trace
//	report.go   a comparison as text and JSON
//	write.go    the JSON of a run of the model
//
// The traces by which the model is judged are not in the repository, which has figures of others but
// no code of theirs. TestBundles runs over a directory of them, named by the flag -att.dir, with a
// folder for each. To make it, clone github.com/jhinpan/flydsl-kernel-profiling-lib at commit bce529c
// and copy each folder examples/KERNEL/att_viewer/SIZE/ui_output_* whose name does not end in _fix to
// DIR/KERNEL-SIZE. The traces are of an MI350X, made with ROCm 7.2 in June 2026.
package att
