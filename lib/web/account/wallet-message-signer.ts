import type { Address } from "viem";
import { getConnection, signMessage } from "wagmi/actions";
import { requireShownAddress, type Wagmi } from "../wallet/wagmi";
import type { MessageSigner } from "./sign-in-with-wallet";

/**
 * The connected wallet on its current real chain, otherwise on the first one; null without a
 * wallet.
 * @param chainIds the real chains of this launchpad, at least one
 * @param shown the account that the page showed
 * @throws OtherWalletError when the wallet uses another account
 */
export async function walletMessageSigner(
  wagmi: Wagmi,
  chainIds: readonly [number, ...number[]],
  shown: Address,
): Promise<MessageSigner | null> {
  await requireShownAddress(wagmi, shown);
  const { address, chainId: at } = getConnection(wagmi);
  if (address === undefined) return null;
  const chainId = chainIds.find((id) => id === at) ?? chainIds[0];
  return { address, chainId, sign: (message) => signMessage(wagmi, { account: address, message }) };
}
