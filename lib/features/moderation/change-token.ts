import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { Change } from "@/lib/features/admin/rules/audit";
import { requireTokenChain } from "@/lib/features/chains/require-token-chain";
import { AppError } from "@/lib/shared/errors";
import { requireSeen } from "./require-seen";
import { type ModerationReason, type TokenState, tokenKey } from "./rules/moderation";
import type { tokenDecision, tokenRestore } from "./schema";

type Ctx = Pick<ServiceContext, "chains" | "decisions" | "env" | "market" | "moderation">;
type Call<Input> = { ctx: Ctx; tx: Executor; input: Input };

/** Hides a token. @throws AppError conflict, token_not_found, invalid_parameters */
export function hideToken(call: Call<z.output<typeof tokenDecision>>): Promise<Change> {
  return setToken(call, { state: "hidden", reason: call.input.publicReason });
}

/** Blurs the image of a token, unless the block list file hides it. @throws AppError conflict, token_not_found, invalid_parameters */
export function blurToken(call: Call<z.output<typeof tokenDecision>>): Promise<Change> {
  return setToken(call, { state: "blurred", reason: call.input.publicReason });
}

/** Ends the hiding or blurring of a token, unless the block list file hides it. @throws AppError conflict, token_not_found */
export function restoreToken(call: Call<z.output<typeof tokenRestore>>): Promise<Change> {
  return setToken(call, null);
}

async function setToken(
  { ctx, tx, input }: Call<z.output<typeof tokenRestore>>,
  next: { state: TokenState; reason: ModerationReason } | null,
): Promise<Change> {
  const { chainId, slug, name } = requireTokenChain(ctx, input.chain);
  const { address } = input;
  if ((await ctx.market.findOrigin({ chainId, address })) === null) {
    throw new AppError("token_not_found", `No token ${address} on ${name}`);
  }
  const key = tokenKey(chainId, address);
  await ctx.decisions.ready();
  const isListed = ctx.decisions
    .list()
    .tokens.some((one) => tokenKey(one.chainId, one.address) === key);
  // The file hides it whatever is decided here, so only a token that is not listed can be shown again.
  if (next?.state !== "hidden" && isListed) {
    const message =
      "The operator's block list file hides this token. Remove the token from the file.";
    throw new AppError("conflict", message);
  }
  const before = await ctx.moderation.setToken(tx, { chainId, address, key }, next);
  requireSeen(isListed ? "hidden" : (before?.state ?? null), input.seen);
  if (before === null && next === null) {
    throw new AppError("conflict", "This token is neither hidden nor blurred");
  }
  return { target: `token:${slug}:${address}`, before, after: next };
}
