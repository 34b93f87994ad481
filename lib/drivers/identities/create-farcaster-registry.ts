import type { Address, Hex } from "viem";
import { createPublicClient, parseAbi } from "viem";
import { z } from "zod";
import { createVendor, SYSTEM_TIMING } from "@/lib/support/calls/create-vendor";
import { fetchJson } from "@/lib/support/calls/fetch-json";
import { createRpcTransport } from "@/lib/support/calls/rpc-transport";

/** Farcaster's id registry on OP Mainnet. Source: Farcaster contracts, deployments. */
const ID_REGISTRY = "0x00000000Fc6c5F01Fc30151999387Bb99A9f489b";
const idRegistryAbi = parseAbi(["function idOf(address owner) view returns (uint256)"]);
const NAMES_URL = "https://fnames.farcaster.xyz";
const TIMEOUT_MS = 5_000;

const transfer = z.object({ username: z.string(), to: z.number().int().nonnegative() });
const answer = z.union([
  z.object({ transfer }).transform((found) => found.transfer),
  z
    .object({ transfers: z.tuple([transfer], z.unknown()) })
    .transform((found) => found.transfers[0]),
]);

/**
 * Farcaster's contracts over an OP Mainnet RPC URL, and its name registry. Every call throws when
 * they do not respond.
 */
export function createFarcasterRegistry(options: {
  rpcUrl: string;
  namesUrl?: string | undefined;
}) {
  const { rpcUrl } = options;
  const namesUrl = (options.namesUrl ?? NAMES_URL).replace(/\/+$/, "");
  const names = createVendor("Farcaster name registry", SYSTEM_TIMING);
  const client = createPublicClient({
    transport: createRpcTransport({ name: "Farcaster's chain", rpcUrls: [rpcUrl] }),
  });
  return {
    /** The user with this custody address, or null. */
    async findFid(custody: Address): Promise<number | null> {
      const fid = await client.readContract({
        address: ID_REGISTRY,
        abi: idRegistryAbi,
        functionName: "idOf",
        args: [custody],
      });
      return fid === 0n ? null : Number(fid);
    },
    /** A user's username; null when the registry has none. */
    async findName(fid: number): Promise<string | null> {
      const url = new URL(`${namesUrl}/transfers/current`);
      url.searchParams.set("fid", `${fid}`);
      const found = await names.run(() =>
        fetchJson(answer, { url, timeoutMs: TIMEOUT_MS, now: SYSTEM_TIMING.now() }),
      );
      return found === null || found.to !== fid ? null : found.username.toLowerCase();
    },
    /** Whether a smart-contract wallet on Farcaster's chain made a signature. */
    verifyMessage: (signed: {
      address: Address;
      message: string;
      signature: Hex;
    }): Promise<boolean> => client.verifyMessage(signed),
  };
}

export type FarcasterRegistry = ReturnType<typeof createFarcasterRegistry>;
