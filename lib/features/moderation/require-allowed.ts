import type { ServiceContext } from "@/lib/context";
import { isCid } from "@/lib/shared/cid";
import { AppError } from "@/lib/shared/errors";
import { IDENTITY_TYPES } from "@/lib/shared/identity";
import { readFingerprints } from "./read-fingerprints";
import { ipOf } from "./rules/ip-of";
import { type CreatorBlock, normalizeBlock } from "./rules/moderation";

export type RequireCreatorContext = Pick<ServiceContext, "accounts" | "decisions" | "moderation">;

type Allowed = {
  /** The creator as named in the request and as a wallet. */
  creators: readonly CreatorBlock[];
  /** Links of the token. */
  links: readonly string[];
  /** IP address of the sender; null for requests of our own programs. */
  address: string | null;
};

/**
 * Rejects a launch of a blocked creator.
 * @throws AppError creator_blocked
 */
export async function requireAllowedCreator(
  ctx: RequireCreatorContext,
  { creators, links, address }: Allowed,
): Promise<void> {
  await ctx.decisions.ready();
  const emails = creators.flatMap(({ type, value }) =>
    type === "email" ? [value.slice(value.lastIndexOf("@") + 1)] : [],
  );
  const hosts = links.flatMap((link) => (URL.canParse(link) ? [new URL(link).hostname] : []));
  const domains = [...emails, ...hosts].flatMap(domainsOf).flatMap((domain) => {
    const block = normalizeBlock("domain", domain);
    return block === null ? [] : [block];
  });
  const candidates = [...creators, ...(await idsOf(ctx, creators)), ...domains];
  const listed = ctx.decisions.list().blocks;
  const isListed = listed.some(({ type, value }) =>
    candidates.some((one) => one.type === type && one.value === value),
  );
  const networks = listed.flatMap(({ type, value }) => (type === "network" ? [value] : []));
  const sender = address === null ? null : ipOf(address);
  if (!isListed && !(await ctx.moderation.isBlocked(candidates, sender, networks))) return;
  throw new AppError(
    "creator_blocked",
    "The operator of this launchpad has blocked this creator. Nothing was queued.",
  );
}

/**
 * Rejects a picture that was removed, and a stored copy of one.
 * @throws AppError content_removed, or the failure of storage
 */
export async function requireAllowedPicture(
  ctx: Pick<ServiceContext, "decisions" | "images" | "ipfs" | "log">,
  cid: string,
): Promise<void> {
  if (!isCid(cid)) return;
  await ctx.decisions.ready();
  if (ctx.decisions.isRemoved(cid)) throw contentRemoved();
  if (!ctx.decisions.hasFingerprints()) return;
  if (ctx.decisions.isCopy(await readFingerprints(ctx, cid))) throw contentRemoved();
}

/** The error for a removed picture and its copies. */
export function contentRemoved(): AppError {
  return new AppError("content_removed", "The operator of this launchpad has removed this picture");
}

/** The ids of X and Farcaster users, so that a block of one outlives its name. */
async function idsOf(
  ctx: Pick<ServiceContext, "accounts">,
  creators: readonly CreatorBlock[],
): Promise<CreatorBlock[]> {
  const named = creators.flatMap(({ type, value }) => {
    const known = IDENTITY_TYPES.find((one) => one === type);
    return known === undefined ? [] : [{ type: known, id: value }];
  });
  const found = await ctx.accounts.stableIdsOf(named);
  return found.flatMap(({ type, id }) => {
    if (type !== "twitter" && type !== "farcaster") return [];
    return normalizeBlock(`${type}_id`, id) ?? [];
  });
}

/** `a.b.example.com` and the domains above it. */
function domainsOf(host: string): string[] {
  const parts = host.toLowerCase().replace(/\.$/, "").split(".");
  return parts.slice(0, -1).map((_, at) => parts.slice(at).join("."));
}
