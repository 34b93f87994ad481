import { type Address, getAddress, isAddress, type PublicClient, zeroAddress } from "viem";
import { decodeManagerKind, type SplitKind } from "@/lib/features/managers/rules/manager-kind";
import { addressFeeSplitManagerAbi } from "@/lib/shared/abi/address-fee-split-manager";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import { BUNDLED_READS } from "../trade/chain-reader";
import { claimableOf } from "./claimable-of";
import { formerProtocolRecipients, type OwedAccounts, otherEarners } from "./other-earners";

/**
 * A recipient of a manager. `claimableWei` includes income that its tokens have not paid out yet.
 */
export type ManagerEarner = {
  account: Address;
  /** `earlier`: it no longer earns, and was not paid all of what it had earned. */
  role: "protocol" | "creator" | "recipient" | "earlier";
  share: number | null;
  claimableWei: bigint;
};

/**
 * A manager's state on chain. An earner's `share` is in micro-percent; `tokens` are those whose income was
 * counted, with the dropped ones, whose later income goes to their payees. `isComplete` is false if
 * other accounts may be owed ETH.
 */
export type ManagerFacts =
  | { kind: "none" }
  | {
      kind: "revenue";
      owner: Address;
      protocolFeeBps: number;
      earners: ManagerEarner[];
      isComplete: boolean;
      tokens: readonly Address[];
    }
  | {
      kind: SplitKind;
      owner: Address;
      creatorFirstBps: number;
      earners: ManagerEarner[];
      isComplete: boolean;
      tokens: readonly Address[];
      droppedTokens: readonly Address[];
    };

/**
 * Reads a fee manager through the service's RPC relay.
 * @param input.tokens its tokens, from the Data API; empty where no token data is published
 * @param input.streams tokens whose fee streams it holds: lists of tokens omit those that a moderator has
 *   hidden. Anyone can give a stream to a manager that does not manage it, so such tokens are left out
 * @param input.owed accounts that the Data API lists as unpaid; earlier earners are found only there
 * @returns kind `none` for an address that is not a manager of this launchpad
 */
export async function readManager(
  reader: PublicClient,
  input: {
    factories: readonly Address[];
    manager: Address;
    tokens: readonly string[];
    streams?: readonly string[];
    owed: OwedAccounts;
  },
): Promise<ManagerFacts> {
  const { factories, manager, owed } = input;
  const listed = toAddresses(input.tokens);
  const codes = await Promise.all(
    factories.map((factory) =>
      reader.readContract({
        address: factory,
        abi: managerFactoryAbi,
        functionName: "managerKind",
        args: [manager],
      }),
    ),
  );
  // Every deployment has its own factory, and a manager is of one of them.
  const kind = decodeManagerKind(Math.max(0, ...codes));
  if (kind === "none") return { kind };
  const unlisted = toAddresses(input.streams ?? []).filter((token) => !listed.includes(token));
  const tokens = [...listed, ...(await managedOf(reader, manager, unlisted))];
  if (kind === "revenue") return readRevenueManager(reader, manager, tokens, owed);
  if (kind === "static_split")
    return readSplit(reader, manager, { shared: tokens, dropped: [], owed }, kind);
  // This kind lists its tokens on chain, also when no token data is published, but not those that the
  // moderator dropped.
  const shared = await reader.readContract({
    address: manager,
    abi: dynamicAddressFeeSplitManagerAbi,
    functionName: "managedTokens",
  });
  const dropped = tokens.filter((token) => !shared.includes(token));
  return readSplit(reader, manager, { shared, dropped, owed }, kind);
}

function toAddresses(texts: readonly string[]): Address[] {
  return texts.filter((text) => isAddress(text)).map((text) => getAddress(text));
}

/** The tokens that a manager manages: those have a payee. */
async function managedOf(
  reader: PublicClient,
  manager: Address,
  tokens: readonly Address[],
): Promise<Address[]> {
  const payees = await payeesOf(reader, manager, tokens);
  return [...payees].flatMap(([payee, paid]) => (payee === zeroAddress ? [] : paid));
}

async function readRevenueManager(
  reader: PublicClient,
  manager: Address,
  tokens: readonly Address[],
  owed: OwedAccounts,
): Promise<ManagerFacts> {
  const contract = { address: manager, abi: revenueManagerAbi } as const;
  const [owner, protocolFeeBps, recipient] = await Promise.all([
    reader.readContract({ ...contract, functionName: "owner" }),
    reader.readContract({ ...contract, functionName: "protocolFeeBps" }),
    reader.readContract({ ...contract, functionName: "protocolRecipient" }),
  ]);
  const payees = await payeesOf(reader, manager, tokens);
  const formerSharers = formerProtocolRecipients(owed.earners, recipient);
  const sharers = [recipient, ...formerSharers.filter((account) => payees.has(account))];
  const current = await earnersOf(reader, manager, { tokens, sharers, payees });
  const listed = { owed, current, tokens, creatorsEarn: true };
  return {
    kind: "revenue",
    owner,
    protocolFeeBps,
    earners: [
      ...current.map((earner) => ({
        ...earner,
        role: earner.account === recipient ? ("protocol" as const) : ("creator" as const),
        share: null,
      })),
      ...(await unpaidOthers(reader, manager, listed)),
    ],
    isComplete: owed.isComplete,
    tokens,
  };
}

async function readSplit(
  reader: PublicClient,
  manager: Address,
  of: { shared: readonly Address[]; dropped: readonly Address[]; owed: OwedAccounts },
  kind: SplitKind,
): Promise<ManagerFacts> {
  const contract = { address: manager, abi: addressFeeSplitManagerAbi } as const;
  const [owner, creatorFirstBps, recipients] = await Promise.all([
    reader.readContract({ ...contract, functionName: "owner" }),
    reader.readContract({ ...contract, functionName: "creatorFirstBps" }),
    reader.readContract({ ...contract, functionName: "recipients" }),
  ]);
  const shares = new Map(recipients.map(({ account, share }) => [account, share]));
  const { shared, dropped, owed } = of;
  const tokens = [...shared, ...dropped];
  // Creators get a part of their own tokens before the shares apply, and all of the dropped ones.
  const payees = await payeesOf(reader, manager, creatorFirstBps === 0 ? dropped : tokens);
  const current = await earnersOf(reader, manager, { tokens, sharers: [...shares.keys()], payees });
  const listed = { owed, current, tokens, creatorsEarn: creatorFirstBps > 0 };
  return {
    kind,
    owner,
    creatorFirstBps,
    tokens,
    droppedTokens: dropped,
    earners: [
      ...current.map((earner) => {
        const share = shares.get(earner.account) ?? null;
        const role = share === null ? ("creator" as const) : ("recipient" as const);
        return { ...earner, role, share };
      }),
      ...(await unpaidOthers(reader, manager, listed)),
    ],
    isComplete: owed.isComplete,
  };
}

/** The tokens of each account that receives the creator part of one. */
async function payeesOf(
  reader: PublicClient,
  manager: Address,
  tokens: readonly Address[],
): Promise<Map<Address, Address[]>> {
  const contract = { address: manager, abi: revenueManagerAbi, functionName: "payeeOf" } as const;
  const contracts = tokens.map((token) => ({ ...contract, args: [token] as const }));
  const payees = await reader.multicall({ ...BUNDLED_READS, contracts });
  const found = new Map<Address, Address[]>();
  for (const [index, token] of tokens.entries()) {
    const payee = payees[index];
    if (payee !== undefined) found.set(payee, [...(found.get(payee) ?? []), token]);
  }
  return found;
}

/**
 * Reads the amounts that wait for accounts.
 * @param of.tokens whose income `sharers` share
 * @param of.payees accounts that earn from tokens of their own
 */
async function earnersOf(
  reader: PublicClient,
  manager: Address,
  of: {
    tokens: readonly Address[];
    sharers: readonly Address[];
    payees: ReadonlyMap<Address, readonly Address[]>;
  },
): Promise<Pick<ManagerEarner, "account" | "claimableWei">[]> {
  const sharing = of.sharers.map((account) => ({ account, tokens: of.tokens }));
  const paid = [...of.payees].map(([account, tokens]) => ({ account, tokens }));
  const earners = [...sharing, ...paid.filter(({ account }) => !of.sharers.includes(account))];
  const amounts = await claimableOf(reader, manager, earners);
  return earners.map(({ account }, index) => ({ account, claimableWei: amounts[index] ?? 0n }));
}

/** The listed accounts that are owed ETH, without those in `current`. */
async function unpaidOthers(
  reader: PublicClient,
  manager: Address,
  of: {
    owed: OwedAccounts;
    current: readonly { account: Address }[];
    tokens: readonly Address[];
    creatorsEarn: boolean;
  },
): Promise<ManagerEarner[]> {
  const current = of.current.map(({ account }) => account);
  const others = otherEarners(of.owed.earners, { ...of, current });
  const amounts = await claimableOf(reader, manager, others);
  return others
    .map(({ account, role }, index) => {
      return { account, role, share: null, claimableWei: amounts[index] ?? 0n };
    })
    .filter(({ claimableWei }) => claimableWei > 0n);
}
