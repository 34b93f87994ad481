import { getAddress, type Hex, isHex } from "viem";
import { parseSiweMessage } from "viem/siwe";
import type { ServiceContext } from "@/lib/context";
import { isSignedByKey, readMessage } from "@/lib/features/users/prove-wallet";
import { AppError } from "@/lib/shared/errors";
import { ADMIN_SESSION_MS, type Admin, type AdminWallet, findAdminWallet } from "./rules/role";
import type { AdminSessionAnswer } from "./schema";

type Signed = { address: `0x${string}`; message: string; signature: Hex };

/**
 * Opens a session of the console for a wallet of `ADMIN_WALLETS` that signed the message (ERC-4361)
 * for this origin, with a nonce of this server, on a chain of this launchpad. The audit log records it
 * in the same database transaction.
 * @returns the session and its `Set-Cookie` value
 * @throws AppError forbidden; one text for all reasons, so that it does not reveal who is configured
 */
export async function signIn({
  ctx,
  input,
}: {
  ctx: Pick<
    ServiceContext,
    "adminSessions" | "adminStore" | "auditLog" | "chains" | "clock" | "env" | "ids" | "log"
  >;
  input: { message: string; signature: string; origin: string; requestId: string };
}): Promise<{ session: AdminSessionAnswer; cookie: string }> {
  const wallet = await proveAdmin(ctx, input);
  if (wallet === null) {
    throw new AppError("forbidden", "This signature does not open the console");
  }
  const { address, role } = wallet;
  const expiresAt = new Date(ctx.clock.now().getTime() + ADMIN_SESSION_MS);
  let cookie = "";
  const intent = { action: "admin.sign-in", reason: "Signed in", requestId: input.requestId };
  await ctx.auditLog.record({ ...intent, admin: address, role }, async (tx) => {
    cookie = await ctx.adminSessions.open({ id: ctx.ids.randomId(), address, expiresAt }, tx);
    return { target: `admin:${address}`, before: null, after: { until: expiresAt.toISOString() } };
  });
  ctx.log.info({ admin: address, role }, "administrator signed in");
  return { session: renderSession({ address, role, expiresAt }), cookie };
}

export function renderSession(session: Admin & { expiresAt: Date }): AdminSessionAnswer {
  const { address, role, expiresAt } = session;
  return { address, role, expiresAt: Math.floor(expiresAt.getTime() / 1000) };
}

async function proveAdmin(
  ctx: Pick<ServiceContext, "adminStore" | "chains" | "clock" | "env">,
  { message: text, signature, origin }: { message: string; signature: string; origin: string },
): Promise<AdminWallet | null> {
  const { nonce } = parseSiweMessage(text);
  if (nonce === undefined || !isHex(signature)) return null;
  const message = readMessage(ctx, { message: text, origin, nonce });
  if (message === null) return null;
  const chain = Object.values(ctx.chains).find(
    ({ deployment }) => deployment.chainId === message.chainId,
  );
  if (chain === undefined) return null;
  const wallet = findAdminWallet(ctx.env.ADMIN_WALLETS, getAddress(message.address));
  // Used up before the signature is verified: a nonce never works for a second message.
  if (!(await ctx.adminStore.spendNonce(nonce)) || wallet === null) return null;
  const signed: Signed = { address: wallet.address, message: text, signature };
  if (await isSignedByKey(signed)) return wallet;
  return (await isSignedByContract(ctx, wallet, signed)) ? wallet : null;
}

/** Only the contract on the configured chain counts; on another one it may have another owner. */
async function isSignedByContract(
  ctx: Pick<ServiceContext, "chains">,
  { chain: slug }: AdminWallet,
  signed: Signed,
): Promise<boolean> {
  if (slug === null) return false;
  return (await ctx.chains[slug]?.verifyMessage(signed)) ?? false;
}
