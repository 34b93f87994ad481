import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";
import type { FarcasterRequestAnswer } from "./schema";

/**
 * Asks a person's Farcaster app to sign in here; whoever opens the link decides in the app.
 * @param input.origin what people see in the address bar, which the app shows them
 * @throws AppError not_found when it is not configured, dependency_unavailable
 */
export async function askFarcaster({
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
