import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import { CHAIN_SLUGS, CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { isBlockInForce } from "./find-blocks";
import { blockOfKey, type CreatorBlock, normalizeBlock } from "./rules/moderation";
import { writeOpenCursor } from "./rules/open-position";
import type { ModerationQueue, moderationQuery, QueueItem, QueueToken } from "./schema";
import type { LaunchOrigin } from "./store/create-launch-origins";
import { OPEN_PAGE, type ReportGroup } from "./store/list-open";
import type { ReportedToken } from "./store/list-tokens";

type Ctx = Pick<
  ServiceContext,
  "decisions" | "launchOrigins" | "market" | "moderation" | "reports" | "serverWallet"
>;

const NO_DECISIONS: Awaited<ReturnType<Ctx["moderation"]["listDecisions"]>> = {
  tokens: [],
  pictures: [],
  videos: [],
  creators: [],
};

/** A page of the moderators' queue: open reports and appeals by target, and the decisions in force. */
export async function listModeration({
  ctx,
  input: { search, cursor },
}: {
  ctx: Ctx;
  input: z.output<typeof moderationQuery>;
}): Promise<ModerationQueue> {
  await ctx.decisions.refresh();
  const [{ total, groups: found }, decisions] = await Promise.all([
    ctx.reports.listOpen({ search, after: cursor, limit: OPEN_PAGE + 1 }),
    cursor === undefined ? ctx.moderation.listDecisions(search) : NO_DECISIONS,
  ]);
  const groups = found.slice(0, OPEN_PAGE);
  const last = groups.at(-1);
  const items: QueueItem[] = [];
  // One after the other: a page of the console must not take all database connections.
  for (const group of groups) items.push(await renderItem(ctx, group));
  return {
    items,
    total,
    nextCursor: found.length > OPEN_PAGE && last !== undefined ? writeOpenCursor(last) : null,
    decisions: {
      tokens: decisions.tokens.flatMap(({ chainId, at, ...rest }) => {
        const chain = slugOf(chainId);
        return chain === null ? [] : [{ chain, at: at.toISOString(), ...rest }];
      }),
      pictures: decisions.pictures.map(dated),
      videos: decisions.videos.map(dated),
      creators: decisions.creators.map(dated),
    },
  };
}

function dated<Row extends { at: Date }>(row: Row): Omit<Row, "at"> & { at: string } {
  return { ...row, at: row.at.toISOString() };
}

async function renderItem(ctx: Ctx, group: ReportGroup): Promise<QueueItem> {
  const { kind, key, count, appealCount, newest } = group;
  const block = kind === "creator" ? blockOfKey(key) : null;
  const [{ tokens, hasMore }, textless, reasons, evidence, appeals] = await Promise.all([
    listTokens(ctx, group),
    ctx.reports.findTextless(group),
    ctx.reports.countReasons(group),
    ctx.reports.listReports(group),
    ctx.reports.listAppeals(group),
  ]);
  const [first] = tokens;
  return {
    kind,
    key,
    block,
    tokens,
    hasMoreTokens: hasMore,
    count,
    appealCount,
    reasons,
    chain: first?.chain ?? null,
    tokenAddress: first?.address ?? null,
    token: first?.token ?? null,
    jobId: first?.jobId ?? null,
    blocks: first?.blocks ?? (block === null ? [] : [block]),
    state: await stateOf(ctx, group, block, first ?? null),
    textless,
    newestAt: newest.toISOString(),
    reports: evidence.map(({ id, at, reason, details, email }) => ({
      id,
      reason,
      details,
      email,
      at: at.toISOString(),
    })),
    appeals: appeals.map(({ id, at, details, email, isCreator }) => ({
      id,
      details,
      email,
      isCreator,
      at: at.toISOString(),
    })),
  };
}

/** The tokens of an entry, without those of chains that this release does not know. */
async function listTokens(
  ctx: Ctx,
  target: ReportGroup,
): Promise<{ tokens: QueueToken[]; hasMore: boolean }> {
  const { tokens, hasMore } = await ctx.reports.listTokens(target);
  const rendered: QueueToken[] = [];
  for (const one of tokens) {
    const chain = slugOf(one.chainId);
    if (chain !== null) rendered.push({ chain, ...(await renderToken(ctx, one)) });
  }
  return { tokens: rendered, hasMore };
}

/** A reported token and its creator. */
async function renderToken(
  ctx: Ctx,
  { chainId, address, count }: ReportedToken,
): Promise<Omit<QueueToken, "chain">> {
  const [row, origin, launch] = await Promise.all([
    ctx.market.findToken({ chainId, address }),
    ctx.market.findOrigin({ chainId, address }),
    ctx.launchOrigins.find({ chainId, address }),
  ]);
  const known = row === null || origin === null ? null : { ...row, origin };
  const state = ctx.decisions.tokenOf(chainId, address, null)?.state ?? null;
  const picture = known?.origin.image ?? null;
  return {
    address,
    count,
    token: known && {
      name: known.name,
      symbol: known.symbol,
      creator: known.origin.creator,
      picture,
    },
    jobId: launch?.jobId ?? null,
    blocks: blocksOf(ctx, origin?.creator ?? null, launch),
    state: state === "picture_removed" ? null : state,
    isPictureRemoved: picture !== null && ctx.decisions.isRemoved(picture),
  };
}

/** The blocks that would match the creator of a token. */
function blocksOf(
  ctx: Pick<Ctx, "serverWallet">,
  creator: string | null,
  launch: LaunchOrigin | null,
): CreatorBlock[] {
  const isOwn = creator?.toLowerCase() === ctx.serverWallet.toLowerCase();
  const wallet = creator === null || isOwn ? null : normalizeBlock("wallet", creator);
  const network = launch?.network ? normalizeBlock("network", launch.network) : null;
  return [wallet, launch?.creator, network].flatMap((one) => one ?? []);
}

async function stateOf(
  ctx: Ctx,
  { kind, key }: ReportGroup,
  block: CreatorBlock | null,
  token: QueueToken | null,
): Promise<QueueItem["state"]> {
  if (kind === "picture") return ctx.decisions.isRemoved(key) ? "picture_removed" : null;
  if (kind === "video") return ctx.decisions.videoRemoval(key) === null ? null : "video_removed";
  if (kind === "creator") {
    return block !== null && (await isBlockInForce(ctx, block)) ? "blocked" : null;
  }
  return token?.state ?? null;
}

function slugOf(chainId: number): ChainSlug | null {
  return CHAIN_SLUGS.find((slug) => CHAINS[slug].chainId === chainId) ?? null;
}
