import { getAddress, isHex } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { FarcasterRegistry } from "@/lib/drivers/identities/create-farcaster-registry";
import {
  isSignedByKey,
  readMessage,
  type SignedMessage,
  type SignInPlace,
  spendMessage,
} from "./prove-wallet";
import type { ProvenIdentity } from "./rules/account";

/** OP Mainnet, where Farcaster ids are registered. */
const FARCASTER_CHAIN_ID = 10;

/**
 * Verifies a "Sign In with Farcaster" message (FIP-11): the id registry must map the signer's
 * custody address to the fid. Names in the message are not verified and therefore ignored. While the
 * name registry does not respond, users sign in with the name that is stored.
 * @returns the identity; null when the message proves nothing
 */
export async function proveFarcaster({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "clock" | "farcaster" | "log">;
  input: SignedMessage & SignInPlace;
}): Promise<ProvenIdentity | null> {
  const { farcaster } = ctx;
  const message = readMessage(ctx, input);
  if (farcaster === null || message?.chainId !== FARCASTER_CHAIN_ID) return null;
  const fid = findFid(message.resources ?? []);
  if (fid === null || !isHex(input.signature)) return null;
  const { address } = message;
  const signed = { address, message: input.message, signature: input.signature };
  if (!(await isSignedByKey(signed)) && !(await farcaster.verifyMessage(signed))) return null;
  if ((await farcaster.findFid(address)) !== fid) return null;
  // After the registry, so that the message still works if that did not respond.
  if (!(await spendMessage(ctx, input.message))) return null;
  const found = await findName({ farcaster, log: ctx.log }, fid);
  const custodyAddress = getAddress(address);
  return { type: "farcaster", stableId: `${fid}`, proofChainId: null, custodyAddress, ...found };
}

async function findName(
  { farcaster, log }: { farcaster: FarcasterRegistry } & Pick<ServiceContext, "log">,
  fid: number,
): Promise<Pick<ProvenIdentity, "name" | "isNameUnconfirmed">> {
  // For a fid without a username. No username contains a colon, so it is unambiguous.
  const noName = `fid:${fid}`;
  try {
    return { name: (await farcaster.findName(fid)) ?? noName };
  } catch (err) {
    log.warn({ err, fid }, "could not look up a Farcaster name at sign-in");
    return { name: noName, isNameUnconfirmed: true };
  }
}

function findFid(resources: readonly string[]): number | null {
  for (const resource of resources) {
    const match = /^farcaster:\/\/fid\/(\d{1,15})\/?$/.exec(resource);
    if (match?.[1] !== undefined) return Number(match[1]);
  }
  return null;
}
