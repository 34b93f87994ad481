import { readChainTime } from "@/lib/features/chains/read-chain-time";
import {
  PERMIT_EXPIRED_TEXT,
  PERMIT_SETTLE_SECONDS,
} from "@/lib/features/launch/rules/launch-permit";
import { AppError } from "@/lib/shared/errors";
import type { Kind } from "./kind";
import { endOfLaunch, keepContent } from "./launch";

/** A launch that another wallet sends: nothing is signed here, only its end is recorded. */
export const preparedLaunch: Kind<"prepared_launch"> = {
  async prepare() {
    throw new AppError("invalid_body", "Another wallet sends this launch");
  },
  /** The contract refuses an expired permit, so a missing token is final after its deadline. */
  async findEnd(ctx, chain, transaction) {
    const { payload } = transaction;
    // Before the token: a launch in between is found then. Blocks of a real chain that stopped for a
    // while can be older than our time, so only its own time counts.
    const time = chain.deployment.sandbox
      ? await readChainTime(ctx, chain)
      : await chain.timestamp();
    const isOver = time > payload.deadline + BigInt(PERMIT_SETTLE_SECONDS);
    const tokenAddress = await chain.findToken(payload.launchId);
    if (tokenAddress !== null) {
      await keepContent(ctx, payload);
      return endOfLaunch(ctx, chain, { transaction, tokenAddress, outcome: null });
    }
    return isOver ? { state: "failed", transactionHash: null, error: PERMIT_EXPIRED_TEXT } : null;
  },
};
