import type pg from "pg";
import { duringRequest, NoAnswerError, requestLimitMs } from "@/lib/support/calls/dependency";
import { createSilenceTimeout, type SilenceTimeout } from "@/lib/support/calls/silence-timeout";

/** The shortest time without an answer to any statement after which a request gives up. */
const SILENT_MS = 5_000;
/** The time after which it gives up a statement while others are answered. */
const TOTAL_MS = 31_000;

const timeouts = new Map<string, SilenceTimeout>();

/** The pools of one database share it: while one of them gets answers, the database is up. */
function timeoutOf(url: string): SilenceTimeout {
  const known = timeouts.get(url);
  if (known !== undefined) return known;
  const made = createSilenceTimeout(() => new NoAnswerError("the database did not answer in time"));
  timeouts.set(url, made);
  return made;
}

/**
 * Makes the statements of requests fail while the server hangs and cannot apply its own time limit.
 * Statements of background work keep waiting. One that is given up may still run later, like one
 * whose connection breaks.
 * @param url of the pool's database
 */
export function limitWaiting(pool: pg.Pool, url: string): void {
  pool.query = limited(pool.query, { timeout: timeoutOf(url), onGivenUp: () => undefined });
}

/**
 * Runs statements that requests may join, with the limits of a request even for background work.
 * Otherwise a request that joins would wait as long as background work.
 */
export function sharedWithRequests<T>(run: () => T): T {
  return duringRequest(requestLimitMs() ?? SILENT_MS, run);
}

/**
 * The same connection for one transaction. When a statement is given up, the connection is closed,
 * so that the server rolls back. `commit` keeps waiting: a request must not fail after its changes
 * were made.
 */
export function limitTransaction(client: pg.PoolClient, url: string): pg.PoolClient {
  const onGivenUp = () => void client.end();
  const query = limited(client.query, { timeout: timeoutOf(url), onGivenUp });
  return new Proxy(client, {
    get: (target, name) => (name === "query" ? query : Reflect.get(target, name, target)),
  });
}

type Limit = { timeout: SilenceTimeout; onGivenUp: () => void };

function limited<Query extends pg.Pool["query"] | pg.PoolClient["query"]>(
  query: Query,
  { timeout, onGivenUp }: Limit,
): Query {
  return new Proxy(query, {
    apply(target, self, args: [unknown, ...unknown[]]) {
      const answer: Promise<unknown> = Reflect.apply(target, self, args);
      const answered = answer.then((result) => {
        timeout.renew();
        return result;
      });
      const limitMs = requestLimitMs();
      if (limitMs === null || isCommit(args[0])) return answered;
      const limits = { silentMs: Math.max(limitMs, SILENT_MS), totalMs: TOTAL_MS };
      return orGivenUp(answered, timeout.signal(limits), onGivenUp);
    },
  });
}

function orGivenUp<T>(answered: Promise<T>, signal: AbortSignal, onGivenUp: () => void) {
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => {
      reject(signal.reason);
      onGivenUp();
    };
    signal.addEventListener("abort", giveUp, { once: true });
    answered.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}

function isCommit(statement: unknown): boolean {
  return (
    typeof statement === "object" &&
    statement !== null &&
    "text" in statement &&
    statement.text === "commit"
  );
}
