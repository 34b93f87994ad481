import type { ServiceContext } from "@/lib/context";
import type { Session } from "./rules/account";
import type { EndSessionsAnswer } from "./schema";

/** Ends every session of the account. A recent sign-in is not required, because this only removes access. */
export async function endSessions({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "log" | "sessions">;
  input: { session: Session };
}): Promise<EndSessionsAnswer> {
  const { accountId } = input.session;
  const ended = await ctx.sessions.endAll(accountId);
  ctx.log.info({ account: accountId, ended }, "signed out everywhere");
  return { success: true, ended };
}
