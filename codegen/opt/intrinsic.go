package opt

import "heddle/ir"

// lowerIntrinsics puts operations into the places of those that only are other
// names for them.
func lowerIntrinsics(c *Context) error {
	var err error
	ir.Rewrite(c.Kernel, func(w *ir.Rewriter, op *ir.Operation) bool {
		if err != nil || op.Decl.StandsFor == nil {
			return true
		}
		same, e := op.Decl.StandsFor(op)
		if e != nil {
			err = c.Module.At(op, op.Name()+": "+e.Error())
			return true
		}
		w.Insert(same)
		return w.ReplaceOp(op, same.Results...)
	})
	return err
}
