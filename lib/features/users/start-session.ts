import type { ServiceContext } from "@/lib/context";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import { AppError } from "@/lib/shared/errors";
import type { OpenSession, ProvenIdentity } from "./rules/account";
import { signIn } from "./sign-in";

/**
 * Signs in a proven identity and opens a session. Ends the browser's previous session, so that a
 * stolen cookie of it stops working.
 * @param input.current the current session of the browser
 * @param input.limit counts a new account
 * @throws AppError rate_limited; forbidden when a contract on another chain proved the wallet before, or the
 *   account can have no further identity;
 *   not_signed_in when the identity was removed from the account at the same moment
 */
export async function startSession({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "ids" | "log" | "sessions" | "wallets">;
  input: {
    identity: ProvenIdentity;
    current: OpenSession | null;
    limit?: CallerLimits["limit"];
  };
}): Promise<{ accountId: string; sessionId: string }> {
  const { identity, current, ...counted } = input;
  const signedIn = { identity, current: current?.accountId ?? null, ...counted };
  const { accountId } = await signIn({ ctx, input: signedIn });
  const id = ctx.ids.randomId();
  if (!(await ctx.sessions.open({ id, accountId, identity }))) throw new AppError("not_signed_in");
  if (current !== null) await ctx.sessions.end(current.id);
  return { accountId, sessionId: id };
}
