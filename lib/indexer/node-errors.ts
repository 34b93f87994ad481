/** The node's blocks do not build on the stored checkpoint: find the fork. */
export class ForkError extends Error {
  override readonly name = "ForkError";
}

/** The node's responses are inconsistent (a reorg in between, a lagging replica): retry. */
export class UnsteadyNodeError extends Error {
  override readonly name = "UnsteadyNodeError";
}
