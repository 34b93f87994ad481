/** Groups of parts that stop together; lower numbers first. */
export const STOP_ORDER = { demo: 0, app: 1, engine: 2, store: 3, base: 4 } as const;
type Order = (typeof STOP_ORDER)[keyof typeof STOP_ORDER];

/** Thrown to abort a start that is being stopped. */
export class StoppingError extends Error {}

/** All started parts, stopped in reverse order. */
export class Shutdown {
  #parts: { order: Order; stop: () => Promise<void> }[] = [];
  isStopping = false;

  /** Registers a part; a part that starts during a stop is stopped at once. */
  async add(order: Order, stop: () => Promise<void>): Promise<void> {
    if (this.isStopping) {
      await stop();
      throw new StoppingError("stopping");
    }
    this.#parts.push({ order, stop });
  }

  /** Stops all parts; a failure does not affect the others. */
  async run(): Promise<void> {
    this.isStopping = true;
    for (const order of Object.values(STOP_ORDER)) {
      const group = this.#parts.filter((part) => part.order === order);
      await Promise.allSettled(group.map((part) => part.stop()));
    }
  }
}
