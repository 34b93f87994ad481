import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import type { Hash } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { signedTransactions } from "@/lib/features/transactions/store/tables";
import type { Realms } from "@/lib/shared/realm";
import type { GasBudget } from "../rules/gas-budget";
import { DAY_MINUTES, secondsUntilAffordable, spentWei } from "../rules/gas-budget";
import { gasMinutes, gasReservations } from "./tables";

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
type Operation = { chainId: number; operationId: string };

/** An operation without a transaction after this time is abandoned. */
const ABANDONED_MINUTES = 30;
const KEPT_MINUTES = 2 * DAY_MINUTES;
/** Retry interval while the wallet lacks funds. */
const UNFUNDED_RETRY_SECONDS = 600;

/** Gas reserved or spent in the last hour and day, and the part that is not mined yet. */
export type GasSpending = GasBudget & { unsettledWei: bigint };

/**
 * Gas spending of the server wallet, per chain and realm, in PostgreSQL: shared by all web servers.
 * Changes of one chain are serialized. Sandbox spending does not count on the real chain.
 */
export function createGasLedger(db: Database, now: () => Date, realmOf: Realms["realmOf"]) {
  const nowSeconds = () => now().getTime() / 1_000;
  const nowMinute = () => Math.floor(nowSeconds() / 60);
  const isOn = (table: typeof gasReservations | typeof gasMinutes, chainId: number) =>
    and(eq(table.realm, realmOf(chainId)), eq(table.chainId, chainId));
  const ofOperation = ({ chainId, operationId }: Operation) =>
    and(isOn(gasReservations, chainId), eq(gasReservations.operationId, operationId));

  function serialized<T>(chainId: number, run: (tx: Transaction) => Promise<T>): Promise<T> {
    return db.transaction(async (tx) => {
      await tx.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`gas:${realmOf(chainId)}:${chainId}`}, 0))`,
      );
      return run(tx);
    });
  }

  async function find(tx: Transaction | Database, operation: Operation) {
    const [found] = await tx.select().from(gasReservations).where(ofOperation(operation));
    return found ?? null;
  }

  function readMinutes(tx: Transaction | Database, chainId: number) {
    return tx
      .select({ minute: gasMinutes.minute, wei: gasMinutes.wei })
      .from(gasMinutes)
      .where(and(isOn(gasMinutes, chainId), gt(gasMinutes.minute, nowMinute() - DAY_MINUTES)))
      .orderBy(asc(gasMinutes.minute));
  }

  /** Sets the reservation of an operation and updates the total of its minute. */
  async function hold(
    tx: Transaction,
    operation: Operation,
    held: { minute: number; wei: bigint } | null,
    next: { wei: bigint; isSettled: boolean; settledHash?: `0x${string}` },
  ): Promise<void> {
    const minute = held?.minute ?? nowMinute();
    const { chainId, operationId } = operation;
    const realm = realmOf(chainId);
    await tx
      .insert(gasReservations)
      .values({ realm, chainId, operationId, minute, ...next })
      .onConflictDoUpdate({
        target: [gasReservations.realm, gasReservations.chainId, gasReservations.operationId],
        set: next,
      });
    const wei = next.wei - (held?.wei ?? 0n);
    await tx
      .insert(gasMinutes)
      .values({ realm, chainId, minute, wei })
      .onConflictDoUpdate({
        target: [gasMinutes.realm, gasMinutes.chainId, gasMinutes.minute],
        set: { wei: sql`${gasMinutes.wei} + ${wei.toString()}::numeric` },
      });
  }

  async function unsettledWei(tx: Transaction | Database, chainId: number): Promise<bigint> {
    const [row] = await tx
      .select({ wei: sql<string>`coalesce(sum(${gasReservations.wei}), 0)::text` })
      .from(gasReservations)
      .where(and(isOn(gasReservations, chainId), eq(gasReservations.isSettled, false)));
    return BigInt(row?.wei ?? "0");
  }

  /** Releases the reservation of an operation that was never sent. */
  const release = (operation: Operation): Promise<void> =>
    serialized(operation.chainId, async (tx) => {
      const held = await find(tx, operation);
      if (held === null || held.isSettled) return;
      await hold(tx, operation, held, { wei: 0n, isSettled: true });
    });

  return {
    /**
     * Reserves gas for an operation, unless it would exceed the budget or the balance. An existing
     * reservation is kept.
     * @param operationId null only checks whether it would fit
     * @param budgetFor returns the budget, given the spending of the last day
     * @returns null when reserved, otherwise seconds until it would fit
     */
    reserve: ({
      chainId,
      operationId,
      wei,
      balanceWei,
      budgetFor,
    }: {
      chainId: number;
      operationId: string | null;
      wei: bigint;
      balanceWei: bigint;
      budgetFor: (spentDayWei: bigint) => GasBudget;
    }): Promise<number | null> =>
      serialized(chainId, async (tx) => {
        const operation = operationId === null ? null : { chainId, operationId };
        const held = operation && (await find(tx, operation));
        if (held !== null && !held.isSettled) return null;
        const minutes = await readMinutes(tx, chainId);
        const { dayWei } = spentWei(minutes, nowMinute());
        const wait = secondsUntilAffordable(minutes, wei, budgetFor(dayWei), nowSeconds());
        if (wait > 0) return wait;
        if ((await unsettledWei(tx, chainId)) + wei > balanceWei) return UNFUNDED_RETRY_SECONDS;
        if (operation !== null) {
          await hold(tx, operation, held, { wei: (held?.wei ?? 0n) + wei, isSettled: false });
        }
        return null;
      }),
    /** Raises the reservation of an accepted operation to `wei`, regardless of the budget. */
    async raise({
      wei,
      ...operation
    }: {
      chainId: number;
      operationId: string;
      wei: bigint;
    }): Promise<void> {
      const isEnough = (held: Awaited<ReturnType<typeof find>>) =>
        held !== null && (held.settledHash !== null || held.wei >= wei);
      // Nearly always; only a change needs the chain's lock.
      if (isEnough(await find(db, operation))) return;
      await serialized(operation.chainId, async (tx) => {
        const held = await find(tx, operation);
        if (!isEnough(held)) await hold(tx, operation, held, { wei, isSettled: false });
      });
    },
    /**
     * Replaces the reservation by the cost of a mined transaction; costs of several transactions
     * add up.
     */
    settle: ({
      wei,
      hash,
      ...operation
    }: {
      chainId: number;
      operationId: string;
      wei: bigint;
      hash: Hash;
    }): Promise<void> =>
      serialized(operation.chainId, async (tx) => {
        const held = await find(tx, operation);
        if (held?.settledHash === hash) return;
        const before = held?.settledHash ? held.wei : 0n;
        await hold(tx, operation, held, { wei: before + wei, isSettled: true, settledHash: hash });
      }),
    release,
    /** Releases reservations without a transaction after 30 minutes; removes old rows. */
    async removeExpired(chainId: number): Promise<void> {
      const minute = nowMinute();
      const abandoned = await db
        .select({ operationId: gasReservations.operationId })
        .from(gasReservations)
        .where(
          and(
            isOn(gasReservations, chainId),
            eq(gasReservations.isSettled, false),
            lt(gasReservations.minute, minute - ABANDONED_MINUTES),
            sql`not exists (select from ${signedTransactions}
              where ${signedTransactions.realm} = ${gasReservations.realm}
              and ${signedTransactions.operationId} = ${gasReservations.operationId})`,
          ),
        );
      for (const { operationId } of abandoned) await release({ chainId, operationId });
      const isOld = (table: typeof gasReservations | typeof gasMinutes) =>
        and(eq(table.chainId, chainId), lt(table.minute, minute - KEPT_MINUTES));
      await db.delete(gasReservations).where(isOld(gasReservations));
      await db.delete(gasMinutes).where(isOld(gasMinutes));
    },
    async read(chainId: number): Promise<GasSpending> {
      const minutes = await readMinutes(db, chainId);
      return {
        ...spentWei(minutes, nowMinute()),
        unsettledWei: await unsettledWei(db, chainId),
      };
    },
  };
}

export type GasLedger = ReturnType<typeof createGasLedger>;
