package ir

import (
	"slices"
	"strings"

	"heddle/arch"
)

// OpDecl declares an operation as data. Everything that reads, checks, prints or generates
// operations uses it; Verify covers what the data cannot express.
type OpDecl struct {
	Name       string // "arith.addi"
	Operands   []ValueDecl
	Results    []ValueDecl
	Attrs      []AttrDecl // the inherent ones; operandSegmentSizes is implied
	Regions    []RegionDecl
	Successors []SuccessorDecl
	Traits     Traits
	// Parents are the operations that may hold it directly; nil for any.
	Parents []string
	// Rules relate the types of operands and results with each other.
	Rules []Rule
	// Infer gives the result types from operands and attributes, which have been checked against
	// their rows; nil if only the text gives them. The verifier compares, [NewOp] uses it.
	Infer func(op *Operation) ([]Type, error)
	// Verify checks the rest; operands, results, attributes, regions and Rules
	// have been checked. The error is a sentence about the operation without its
	// name, or an *OpError.
	Verify func(op *Operation) error
	// VerifyBody is Verify for properties that depend on the operations inside, which have been
	// verified by then.
	VerifyBody func(op *Operation) error
	// VerifyChip refuses forms that the chip lacks; it is called if a chip is known.
	VerifyChip func(op *Operation, chip *arch.Chip) error
	// Loose means that it may have further properties: private data of a tool outside LLVM, which
	// differs between versions.
	Loose bool
	// StandsFor, if not nil, returns the operation for which this one is another name. It is
	// verified, run and compiled instead.
	StandsFor func(op *Operation) (*Operation, error)

	segments bool // has operandSegmentSizes
	open     bool // of an operation that no table has: anything goes
}

// Count is the number of values (or regions, blocks) that a row of a declaration represents.
type Count uint8

// The counts of a row.
const (
	One      Count = iota
	Optional       // none or one
	Variadic       // any number
)

// ValueDecl declares an operand or result, or a group of them.
type ValueDecl struct {
	Name   string
	Type   *Constraint
	Count  Count
	Effect Effect // what the operation does to the memory that the value points to
}

// Effect is a set of effects on the memory that a memref points to.
type Effect uint8

// The effects.
const (
	Read Effect = 1 << iota
	Write
	Alloc
	Free
)

// AttrDecl declares an inherent attribute.
type AttrDecl struct {
	Name     string
	Kind     *AttrKind
	Optional bool
	Default  Attr // added where it is missing; nil if it has none
	// Newer means that LLVM 22 does not have it yet: tests that compare with mlir-opt-22 leave it
	// out.
	Newer bool
}

// RegionDecl declares a region.
type RegionDecl struct {
	Name   string
	Count  Count // One, or Variadic for the last row
	Blocks BlockCount
	// Args constrains the number of arguments of the entry block; -1 for any.
	// (It is not checked for an empty region.)
	Args int
}

// BlockCount is the number of blocks that a region may have.
type BlockCount uint8

// The numbers of blocks.
const (
	AnyBlocks BlockCount = iota
	OneBlock
	AtMostOneBlock
	SomeBlocks // at least one
)

// SuccessorDecl declares a successor block; the operands of the group Operands
// become its arguments.
type SuccessorDecl struct {
	Name     string
	Operands string
}

// Traits is a set of properties of an operation.
type Traits uint32

// The traits.
const (
	// Terminator ends a block, and is allowed nowhere else.
	Terminator Traits = 1 << iota
	// Isolated regions use no values from outside.
	Isolated
	// HasSymbols holds symbols: names in its one block are unique and looked up there.
	HasSymbols
	// IsSymbol has a sym_name and defines a symbol of that name.
	IsSymbol
	// Pure has no effect and may be executed when its result is not needed.
	Pure
	// NoEffect reads and writes nothing, but must not be executed speculatively.
	NoEffect
	// BodyEffects has the effects of the operations inside.
	BodyEffects
	// Commutative does not depend on the order of the operands.
	Commutative
	// Elementwise maps vectors and tensors element by element: shaped operands
	// and results all have one shape, and a shaped operand makes shaped results.
	Elementwise
	// SameTypes has one type for all operands and results.
	SameTypes
	// SameShapes has one shape for all operands and results.
	SameShapes
	// SameOperandTypes has one type for all operands.
	SameOperandTypes
	// NoTerminator has blocks that end without a terminator.
	NoTerminator
	// Graph has regions without an order: a value may be used before its definition.
	Graph
	// AffineScope makes the symbols and dimensions of affine maps: arguments and
	// results of its region's top level are valid symbols.
	AffineScope
	// AllocaScope frees what memref.alloca allocated in it.
	AllocaScope
	// Barrier makes the lanes of a workgroup wait for each other.
	Barrier
	// Convergent must not be moved into or out of a branch that lanes take differently.
	Convergent
	// Constant is a constant: no operands, one result, the attribute "value".
	Constant
	// Return passes its operands to the enclosing operation.
	Return
	// Segments has operandSegmentSizes; it is implied by two rows of operands that
	// are not One.
	Segments
)

// Is reports whether the operation has all these traits.
func (d *OpDecl) Is(t Traits) bool { return d.Traits&t == t }

// attrDecl finds an inherent attribute, nil if there is none of that name.
func (d *OpDecl) attrDecl(name string) *AttrDecl {
	for i := range d.Attrs {
		if d.Attrs[i].Name == name {
			return &d.Attrs[i]
		}
	}
	return nil
}

// inherent reports whether an attribute of that name is printed in <{...}>.
func (d *OpDecl) inherent(name string) bool {
	return d.attrDecl(name) != nil || d.segments && name == operandSegments
}

const operandSegments = "operandSegmentSizes"

// Rule relates types of an operation with each other.
type Rule struct {
	// Text follows "op" in a message: "requires lhs and result to have the same type".
	Text  string
	Check func(op *Operation) bool
}

// An OpError is an error of a Verify function with more than a sentence.
type OpError struct {
	Msg   string
	Op    *Operation // the place; nil for the operation that is verified
	Notes []string   // accepted forms, suggestions
}

func (e *OpError) Error() string { return e.Msg }

// Dialect is a table of operations and attributes with a common prefix.
type Dialect struct {
	Name  string
	Ops   func() []OpDecl // made by the first call
	Attrs []DialectAttr
	// Discardable lists attributes, with full names, that any operation may have.
	Discardable []AttrDecl
	// Elsewhere lists prefixes of the names, without the dialect, of operations that MLIR registers
	// for other chips than those of package arch.
	Elsewhere []string
	// Few means that only operations that occur among those of other dialects are read: a file that
	// uses more of the dialect is in another form altogether.
	Few bool
	// OfHost lists such prefixes for operations on the host's side of a launch.
	OfHost []string
}

// elsewhere reports whether an operation is one of other chips.
func (d *Dialect) elsewhere(name string) bool { return d.begins(name, d.Elsewhere) }

// ofHost reports whether an operation is one of the host's.
func (d *Dialect) ofHost(name string) bool { return d.begins(name, d.OfHost) }

func (d *Dialect) begins(name string, beginnings []string) bool {
	name = strings.TrimPrefix(name, d.Name+".")
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(name, b) })
}
