package report

import "google.golang.org/protobuf/encoding/protowire"

// message is a protocol buffer message that is being written.
type message []byte

func (m *message) uint(field protowire.Number, v uint64) {
	*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), v)
}

func (m *message) fixed(field protowire.Number, v uint64) {
	*m = protowire.AppendFixed64(protowire.AppendTag(*m, field, protowire.Fixed64Type), v)
}

func (m *message) text(field protowire.Number, s string) {
	*m = protowire.AppendString(protowire.AppendTag(*m, field, protowire.BytesType), s)
}

func (m *message) message(field protowire.Number, sub message) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), sub)
}

// Fields of Perfetto's protocol that a trace uses (protos/perfetto/trace of google/perfetto), by message.
const (
	tracePacket = 1 // of Trace

	packetTimestamp   = 8
	packetSequence    = 10
	packetEvent       = 11
	packetInterned    = 12
	packetFlags       = 13
	packetTrack       = 60
	packetFirst       = 87
	flagCleared       = 1 // values of packetFlags
	flagNeedsInterned = 2

	trackUUID         = 1
	trackName         = 2
	trackProcess      = 3
	trackParent       = 5
	trackCounter      = 8
	trackOrdering     = 11
	trackRank         = 12
	orderExplicit     = 3 // a value of trackOrdering
	processPID        = 1
	processName       = 6
	counterUnit       = 3
	counterUnitCounts = 2 // a value of counterUnit

	eventCategory  = 3
	eventArgument  = 4
	eventType      = 9
	eventName      = 10
	eventTrack     = 11
	eventValue     = 30
	eventFlow      = 47
	eventFlowEnd   = 48
	eventBegin     = 1 // values of eventType
	eventEnd       = 2
	eventCounter   = 4
	argumentName   = 1
	argumentUint   = 3
	argumentString = 6
	argumentHex    = 7

	internedCategories = 1
	internedNames      = 2
	internedArguments  = 3
	internedID         = 1
	internedText       = 2
)
