import type { Hash } from "viem";
import type { GasBudget } from "../../domain/gas-budget";

/** What was reserved or spent in the last hour and day, and the part of it that is not mined yet. */
export type GasSpending = GasBudget & { unsettledWei: bigint };

/** The record of what the server wallet spends on gas, per chain. One for all web servers. */
export type GasLedger = {
  /**
   * Reserves gas for an operation, unless it would exceed the budget or the balance. An operation
   * that has a reservation keeps it.
   * @param input.operationId null only asks whether it would fit
   * @param input.budgetFor the budget, given what was spent in the day
   * @returns null when it is reserved, else seconds until it would fit
   */
  reserve(input: {
    chainId: number;
    operationId: string | null;
    wei: bigint;
    balanceWei: bigint;
    budgetFor: (spentDayWei: bigint) => GasBudget;
  }): Promise<number | null>;
  /** Raises the reservation of an accepted operation to `wei`, whatever the budget. */
  raise(input: { chainId: number; operationId: string; wei: bigint }): Promise<void>;
  /** Replaces the reservation by what a mined transaction cost; several transactions add up. */
  settle(input: { chainId: number; operationId: string; wei: bigint; hash: Hash }): Promise<void>;
  /** Returns the reservation of an operation that was never sent. */
  release(input: { chainId: number; operationId: string }): Promise<void>;
  /** Releases reservations older than half an hour without a transaction; removes old rows. */
  tidy(chainId: number): Promise<void>;
  read(chainId: number): Promise<GasSpending>;
};
