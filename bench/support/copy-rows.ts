import type { Connection, Submittable } from "pg";

/** The parts of Postgres' connection that stream rows; `@types/pg` omits them. */
type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/** `copy … from stdin` of a given text: `client.query(new CopyRows(…))`. */
export class CopyRows implements Submittable {
  readonly done: Promise<void>;
  readonly #statement: string;
  readonly #rows: Buffer;
  #resolve: () => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(statement: string, rows: string) {
    this.#statement = statement;
    this.#rows = Buffer.from(rows);
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.query(this.#statement);
  }
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#rows);
    connection.endCopyFrom();
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#resolve();
  }
  handleError(error: Error): void {
    this.#reject(error);
  }
}
