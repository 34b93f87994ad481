import { isHex } from "viem";
import type { ServiceContext } from "@/lib/context";
import {
  isSignedByKey,
  readMessage,
  type SignedMessage,
  type SignInPlace,
  spendMessage,
} from "./prove-wallet";
import type { ProvenIdentity } from "./rules/account";

/** OP mainnet, where Farcaster's ids are registered. */
const FARCASTER_CHAIN_ID = 10;

/**
 * Who signed a "Sign In with Farcaster" message (FIP-11): the user whose custody address did, as
 * the id registry says. What the message says about names is not proof of anything.
 */
export async function proveFarcaster({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "clock" | "farcaster">;
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
  if (!(await spendMessage(ctx, input.message))) return null;
  // Without a registered name: a colon is in no username, so it stands for nobody else.
  const name = (await farcaster.findName(fid)) ?? `fid:${fid}`;
  return { type: "farcaster", stableId: `${fid}`, name, proofChainId: null };
}

function findFid(resources: readonly string[]): number | null {
  for (const resource of resources) {
    const match = /^farcaster:\/\/fid\/(\d{1,15})\/?$/.exec(resource);
    if (match?.[1] !== undefined) return Number(match[1]);
  }
  return null;
}
