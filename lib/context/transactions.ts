import { createGasLedger, type GasLedger } from "../db/budget/create-gas-ledger";
import {
  createIdempotencyStore,
  type IdempotencyStore,
} from "../db/idempotency/create-idempotency-store";
import { createOutbox, type Outbox } from "../db/outbox/create-outbox";
import { required } from "../env";
import {
  createSignedTransactionStore,
  type SignedTransactionStore,
} from "../features/transactions/signed-transactions";
import { createTransactionStore, type TransactionStore } from "../features/transactions/store";
import { createJobEvents, type JobEvents } from "../jobs/create-job-events";
import type { Connections } from "./connections";
import type { Core } from "./core";

/** Accepted on-chain work, what it costs, and the events that advance it. */
export type TransactionModule = {
  transactions: TransactionStore;
  signedTransactions: SignedTransactionStore;
  gasLedger: GasLedger;
  idempotency: IdempotencyStore;
  outbox: Outbox;
  jobs: JobEvents;
};

export function createTransactionModule(
  { env, clock: { now } }: Pick<Core, "env" | "clock">,
  { db, databaseUrl }: Connections,
): TransactionModule {
  return {
    transactions: createTransactionStore(db, now, env),
    signedTransactions: createSignedTransactionStore(db, now, env.realmOf),
    gasLedger: createGasLedger(db, now, env.realmOf),
    idempotency: createIdempotencyStore(db, now, env.realmOf),
    outbox: createOutbox(db, databaseUrl, now),
    jobs: createJobEvents({
      eventKey: required(env, "INNGEST_EVENT_KEY"),
      baseUrl: env.INNGEST_BASE_URL ?? null,
    }),
  };
}
