import type { ClientBase, Connection, Submittable } from "pg";

/** The parts of the connection of `pg` that stream rows; its types omit them. */
type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/**
 * Runs `copy … from stdin` on a connection.
 * @param chunks the rows in the text format of COPY, each with its line break. They are taken one by
 * one, so that the server processes a chunk while the next one is written.
 * @throws the error of the server or of `chunks`; the transaction has failed then
 */
export function copyText(
  client: ClientBase,
  statement: string,
  chunks: Iterable<string>,
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
  readonly #chunks: Iterable<string>;
  #failure: Error | null = null;
  readonly #settle: { resolve: () => void; reject: (error: Error) => void };

  constructor(
    statement: string,
    chunks: Iterable<string>,
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
    try {
      for (const chunk of this.#chunks) connection.sendCopyFromChunk(Buffer.from(chunk));
      connection.endCopyFrom();
    } catch (error) {
      // Thrown here it would end the process; the server reports that the copy failed.
      this.#failure = error instanceof Error ? error : new Error(String(error));
      connection.sendCopyFail("a row cannot be written");
    }
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#settle.resolve();
  }
  handleError(error: Error): void {
    this.#settle.reject(this.#failure ?? error);
  }
}
