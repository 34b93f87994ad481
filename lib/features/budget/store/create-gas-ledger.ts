import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import type { Hash } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { signedTransactions } from "@/lib/features/transactions/store/tables";
import type { Realms } from "@/lib/shared/realm";
import type { GasBudget } from "../rules/gas-budget";
import { DAY_MINUTES, secondsUntilAffordable, spentWei } from "../rules/gas-budget";
import { createLedgerChanges, type Held } from "./create-ledger-changes";
import { gasMinutes, gasReservations } from "./tables";

type ReservationKey = { chainId: number; transactionId: string };

/** A reservation without a signed transaction after this time is abandoned. */
const ABANDONED_MINUTES = 30;
const KEPT_MINUTES = 2 * DAY_MINUTES;
/** Retry interval while the wallet lacks funds. */
const UNFUNDED_RETRY_SECONDS = 600;

/** Gas reserved or spent in the last hour and day, and the part that is not mined yet. */
export type GasSpending = GasBudget & { unsettledWei: bigint };

/** Result of a gas reservation: `spent` includes it. */
export type Reserved = {
  /** Null when it is reserved, otherwise seconds until it would fit. */
  retryAfterSeconds: number | null;
  spent: GasBudget;
};

/**
 * Gas spending of the server wallet, per chain and realm, in PostgreSQL: shared by all web servers.
 * Changes of one chain are serialized. Sandbox spending does not count on the real chain.
 */
export function createGasLedger(db: Database, now: () => Date, realmOf: Realms["realmOf"]) {
  const change = createLedgerChanges(db, now, realmOf);
  const nowSeconds = () => now().getTime() / 1_000;
  const nowMinute = () => Math.floor(nowSeconds() / 60);
  const isOn = (table: typeof gasReservations | typeof gasMinutes, chainId: number) =>
    and(eq(table.realm, realmOf(chainId)), eq(table.chainId, chainId));
  const ofTransaction = ({ chainId, transactionId }: ReservationKey) =>
    and(isOn(gasReservations, chainId), eq(gasReservations.transactionId, transactionId));

  async function find(key: ReservationKey) {
    const [found] = await db.select().from(gasReservations).where(ofTransaction(key));
    return found ?? null;
  }

  function readMinutes(chainId: number) {
    return db
      .select({ minute: gasMinutes.minute, wei: gasMinutes.wei })
      .from(gasMinutes)
      .where(and(isOn(gasMinutes, chainId), gt(gasMinutes.minute, nowMinute() - DAY_MINUTES)))
      .orderBy(asc(gasMinutes.minute));
  }

  async function unsettledWei(chainId: number): Promise<bigint> {
    const [row] = await db
      .select({ wei: sql<string>`coalesce(sum(${gasReservations.wei}), 0)::text` })
      .from(gasReservations)
      .where(and(isOn(gasReservations, chainId), eq(gasReservations.isSettled, false)));
    return BigInt(row?.wei ?? "0");
  }

  /** Releases the reservation of a transaction that was never sent. */
  const release = ({ chainId, transactionId }: ReservationKey): Promise<void> =>
    change(chainId, {
      transactionId,
      decide: (held) => ({
        result: undefined,
        next: held === null || held.isSettled ? null : { wei: 0n, isSettled: true },
      }),
    });

  /** Whether a reservation still holds gas, or its transaction is mined; not one that was released. */
  const isOpenOrMined = (held: Pick<Held, "isSettled" | "settledHash"> | null) =>
    held !== null && (!held.isSettled || held.settledHash !== null);

  return {
    /** Whether a transaction was accepted before: its reservation is open, or it is mined. */
    has: async (key: ReservationKey): Promise<boolean> => isOpenOrMined(await find(key)),
    /**
     * Reserves gas for a transaction, unless it would exceed the budget or the balance. An existing
     * reservation is kept.
     * @param transactionId null only checks whether it would fit
     * @param budgetFor returns the budget, given the spending of the last day
     */
    reserve: ({
      chainId,
      transactionId,
      wei,
      balanceWei,
      budgetFor,
    }: {
      chainId: number;
      transactionId: string | null;
      wei: bigint;
      balanceWei: bigint;
      budgetFor: (spentDayWei: bigint) => GasBudget;
    }): Promise<Reserved> =>
      change<Reserved>(chainId, {
        transactionId,
        decide(held, { minutes, unsettledWei }) {
          const minute = nowMinute();
          const spent = spentWei(minutes, minute);
          const keep = (retryAfterSeconds: number | null) => ({
            result: { retryAfterSeconds, spent },
            next: null,
          });
          // A repeated request of a transaction that is mined costs nothing again.
          if (isOpenOrMined(held)) return keep(null);
          const budget = budgetFor(spent.dayWei);
          const wait = secondsUntilAffordable(minutes, wei, budget, nowSeconds());
          if (wait > 0) return keep(wait);
          if (unsettledWei + wei > balanceWei) return keep(UNFUNDED_RETRY_SECONDS);
          if (transactionId === null) return keep(null);
          return {
            result: {
              retryAfterSeconds: null,
              spent: spentWei([...minutes, { minute, wei }], minute),
            },
            // A reservation that was released holds nothing, and what follows is spent now.
            next: { minute, wei, isSettled: false },
          };
        },
      }),
    /** Raises the reservation of an accepted transaction to `wei`, regardless of the budget. */
    async raise({ wei, chainId, transactionId }: ReservationKey & { wei: bigint }): Promise<void> {
      const isEnough = (held: Held | null) =>
        held !== null && (held.settledHash !== null || held.wei >= wei);
      // Nearly always; only a change needs the chain's lock.
      if (isEnough(await find({ chainId, transactionId }))) return;
      await change(chainId, {
        transactionId,
        decide: (held) => ({
          result: undefined,
          next: isEnough(held)
            ? null
            : // One that was released holds nothing, and what follows is spent now.
              { ...(held?.isSettled ? { minute: nowMinute() } : {}), wei, isSettled: false },
        }),
      });
    },
    /**
     * Replaces the reservation by the cost of a mined transaction; costs of several transactions
     * add up.
     */
    settle: ({
      wei,
      hash,
      chainId,
      transactionId,
    }: ReservationKey & { wei: bigint; hash: Hash }): Promise<void> =>
      change(chainId, {
        transactionId,
        decide(held) {
          if (held?.settledHash === hash) return { result: undefined, next: null };
          const before = held?.settledHash ? held.wei : 0n;
          const next = { wei: before + wei, isSettled: true, settledHash: hash };
          return { result: undefined, next };
        },
      }),
    release,
    /** Releases reservations without a transaction after 30 minutes; removes old rows. */
    async removeExpired(chainId: number): Promise<void> {
      const minute = nowMinute();
      const abandoned = await db
        .select({ transactionId: gasReservations.transactionId })
        .from(gasReservations)
        .where(
          and(
            isOn(gasReservations, chainId),
            eq(gasReservations.isSettled, false),
            lt(gasReservations.minute, minute - ABANDONED_MINUTES),
            sql`not exists (select from ${signedTransactions}
              where ${signedTransactions.realm} = ${gasReservations.realm}
              and ${signedTransactions.transactionId} = ${gasReservations.transactionId})`,
          ),
        );
      for (const { transactionId } of abandoned) await release({ chainId, transactionId });
      const isOld = (table: typeof gasReservations | typeof gasMinutes) =>
        and(eq(table.chainId, chainId), lt(table.minute, minute - KEPT_MINUTES));
      await db.delete(gasReservations).where(isOld(gasReservations));
      await db.delete(gasMinutes).where(isOld(gasMinutes));
    },
    async read(chainId: number): Promise<GasSpending> {
      const minutes = await readMinutes(chainId);
      return {
        ...spentWei(minutes, nowMinute()),
        unsettledWei: await unsettledWei(chainId),
      };
    },
  };
}

export type GasLedger = ReturnType<typeof createGasLedger>;
