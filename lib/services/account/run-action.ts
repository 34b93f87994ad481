import type { ServiceContext } from "../../context";
import type { NewWalletAction, WalletAction } from "../../db/account/wallet-action-store";
import { AppError } from "../../domain/errors";
import { poll } from "../transactions/poll";
import { advanceAction, settleAction } from "./advance-action";

/** How long a caller waits until it is mined; the action goes on without them. */
const WAIT_MS = 25_000;

/**
 * Writes an action down, sends it and waits for its end.
 * @throws AppError action_under_way
 */
export async function runAction({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  /** With the same `id` again, the action that there is goes on. */
  input: { action: Omit<NewWalletAction, "id"> & { id?: string } };
}): Promise<WalletAction> {
  const id = input.action.id ?? ctx.ids.jobId();
  const begun = await ctx.walletActions.begin({ ...input.action, id });
  const action = begun ?? (await ctx.walletActions.find(id));
  if (action === null) throw new AppError("action_under_way");
  await advanceAction({ ctx, input: { action } }).catch((err: unknown) =>
    // It is written down, so it goes on in the background: waiting is all that is left to do.
    ctx.log.warn({ err, action: id }, "a wallet's action could not be sent yet"),
  );
  await poll(WAIT_MS, async () => {
    const latest = await ctx.walletActions.find(id);
    if (latest?.state !== "pending") return true;
    const hasEnded = await settleAction({ ctx, input: { action } }).catch(() => false);
    return hasEnded ? true : null;
  });
  return (await ctx.walletActions.find(id)) ?? action;
}
