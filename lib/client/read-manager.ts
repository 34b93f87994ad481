import { type Address, isAddress, type PublicClient } from "viem";
import { addressFeeSplitManagerAbi } from "../domain/abi/address-fee-split-manager";
import { managerFactoryAbi } from "../domain/abi/manager-factory";
import { revenueManagerAbi } from "../domain/abi/revenue-manager";
import { SPLIT_TOTAL } from "../domain/fee-split";
import { MANAGER_KINDS } from "../domain/treasury";

/** Somebody who earns in a manager. `claimableWei` counts what its tokens still hold for it. */
export type ManagerEarner = { account: Address; share: number | null; claimableWei: bigint };

/** A manager as it stands on chain. `share` of an earner is in micro-percent. */
export type ManagerFacts =
  | { kind: "none" }
  | {
      kind: "revenue";
      owner: Address;
      protocolFeeBps: number;
      earners: ManagerEarner[];
    }
  | {
      kind: "static_split" | "dynamic_split";
      owner: Address;
      creatorShareBps: number;
      earners: ManagerEarner[];
    };

/**
 * Reads a fee manager through the service's relay of the chain.
 * @param tokens whose income waits to be counted, by the data interface
 * @returns kind `none` for an address that is no manager of this launchpad
 */
export async function readManager(
  reader: PublicClient,
  input: { factory: Address; manager: Address; tokens: readonly string[] },
): Promise<ManagerFacts> {
  const { factory, manager } = input;
  const tokens = input.tokens.filter((token): token is Address => isAddress(token));
  const kind = await reader.readContract({
    address: factory,
    abi: managerFactoryAbi,
    functionName: "managerKind",
    args: [manager],
  });
  if (kind === MANAGER_KINDS.revenue) return readRevenueManager(reader, manager, tokens);
  if (kind === MANAGER_KINDS.staticSplit) return readSplit(reader, manager, tokens, "static_split");
  if (kind === MANAGER_KINDS.dynamicSplit) {
    return readSplit(reader, manager, tokens, "dynamic_split");
  }
  return { kind: "none" };
}

async function readRevenueManager(
  reader: PublicClient,
  manager: Address,
  tokens: readonly Address[],
): Promise<ManagerFacts> {
  const contract = { address: manager, abi: revenueManagerAbi } as const;
  const [owner, protocolFeeBps, recipient] = await Promise.all([
    reader.readContract({ ...contract, functionName: "owner" }),
    reader.readContract({ ...contract, functionName: "protocolFeeBps" }),
    reader.readContract({ ...contract, functionName: "protocolRecipient" }),
  ]);
  const payees = await Promise.all(
    tokens.map((token) =>
      reader.readContract({ ...contract, functionName: "payeeOf", args: [token] }),
    ),
  );
  const accounts = [...new Set([recipient, ...payees])];
  return {
    kind: "revenue",
    owner,
    protocolFeeBps,
    earners: await earnersOf(reader, manager, tokens, accounts),
  };
}

async function readSplit(
  reader: PublicClient,
  manager: Address,
  tokens: readonly Address[],
  kind: "static_split" | "dynamic_split",
): Promise<ManagerFacts> {
  const contract = { address: manager, abi: addressFeeSplitManagerAbi } as const;
  const [owner, creatorShareBps, recipients] = await Promise.all([
    reader.readContract({ ...contract, functionName: "owner" }),
    reader.readContract({ ...contract, functionName: "creatorShareBps" }),
    reader.readContract({ ...contract, functionName: "recipients" }),
  ]);
  const accounts = recipients.map(({ account }) => account);
  const earners = await earnersOf(reader, manager, tokens, accounts);
  return {
    kind,
    owner,
    creatorShareBps,
    earners: earners.map((earner, index) => ({
      ...earner,
      share: Math.min(SPLIT_TOTAL, recipients[index]?.share ?? 0),
    })),
  };
}

function earnersOf(
  reader: PublicClient,
  manager: Address,
  tokens: readonly Address[],
  accounts: readonly Address[],
): Promise<ManagerEarner[]> {
  return Promise.all(
    accounts.map(async (account) => ({
      account,
      share: null,
      claimableWei: await reader.readContract({
        address: manager,
        abi: revenueManagerAbi,
        functionName: "claimable",
        args: [account, [...tokens]],
      }),
    })),
  );
}
