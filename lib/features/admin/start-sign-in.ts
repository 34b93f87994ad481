import { generateSiweNonce } from "viem/siwe";
import type { ServiceContext } from "@/lib/context";
import { ADMIN_NONCE_MS } from "./rules/role";

/** Creates the nonce of a sign-in message. It works once, on every web server. */
export async function startSignIn({
  ctx,
}: {
  ctx: Pick<ServiceContext, "adminStore" | "clock">;
}): Promise<{ nonce: string; expiresAt: number }> {
  const nonce = generateSiweNonce();
  const expiresAt = new Date(ctx.clock.now().getTime() + ADMIN_NONCE_MS);
  await ctx.adminStore.addNonce(nonce, expiresAt);
  return { nonce, expiresAt: Math.floor(expiresAt.getTime() / 1000) };
}
