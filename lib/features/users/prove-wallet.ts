import { type Address, getAddress, type Hex, isHex, keccak256, toBytes, verifyMessage } from "viem";
import { parseSiweMessage, type SiweMessage, validateSiweMessage } from "viem/siwe";
import type { ServiceContext } from "@/lib/context";
import { CHAINS } from "@/lib/shared/chains";
import type { ProvenIdentity } from "./rules/account";

/** How old a signed message may be; it also has to be signed for this browser's sign-in. */
const AGE_MAX_MS = 10 * 60 * 1000;
const CLOCK_SKEW_MS = 60 * 1000;

export type SignedMessage = { message: string; signature: string };
/** Where the message has to come from, and the word that it has to repeat. */
export type SignInPlace = { origin: string; nonce: string };

/**
 * Who signed a "Sign-In with Ethereum" message (ERC-4361): an ordinary wallet on any of our chains,
 * or a smart-contract wallet on the chain that the message names, in the realm of the users. Null
 * when it proves nothing. A message proves something once.
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
  const isOrdinary = await isSignedByKey(signed);
  // Anyone can deploy a contract on a sandbox chain; it would vouch for an address of the real one.
  const isVouched = ctx.env.realmOf(message.chainId) === ctx.env.realm;
  if (!isOrdinary && !(isVouched && (await chain.verifyMessage(signed)))) return null;
  if (!(await spendMessage(ctx, input.message))) return null;
  const address = getAddress(message.address);
  return {
    type: "wallet",
    stableId: address,
    name: address,
    proofChainId: isOrdinary ? null : message.chainId,
  };
}

/** The message, if it is meant for this place and time. */
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

/** Whether the signature is by the key behind the address. */
export async function isSignedByKey(signed: {
  address: Address;
  message: string;
  signature: Hex;
}): Promise<boolean> {
  // Throws on signatures that no key makes, as those of contracts may be.
  return verifyMessage(signed).catch(() => false);
}

/** Whether a message is used for the first time. */
export function spendMessage(
  ctx: Pick<ServiceContext, "accounts" | "clock">,
  message: string,
): Promise<boolean> {
  const until = new Date(ctx.clock.now().getTime() + AGE_MAX_MS + CLOCK_SKEW_MS);
  return ctx.accounts.spendMessage(keccak256(toBytes(message)), until);
}
