import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";
import type { FarcasterSignature } from "./schema";

/**
 * Reads the response of the Farcaster app. The message is not verified here; the sign-in does that.
 * @throws AppError not_found when it is not configured, dependency_unavailable
 */
export async function getFarcasterSignIn({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "farcaster" | "farcasterRelay">;
  input: { token: string };
}): Promise<FarcasterSignature> {
  if (ctx.farcaster === null) throw new AppError("not_found");
  return { success: true, ...(await ctx.farcasterRelay.read(input.token)) };
}
