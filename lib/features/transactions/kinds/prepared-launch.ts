import {
  PERMIT_EXPIRED_TEXT,
  PERMIT_SETTLE_SECONDS,
} from "@/lib/features/launch/rules/launch-permit";
import { AppError } from "@/lib/shared/errors";
import { larger } from "@/lib/shared/larger";
import type { Kind } from "./kind";
import { endOfLaunch, keepContent } from "./launch";

/** A launch that another wallet sends: nothing is signed here, only its end is recorded. */
export const preparedLaunch: Kind<"prepared_launch"> = {
  async prepare() {
    throw new AppError("invalid_body", "Another wallet sends this launch");
  },
  /** The contract refuses an expired permit, so a missing token is final after its deadline. */
  async findEnd(ctx, chain, { payload }) {
    const now = BigInt(Math.floor(ctx.clock.now().getTime() / 1_000));
    // Before the token: a launch in between is found then.
    const chainTime = await chain.timestamp();
    // A sandbox mines no blocks without transactions. Blocks of a real chain that stopped for a
    // while can be older than our time, so only its own time counts.
    const time = chain.deployment.sandbox ? larger(chainTime, now) : chainTime;
    const isOver = time > payload.deadline + BigInt(PERMIT_SETTLE_SECONDS);
    const tokenAddress = await chain.findToken(payload.launchId);
    const { treasury } = payload;
    if (tokenAddress !== null) {
      await keepContent(ctx, payload);
      return endOfLaunch(ctx, chain, { treasury, tokenAddress, outcome: null });
    }
    return isOver ? { state: "failed", transactionHash: null, error: PERMIT_EXPIRED_TEXT } : null;
  },
};
