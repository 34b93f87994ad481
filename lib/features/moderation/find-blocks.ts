import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { IDENTITY_TYPES, type Identity } from "@/lib/shared/identity";
import { ipOf } from "./rules/ip-of";
import { type CreatorBlock, normalizeBlock } from "./rules/moderation";

export type FindBlocksContext = Pick<ServiceContext, "accounts" | "decisions" | "moderation">;

/** The attributes of a launch that can be blocked. */
export type Launcher = {
  /** The creator as named in the request and as a wallet, and the wallet that pays. */
  creators: readonly CreatorBlock[];
  /** Links of the token. */
  links: readonly string[];
  /** IP address of the sender; null for requests of our own programs. */
  address: string | null;
};

/**
 * The blocks in force that match a launch. Appeals use it as well, so they find the same blocks.
 */
export async function findBlocks(
  ctx: FindBlocksContext,
  { creators, links, address }: Launcher,
): Promise<CreatorBlock[]> {
  await ctx.decisions.ready();
  const users = [...creators, ...(await usersOf(ctx, creators))];
  const emails = users.flatMap(({ type, value }) =>
    type === "email" ? [value.slice(value.lastIndexOf("@") + 1)] : [],
  );
  const hosts = links.flatMap((link) => (URL.canParse(link) ? [new URL(link).hostname] : []));
  const domains = [...emails, ...hosts]
    .flatMap(domainsOf)
    .flatMap((domain) => normalizeBlock("domain", domain) ?? []);
  const candidates = [...users, ...domains];
  const listed = ctx.decisions.list().blocks;
  const named = listed.filter((one) => candidates.some((candidate) => isSame(one, candidate)));
  const networks = listed.flatMap(({ type, value }) => (type === "network" ? [value] : []));
  const sender = address === null ? null : ipOf(address);
  const found = await ctx.moderation.findBlocked(candidates, sender, networks);
  // An entry of the operator's file may be a decision of a moderator as well.
  return [...found, ...named].filter(
    (block, at, all) => all.findIndex((one) => isSame(one, block)) === at,
  );
}

/** Whether this block is in force, by a moderator or by the operator's block list file. */
export async function isBlockInForce(
  ctx: Pick<ServiceContext, "decisions" | "moderation">,
  block: CreatorBlock,
): Promise<boolean> {
  await ctx.decisions.ready();
  if (isListedBlock(ctx, block)) return true;
  return (await ctx.moderation.findBlocked([block], null, [])).length > 0;
}

/** Whether the operator's block list file has this block. */
export function isListedBlock(
  ctx: Pick<ServiceContext, "decisions">,
  block: CreatorBlock,
): boolean {
  return ctx.decisions.list().blocks.some((one) => isSame(one, block));
}

/**
 * The blocks that would match a launch with this creator and payer: the identity, its wallet if it
 * has one, and the payer.
 */
export async function creatorsOf(
  ctx: Pick<ServiceContext, "wallets">,
  { creator, from }: { creator: Identity | null; from: Address | null },
): Promise<CreatorBlock[]> {
  const wallet = creator === null ? null : await ctx.wallets.find(creator);
  return [
    creator === null ? null : normalizeBlock(creator.type, creator.id),
    wallet === null ? null : normalizeBlock("wallet", wallet.address),
    from === null ? null : normalizeBlock("wallet", from),
  ].flatMap((one) => one ?? []);
}

export function isSame(one: CreatorBlock, other: CreatorBlock): boolean {
  return one.type === other.type && one.value === other.value;
}

/**
 * The ids of X and Farcaster users among these creators, so that a block of one outlives its
 * name, and the email addresses of managed wallets.
 */
async function usersOf(
  ctx: Pick<ServiceContext, "accounts">,
  creators: readonly CreatorBlock[],
): Promise<CreatorBlock[]> {
  const named = creators.flatMap(({ type, value }) => {
    const known = IDENTITY_TYPES.find((one) => one === type);
    return known === undefined ? [] : [{ type: known, id: value }];
  });
  const found = await ctx.accounts.stableIdsOf(named);
  return found.flatMap(({ type, id }) => {
    if (type === "wallet") return [];
    return normalizeBlock(type === "email" ? type : `${type}_id`, id) ?? [];
  });
}

/** `a.b.example.com` and the domains above it. */
function domainsOf(host: string): string[] {
  const parts = host.toLowerCase().replace(/\.$/, "").split(".");
  return parts.slice(0, -1).map((_, at) => parts.slice(at).join("."));
}
