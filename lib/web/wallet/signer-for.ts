import { type Address, isAddressEqual } from "viem";
import type { Config } from "@/lib/features/system/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { OtherWalletError } from "../account/other-wallet-error";
import { chainIn } from "../queries";
import { chainReader } from "../trade/chain-reader";
import type { TradeSigner } from "../trade/run/trade-signer";
import { burner } from "./burner";
import { burnerSigner } from "./burner-signer";
import { loadWagmi } from "./load-wagmi";
import { stoppable } from "./stoppable";
import { untilAborted } from "./until-aborted";

/**
 * The signer on a chain: the burner wallet on a sandbox chain, the connected wallet on a real one.
 * A wallet must never sign for a sandbox, whose chain id is that of a real chain.
 * @param by.address the account that the page showed: the browser may have another one by now
 * @param by.signal ends the wait for a wallet that does not respond, with its reason
 * @throws OtherWalletError when it has; Error when there is no account; wagmi's errors when the
 * wallet is disconnected or on another chain; the signal's reason
 */
export async function signerFor(
  chain: ChainSlug,
  config: Config,
  { address, signal }: { address: Address; signal: AbortSignal },
): Promise<TradeSigner> {
  return stoppable(await untilAborted(signal, findSigner(chain, config, address)), signal);
}

async function findSigner(
  chain: ChainSlug,
  config: Config,
  address: Address,
): Promise<TradeSigner> {
  const facts = chainIn(config, chain);
  if (facts === undefined) throw new Error(`${chain} is not configured here`);
  if (facts.sandbox) {
    const account = burner.read();
    if (account === null) throw new Error("There is no burner account");
    if (!isAddressEqual(account.address, address)) {
      throw new OtherWalletError(account.address, address);
    }
    return burnerSigner(chainReader(chain), facts.chainId, account.privateKey);
  }
  const { walletSigner } = await import("./wallet-signer");
  return walletSigner(await loadWagmi(config), facts.chainId, address);
}
