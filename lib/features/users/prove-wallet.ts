import { type Address, getAddress, type Hex, isHex, keccak256, toBytes, verifyMessage } from "viem";
import { parseSiweMessage, type SiweMessage, validateSiweMessage } from "viem/siwe";
import type { ServiceContext } from "@/lib/context";
import { CHAINS } from "@/lib/shared/chains";
import type { ProvenIdentity } from "./rules/account";

/** Maximum age of a signed message; its nonce must also match this browser. */
const AGE_MAX_MS = 10 * 60 * 1000;
const CLOCK_SKEW_MS = 60 * 1000;

export type SignedMessage = { message: string; signature: string };
/** Required origin and nonce of the message. */
export type SignInPlace = { origin: string; nonce: string };

/**
 * Verifies a "Sign-In with Ethereum" message (ERC-4361) of a key-based wallet on any configured
 * chain, or of a smart-contract wallet on the chain of the message if that is in the users' realm.
 * A message works once.
 * @returns the identity; null when the message proves nothing
 */
export async function proveWallet({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "chains" | "clock" | "env">;
  input: SignedMessage & SignInPlace;
}): Promise<ProvenIdentity | null> {
  const message = readMessage(ctx, input);
  if (message === null || !isHex(input.signature)) return null;
  const chain = Object.values(ctx.chains).find(
    ({ deployment }) => deployment.chainId === message.chainId,
  );
  if (chain === undefined || !Object.hasOwn(CHAINS, chain.deployment.slug)) return null;
  const signed = {
    address: message.address,
    message: input.message,
    signature: input.signature,
  };
  const isKeySigned = await isSignedByKey(signed);
  // On a sandbox chain anyone can deploy a contract at the address of a real wallet.
  const isRealmChain = ctx.env.realmOf(message.chainId) === ctx.env.realm;
  if (!isKeySigned && !(isRealmChain && (await chain.verifyMessage(signed)))) return null;
  if (!(await spendMessage(ctx, input.message))) return null;
  const address = getAddress(message.address);
  return {
    type: "wallet",
    stableId: address,
    name: address,
    proofChainId: isKeySigned ? null : message.chainId,
  };
}

/** Parses a message; null when its origin, nonce or time is not valid. */
export function readMessage(
  ctx: Pick<ServiceContext, "clock">,
  { message: text, origin, nonce }: { message: string } & SignInPlace,
): SiweMessage | null {
  const now = ctx.clock.now();
  const parsed = parseSiweMessage(text);
  const { domain, address, uri, version, chainId, issuedAt } = parsed;
  if (!domain || !address || !uri || version !== "1" || !chainId || !issuedAt) return null;
  const { host } = new URL(origin);
  if (!validateSiweMessage({ message: parsed, domain: host, nonce, time: now })) return null;
  if (!URL.canParse(uri) || new URL(uri).origin !== origin) return null;
  const ageMs = now.getTime() - issuedAt.getTime();
  if (ageMs > AGE_MAX_MS || ageMs < -CLOCK_SKEW_MS) return null;
  return { ...parsed, domain, address, uri, version, chainId, issuedAt, nonce };
}

/** Whether the signature is by the private key of the address. */
export async function isSignedByKey(signed: {
  address: Address;
  message: string;
  signature: Hex;
}): Promise<boolean> {
  // Throws on signatures that no key can create, such as contract signatures.
  return verifyMessage(signed).catch(() => false);
}

/** Records the use of a message; false when it was used before. */
export function spendMessage(
  ctx: Pick<ServiceContext, "accounts" | "clock">,
  message: string,
): Promise<boolean> {
  const until = new Date(ctx.clock.now().getTime() + AGE_MAX_MS + CLOCK_SKEW_MS);
  return ctx.accounts.spendMessage(keccak256(toBytes(message)), until);
}
