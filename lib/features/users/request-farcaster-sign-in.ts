import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";
import type { FarcasterRequestAnswer } from "./schema";

/**
 * Creates a sign-in request for the Farcaster app; the user confirms it in the app.
 * @param input.origin origin of the page, which the app shows to the user
 * @throws AppError not_found when it is not configured, dependency_unavailable
 */
export async function requestFarcasterSignIn({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "farcaster" | "farcasterRelay">;
  input: { origin: string; nonce: string };
}): Promise<FarcasterRequestAnswer> {
  if (ctx.farcaster === null) throw new AppError("not_found");
  const { origin, nonce } = input;
  const domain = new URL(origin).host;
  const { url, token } = await ctx.farcasterRelay.open({ domain, siweUri: origin, nonce });
  return { success: true, url, token };
}
