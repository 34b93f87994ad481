/** What is stopped together; lower numbers first. */
export const STOP_ORDER = { demo: 0, app: 1, engine: 2, store: 3, base: 4 } as const;
type Order = (typeof STOP_ORDER)[keyof typeof STOP_ORDER];

/** Thrown to leave a start that is being stopped. */
export class StoppingError extends Error {}

/** Everything that was started, so that it can be stopped in the reverse order. */
export class Shutdown {
  #parts: { order: Order; stop: () => Promise<void> }[] = [];
  isStopping = false;

  /** Registers a part; a part that comes up during a stop is stopped at once. */
  async add(order: Order, stop: () => Promise<void>): Promise<void> {
    if (this.isStopping) {
      await stop();
      throw new StoppingError("stopping");
    }
    this.#parts.push({ order, stop });
  }

  /** Stops all parts; one that fails does not keep the others from being stopped. */
  async run(): Promise<void> {
    this.isStopping = true;
    for (const order of Object.values(STOP_ORDER)) {
      const group = this.#parts.filter((part) => part.order === order);
      await Promise.allSettled(group.map((part) => part.stop()));
    }
  }
}
