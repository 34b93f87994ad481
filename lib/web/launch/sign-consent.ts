import { type Address, bytesToBigInt } from "viem";
import { CONSENT_SECONDS } from "@/lib/features/launch/rules/launch-permit";
import { consentMessage } from "@/lib/features/managers/rules/attach-consent";
import type { Config } from "@/lib/features/system/schema";
import { chainTime } from "@/lib/shared/chain/chain-time";
import type { ChainSlug } from "@/lib/shared/chains";
import { chainIn } from "../queries";
import { serverSeconds } from "../server-time";
import { chainReader } from "../trade/chain-reader";
import { signerFor } from "../wallet/signer-for";

/**
 * Lets the moderator of a dynamic split sign the consent that attaches one token.
 * @param by.payer the sender of the launch
 * @param by.signal ends the wait for a wallet that does not respond, with its reason
 * @returns the values of `feeSplitManagerConsent`
 * @throws what wallets throw; Error if the chain does not respond
 */
export async function signConsent(
  chain: ChainSlug,
  by: {
    manager: Address;
    moderator: Address;
    payer: keyof typeof CONSENT_SECONDS;
    config: Config;
    signal: AbortSignal;
  },
): Promise<{ nonce: string; deadline: string; signature: string }> {
  const { manager, moderator, payer, config, signal } = by;
  const facts = chainIn(config, chain);
  if (facts === undefined) throw new Error(`${chain} is not configured here`);
  const signer = await signerFor(chain, config, { address: moderator, signal });
  const { timestamp } = await chainReader(chain).getBlock();
  const nonce = bytesToBigInt(crypto.getRandomValues(new Uint8Array(32)));
  const now = chainTime(serverSeconds() * 1_000, timestamp);
  const deadline = now + CONSENT_SECONDS[payer];
  const terms = { chainId: facts.chainId, manager, nonce, deadline };
  const signature = await signer.signConsent(consentMessage(terms));
  return { nonce: String(nonce), deadline: String(deadline), signature };
}
