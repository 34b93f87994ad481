/** The node's blocks do not continue ours: look for the fork. */
export class ForkError extends Error {
  override readonly name = "ForkError";
}

/** The node's answers do not fit each other (a reorg in between, a lagging replica): ask again. */
export class UnsteadyNodeError extends Error {
  override readonly name = "UnsteadyNodeError";
}
