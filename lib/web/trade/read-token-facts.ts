import { type Address, getAddress, type PublicClient } from "viem";
import { TRADING_FEE_BPS } from "@/lib/features/fees/rules/fee-flow";
import type { LaunchProtection } from "@/lib/features/market/rules/launch-protection";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
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
  /** When trading opens, in Unix seconds; 0 once it is open. */
  opensAt: number;
  /** Holder of the fee stream: a manager or the creator's wallet. */
  feeOwner: Address;
  /** Percentage of the trading fee that the creator gives to referrers. */
  referralShare: number;
  /** Null without it and after its end. */
  protection: LaunchProtection | null;
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
    lenses.map(async (lens) => ({
      lens,
      view: await reader.readContract({
        address: lens,
        abi: launchLensAbi,
        functionName: "tokenView",
        args: [address],
      }),
    })),
  );
  const found = views.find(({ view }) => view.exists);
  if (found === undefined) return null;
  const contract = { address, abi: launchTokenAbi } as const;
  const { lens, view } = found;
  const [name, symbol, tokenUri, terms] = await Promise.all([
    reader.readContract({ ...contract, functionName: "name" }),
    reader.readContract({ ...contract, functionName: "symbol" }),
    reader.readContract({ ...contract, functionName: "tokenURI" }),
    readTerms(reader, lens, view),
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
    ...terms,
  };
}

/** Compares with the time of the chain: the visitor's clock may be behind the newest trade. */
async function readTerms(
  reader: PublicClient,
  lens: Address,
  // Before the first trade, `lastTrade` is the time of the opening.
  { lastTrade, protectionEnd }: { lastTrade: bigint; protectionEnd: number },
): Promise<Pick<TokenFacts, "opensAt" | "protection">> {
  const { timestamp } = await reader.getBlock();
  return {
    opensAt: lastTrade > timestamp ? Number(lastTrade) : 0,
    protection:
      protectionEnd <= timestamp ? null : await readProtection(reader, lens, protectionEnd),
  };
}

/** @param endTime when it ends, in Unix seconds */
async function readProtection(
  reader: PublicClient,
  lens: Address,
  endTime: number,
): Promise<LaunchProtection> {
  const address = await reader.readContract({
    address: lens,
    abi: launchLensAbi,
    functionName: "hook",
  });
  const hook = { address, abi: launchHookAbi } as const;
  const [startFeeBps, duration] = await Promise.all([
    reader.readContract({ ...hook, functionName: "protectionStartBps" }),
    reader.readContract({ ...hook, functionName: "protectionDuration" }),
  ]);
  const endFeeBps = Number(TRADING_FEE_BPS);
  return { startFeeBps, endFeeBps, startTime: endTime - duration, endTime };
}
