import type { ClientBase, Connection, Submittable } from "pg";

/** The parts of the connection of `pg` that stream rows; its types omit them. */
type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/**
 * Runs `copy … from stdin` on a connection.
 * @param chunks the rows in the text format of COPY, each with its line break
 * @throws the error of the server, whose transaction has failed then
 */
export function copyText(
  client: ClientBase,
  statement: string,
  chunks: readonly string[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyText(statement, chunks, { resolve, reject }));
  });
}

/**
 * A query that streams text. Its statement must not be in a property `text`, by which `planOnce`
 * recognizes statements to name.
 */
class CopyText implements Submittable {
  readonly #statement: string;
  readonly #chunks: readonly string[];
  readonly #settle: { resolve: () => void; reject: (error: Error) => void };

  constructor(
    statement: string,
    chunks: readonly string[],
    settle: { resolve: () => void; reject: (error: Error) => void },
  ) {
    this.#statement = statement;
    this.#chunks = chunks;
    this.#settle = settle;
  }

  submit(connection: Connection): void {
    connection.query(this.#statement);
  }
  handleCopyInResponse(connection: CopyConnection): void {
    for (const chunk of this.#chunks) connection.sendCopyFromChunk(Buffer.from(chunk));
    connection.endCopyFrom();
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#settle.resolve();
  }
  handleError(error: Error): void {
    this.#settle.reject(error);
  }
}
