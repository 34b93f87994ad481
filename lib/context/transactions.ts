import { createJobEvents, type JobEvents } from "@/lib/drivers/jobs/create-job-events";
import { required } from "@/lib/env";
import {
  createTradeLedger,
  type TradeLedger,
} from "@/lib/features/account-trade/store/create-trade-ledger";
import { createGasLedger, type GasLedger } from "@/lib/features/budget/store/create-gas-ledger";
import {
  createIdempotencyStore,
  type IdempotencyStore,
} from "@/lib/features/idempotency/store/create-idempotency-store";
import { createJobList, type JobList } from "@/lib/features/jobs/store/create-job-list";
import { createOutbox, type Outbox } from "@/lib/features/outbox/store/create-outbox";
import {
  createNonceGaps,
  type NonceGaps,
} from "@/lib/features/transactions/store/create-nonce-gaps";
import {
  createSignedTransactionStore,
  type SignedTransactionStore,
} from "@/lib/features/transactions/store/create-signed-transaction-store";
import {
  createTransactionStore,
  type TransactionStore,
} from "@/lib/features/transactions/store/create-transaction-store";
import type { Connections } from "./connections";
import type { Core } from "./core";

/** On-chain transactions, their gas costs, and the events that advance them. */
export type TransactionModule = {
  transactions: TransactionStore;
  /** The transactions as the operator's console lists them. */
  jobList: JobList;
  signedTransactions: SignedTransactionStore;
  nonceGaps: NonceGaps;
  gasLedger: GasLedger;
  /** Recent trades of managed wallets. */
  tradeLedger: TradeLedger;
  idempotency: IdempotencyStore;
  outbox: Outbox;
  jobs: JobEvents;
};

export function createTransactionModule(
  { env, clock: { now }, tracing }: Pick<Core, "env" | "clock" | "tracing">,
  { db, databaseUrl }: Connections,
): TransactionModule {
  return {
    transactions: createTransactionStore(db, now, env, tracing.traceparent),
    jobList: createJobList(db, env),
    signedTransactions: createSignedTransactionStore(db, now, env.realmOf),
    nonceGaps: createNonceGaps(db, now, env.realmOf),
    gasLedger: createGasLedger(db, now, env.realmOf),
    tradeLedger: createTradeLedger(db, now, env),
    idempotency: createIdempotencyStore(db, now, env.realmOf),
    outbox: createOutbox(db, databaseUrl, now),
    jobs: createJobEvents({
      eventKey: required(env, "INNGEST_EVENT_KEY"),
      baseUrl: env.INNGEST_BASE_URL ?? null,
    }),
  };
}
