import type { ServiceContext } from "@/lib/context";
import type { OpenSession, ProvenIdentity } from "./rules/account";
import { signIn } from "./sign-in";

/**
 * Signs a proven identity in and opens a session for it. The session that the browser had before
 * ends: what was copied of it is worth nothing.
 * @param input.current the session of the browser that signs in
 * @throws AppError forbidden when a wallet was proven by another chain's contract than before
 */
export async function startSession({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "ids" | "log" | "sessions" | "wallets">;
  input: { identity: ProvenIdentity; current: OpenSession | null };
}): Promise<{ accountId: string; sessionId: string }> {
  const { identity, current } = input;
  const signedIn = { identity, current: current?.accountId ?? null };
  const { accountId } = await signIn({ ctx, input: signedIn });
  const id = ctx.ids.jobId();
  await ctx.sessions.open({ id, accountId });
  if (current !== null) await ctx.sessions.end(current.id);
  return { accountId, sessionId: id };
}
