import { type Address, type Hash, type Hex, keccak256, toBytes } from "viem";
import { CallRevertedError, type LaunchChain, type NewManager } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import { AppError } from "../../domain/errors";
import { unavailable } from "../launch/unavailable";
import { findOutcome } from "../transactions/find-outcome";
import { poll } from "../transactions/poll";
import { prepareTransaction } from "../transactions/prepare-transaction";
import { sendTransaction } from "../transactions/send-transaction";

/** How long a caller waits for the transaction. */
const WAIT_MS = 60_000;

/** The salt of an operation: one operation is one manager, however often it is tried. */
export function saltOf(operationId: string): Hex {
  return keccak256(toBytes(operationId));
}

/**
 * Makes a manager and waits until it stands.
 * @throws AppError invalid_body with the contract's refusal, dependency_unavailable (nothing was
 *   sent), transaction_pending with `txHash` after `waitMs` (a minute)
 */
export async function makeManager({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { chain: LaunchChain; operationId: string; manager: NewManager; waitMs?: number };
}): Promise<{ managerAddress: Address; txHash: Hash }> {
  const { chain, operationId, manager, waitMs = WAIT_MS } = input;
  const managerAddress = await chain.predictManager(manager).catch(unavailable);
  const prepared = { chain, operationId, call: chain.managerCall(manager) };
  const hash = await prepareTransaction({ ctx, input: prepared }).catch(async (cause: unknown) => {
    await ctx.gasLedger.release({ chainId: chain.deployment.chainId, operationId });
    return refused(cause);
  });
  await sendTransaction({ ctx, input: { chain, operationId } }).catch((cause) =>
    // It is stored, so it will be sent again: waiting is all that is left to do.
    ctx.log.warn({ err: cause, hash }, "a manager's transaction could not be sent yet"),
  );
  const outcome = await poll(waitMs, () => findOutcome({ ctx, input: { chain, operationId } }));
  if (outcome === null) {
    const text = `The transaction was sent but not mined within ${waitMs / 1_000} seconds: ${hash}`;
    throw new AppError("transaction_pending", text, { extras: { txHash: hash } });
  }
  if (outcome.status === "reverted") {
    throw new AppError("internal_error", undefined, {
      cause: new Error(`The transaction of ${operationId} was reverted: ${outcome.hash}`),
    });
  }
  return { managerAddress, txHash: outcome.hash };
}

function refused(cause: unknown): never {
  if (cause instanceof CallRevertedError) {
    throw new AppError("invalid_body", cause.message, { cause });
  }
  return unavailable(cause);
}
