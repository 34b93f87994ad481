import { type SQL, sql } from "drizzle-orm";
import type { Hash } from "viem";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { arrayParam } from "@/lib/drivers/db/insert-rows";
import { sharedWithRequests } from "@/lib/drivers/db/limit-waiting";
import { lockName } from "@/lib/drivers/db/locks/advisory-locks";
import type { Realm, Realms } from "@/lib/shared/realm";
import { DAY_MINUTES, type MinuteSpending } from "../rules/gas-budget";
import { gasMinutes, gasReservations } from "./tables";

/** The reservation of a transaction. */
export type Held = { minute: number; wei: bigint; isSettled: boolean; settledHash: Hash | null };
type Next = {
  /** The minute that the cost counts in; by default that of the held reservation. */
  minute?: number;
  wei: bigint;
  isSettled: boolean;
  settledHash?: Hash;
};

/** The ledger of a chain, with the earlier changes of the same batch. */
export type Ledger = {
  /** Of the last day, ordered. */
  minutes: MinuteSpending[];
  /** Reserved for transactions that are not mined yet. */
  unsettledWei: bigint;
};

/** A change of one reservation, decided while no other process changes the ledger of the chain. */
export type LedgerChange<T> = {
  /** Null changes nothing. */
  transactionId: string | null;
  /** @returns the reservation to store; null keeps the one that is held */
  decide(held: Held | null, ledger: Ledger): { result: T; next: Next | null };
};

type Waiting = {
  transactionId: string | null;
  decide(held: Held | null, ledger: Ledger): Next | null;
  resolve(): void;
  reject(error: unknown): void;
};
type Chain = { realm: Realm; chainId: number };

/** Bounds the rows that one database transaction locks. */
const CHANGES_AT_ONCE = 200;

/**
 * Changes the ledger of a chain, one process at a time. Changes that arrive while others are being
 * stored share the next database transaction: each round trip under the chain's lock would delay all
 * launches of all servers.
 * @returns a function that resolves with the result of the change once it is stored
 */
export function createLedgerChanges(db: Database, now: () => Date, realmOf: Realms["realmOf"]) {
  const queues = new Map<number, Waiting[]>();

  async function storeAll(chain: Chain, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, CHANGES_AT_ONCE);
      try {
        await db.transaction((tx) => store(tx, chain, batch, now()));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(chain.chainId);
  }

  return function change<T>(
    chainId: number,
    { transactionId, decide }: LedgerChange<T>,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let settle = () => reject(new Error("a change of the gas ledger was not decided"));
      const waiting: Waiting = {
        transactionId,
        decide(held, ledger) {
          try {
            const { result, next } = decide(held, ledger);
            settle = () => resolve(result);
            return next;
          } catch (error) {
            // The others of the batch have nothing to do with it.
            settle = () => reject(error);
            return null;
          }
        },
        resolve: () => settle(),
        reject,
      };
      const queue = queues.get(chainId);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const started = [waiting];
      queues.set(chainId, started);
      void sharedWithRequests(() => storeAll({ realm: realmOf(chainId), chainId }, started));
    });
  };
}

async function store(tx: Executor, chain: Chain, batch: Waiting[], at: Date): Promise<void> {
  const name = `gas:${chain.realm}:${chain.chainId}`;
  await lockName(tx, name);
  const nowMinute = Math.floor(at.getTime() / 60_000);
  const ids = batch.flatMap(({ transactionId }) => transactionId ?? []);
  // A statement of its own: it must see what was committed while this one waited for the lock.
  const { ledger, held } = await read(tx, chain, ids, nowMinute);
  const changed = new Map<string, Held>();
  const added = new Map<number, bigint>();
  for (const { transactionId, decide } of batch) {
    const before = transactionId === null ? null : (held.get(transactionId) ?? null);
    const next = decide(before, ledger);
    if (next === null || transactionId === null) continue;
    const minute = next.minute ?? before?.minute ?? nowMinute;
    const after = { settledHash: before?.settledHash ?? null, ...next, minute };
    const wei = next.wei - (before?.wei ?? 0n);
    held.set(transactionId, after);
    changed.set(transactionId, after);
    added.set(minute, (added.get(minute) ?? 0n) + wei);
    addToMinute(ledger, minute, wei, nowMinute);
    ledger.unsettledWei += unsettledOf(after) - unsettledOf(before);
  }
  if (changed.size > 0) await write(tx, chain, changed, added);
}

function unsettledOf(held: Held | null): bigint {
  return held === null || held.isSettled ? 0n : held.wei;
}

function addToMinute(ledger: Ledger, minute: number, wei: bigint, nowMinute: number): void {
  if (minute <= nowMinute - DAY_MINUTES) return;
  const known = ledger.minutes.find((one) => one.minute === minute);
  if (known !== undefined) known.wei += wei;
  else {
    ledger.minutes.push({ minute, wei });
    ledger.minutes.sort((a, b) => a.minute - b.minute);
  }
}

type HeldRow = {
  operation_id: string;
  minute: number;
  wei: string;
  is_settled: boolean;
  settled_hash: string | null;
};

/** Reads the rows from which the changes of some reservations are computed, in one statement. */
async function read(tx: Executor, chain: Chain, ids: readonly string[], nowMinute: number) {
  const of = isOn(chain);
  const { rows } = await tx.execute<{
    held: HeldRow[];
    minutes: { minute: number; wei: string }[];
    unsettled: string;
  }>(sql`
    select
      (select coalesce(json_agg(json_build_object('operation_id', operation_id, 'minute', minute,
          'wei', wei::text, 'is_settled', is_settled,
          'settled_hash', encode(settled_hash, 'hex'))), '[]')
        from ${gasReservations} where ${of} and operation_id = any(${sql.param(ids)}::text[])) as held,
      (select coalesce(json_agg(json_build_object('minute', minute, 'wei', wei::text)
          order by minute), '[]')
        from ${gasMinutes} where ${of} and minute > ${nowMinute - DAY_MINUTES}::int) as minutes,
      (select coalesce(sum(wei), 0)::text
        from ${gasReservations} where ${of} and not is_settled) as unsettled`);
  const { held = [], minutes = [], unsettled = "0" } = rows[0] ?? {};
  return {
    held: new Map(held.map((row) => [row.operation_id, toHeld(row)])),
    ledger: {
      minutes: minutes.map(({ minute, wei }) => ({ minute, wei: BigInt(wei) })),
      unsettledWei: BigInt(unsettled),
    },
  };
}

function toHeld({ minute, wei, is_settled, settled_hash }: HeldRow): Held {
  const settledHash = settled_hash === null ? null : (`0x${settled_hash}` as const);
  return { minute, wei: BigInt(wei), isSettled: is_settled, settledHash };
}

/** Stores reservations and adds to the totals of their minutes, in one statement. */
async function write(
  tx: Executor,
  { realm, chainId }: Chain,
  changed: ReadonlyMap<string, Held>,
  added: ReadonlyMap<number, bigint>,
): Promise<void> {
  const rows = [...changed.values()];
  const column = <Key extends keyof Held>(key: Key) =>
    arrayParam(
      gasReservations[key],
      rows.map((row) => row[key]),
    );
  await tx.execute(sql`
    with reserved as (
      insert into ${gasReservations}
        (realm, chain_id, operation_id, minute, wei, is_settled, settled_hash)
      select ${realm}, ${chainId}::int, given.* from unnest(
        ${arrayParam(gasReservations.transactionId, [...changed.keys()])}, ${column("minute")},
        ${column("wei")}, ${column("isSettled")}, ${column("settledHash")}) as given
      on conflict (realm, chain_id, operation_id) do update
      set minute = excluded.minute, wei = excluded.wei, is_settled = excluded.is_settled,
        settled_hash = excluded.settled_hash
    )
    insert into ${gasMinutes} as total (realm, chain_id, minute, wei)
    select ${realm}, ${chainId}::int, given.* from unnest(
      ${arrayParam(gasMinutes.minute, [...added.keys()])},
      ${arrayParam(gasMinutes.wei, [...added.values()])}) as given
    on conflict (realm, chain_id, minute) do update set wei = total.wei + excluded.wei`);
}

const isOn = ({ realm, chainId }: Chain): SQL =>
  sql`realm = ${realm} and chain_id = ${chainId}::int`;
