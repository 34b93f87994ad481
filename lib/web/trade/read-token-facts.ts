import { type Address, getAddress, type PublicClient } from "viem";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import { launchTokenAbi } from "@/lib/shared/abi/launch-token";

/**
 * A launched token as its contracts describe it. The creator wrote name and symbol: they are
 * untrusted.
 */
export type TokenFacts = {
  address: Address;
  name: string;
  symbol: string;
  marketCapWei: bigint;
  /** Wei per whole token. */
  priceWei: bigint;
  /** In the token's smallest units. */
  totalSupply: bigint;
  /** Holder of the fee stream: a manager or the creator's wallet. */
  feeOwner: Address;
  /** Percentage of the trading fee that the creator gives to referrers. */
  referralShare: number;
  /** `ipfs://` and the CID of the token's metadata. */
  tokenUri: string;
};

/**
 * Reads a token through the service's RPC relay.
 * @returns null for an address that this launchpad did not launch
 * @throws when the chain does not respond
 */
export async function readTokenFacts(
  reader: PublicClient,
  { lenses, token }: { lenses: readonly Address[]; token: Address },
): Promise<TokenFacts | null> {
  const address = getAddress(token);
  const views = await Promise.all(
    lenses.map((lens) =>
      reader.readContract({
        address: lens,
        abi: launchLensAbi,
        functionName: "tokenView",
        args: [address],
      }),
    ),
  );
  const view = views.find(({ exists }) => exists);
  if (view === undefined) return null;
  const contract = { address, abi: launchTokenAbi } as const;
  const [name, symbol, tokenUri] = await Promise.all([
    reader.readContract({ ...contract, functionName: "name" }),
    reader.readContract({ ...contract, functionName: "symbol" }),
    reader.readContract({ ...contract, functionName: "tokenURI" }),
  ]);
  const { marketCapWei, priceWei, totalSupply, feeOwner, referralPercent } = view;
  return {
    address,
    name,
    symbol,
    marketCapWei,
    priceWei,
    totalSupply,
    feeOwner,
    referralShare: referralPercent,
    tokenUri,
  };
}
