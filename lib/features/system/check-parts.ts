import type { ServiceContext } from "@/lib/context";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import type { AccountReader } from "@/lib/drivers/chain/readers/create-account-reader";
import type { DatabaseState } from "@/lib/drivers/db/check-database";
import { IMAGE_LIMITS } from "@/lib/features/media/rules/image";
import { walletOf } from "@/lib/features/transactions/store/create-signed-transaction-store";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { shareFor } from "@/lib/shared/share-for";
import { within } from "@/lib/support/within";

/** `stalled`: it responds, but does not mine our transactions. */
export type NodeState = "ok" | "down" | "stalled";

/** Whether a node responds with the id of its chain, as a stalled one does. */
export const doesAnswer = (node: { state: NodeState }): boolean => node.state !== "down";

/** Health of the dependencies. */
export type Parts = {
  nodes: { chain: ChainSlug; state: NodeState }[];
  database: DatabaseState;
  limiter: boolean;
  /** Null if its state is unknown. */
  engine: boolean | null;
  /** Null if content is stored on this machine. */
  ipfs: boolean | null;
  /** Whether the latest image was classified; null if unknown. */
  moderation: boolean | null;
  /** Whether the latest files were stored and read, and the disk can be written; null if unknown. */
  storage: boolean | null;
  /** Whether the storage budget has room for any image, if unused uploads are removed; null if unknown. */
  hasRoom: boolean | null;
};

/** Concurrent and later requests share one check for this long; it queries every dependency. */
const SHARED_MS = 1_000;
/** Once the storage budget is used up, a check looks for uploads that can be removed, which takes a while. */
const ROOM_SHARED_MS = 60_000;
/** A dependency without an answer for this long counts as down. */
const ANSWER_MS_MAX = 1_500;
/** A node is stalled if its newest block and the oldest pending transaction are older than this. */
const STALLED_SECONDS = 60;

export type PartsContext = Pick<
  ServiceContext,
  | "assets"
  | "chains"
  | "checkDatabase"
  | "classifier"
  | "clock"
  | "isIpfsHealthy"
  | "jobs"
  | "limiter"
  | "signedTransactions"
  | "storage"
>;

type Checked = { check: () => Promise<Parts>; latest: Parts | null };
const checked = new WeakMap<object, Checked>();

/** Checks each dependency, at most once per second; takes about 1.5 seconds at most. */
export function checkParts({ ctx }: { ctx: PartsContext }): Promise<Parts> {
  return checkedBy(ctx).check();
}

/** The latest result of `checkParts`; null before the first one. */
export function latestParts({ ctx }: { ctx: PartsContext }): Parts | null {
  return checkedBy(ctx).latest;
}

/** All contexts of a process share its limiter, and so their checks. */
function checkedBy(ctx: PartsContext): Checked {
  const known = checked.get(ctx.limiter);
  if (known !== undefined) return known;
  const hasRoom = shareFor(ROOM_SHARED_MS, () => ctx.assets.hasRoom(IMAGE_LIMITS.bytesMax));
  const created: Checked = {
    latest: null,
    check: shareFor(SHARED_MS, async () => {
      const parts = await queryParts(ctx, hasRoom);
      created.latest = parts;
      return parts;
    }),
  };
  checked.set(ctx.limiter, created);
  return created;
}

async function queryParts(ctx: PartsContext, findRoom: () => Promise<boolean>): Promise<Parts> {
  const inTime = <T>(otherwise: T, work: Promise<T>) => within(ANSWER_MS_MAX, otherwise, work);
  const [nodes, database, limiter, engine, ipfs, hasRoom] = await Promise.all([
    Promise.all(
      CHAIN_SLUGS.flatMap((slug) => {
        const chain = ctx.chains[slug];
        if (chain === undefined) return [];
        const state = inTime<NodeState>("down", checkNode(ctx, chain));
        return [state.then((found) => ({ chain: slug, state: found }))];
      }),
    ),
    inTime<DatabaseState>("down", ctx.checkDatabase()),
    inTime(false, ctx.limiter.isHealthy()),
    inTime<boolean | null>(false, ctx.jobs.isHealthy()),
    inTime<boolean | null>(false, ctx.isIpfsHealthy()),
    inTime<boolean | null>(null, findRoom()),
  ]);
  const [moderation, storage] = [ctx.classifier.isHealthy(), ctx.storage.isHealthy()];
  return { nodes, database, limiter, engine, ipfs, moderation, storage, hasRoom };
}

/** Whether a node responds and mines our transactions. */
async function checkNode(
  ctx: Pick<ServiceContext, "clock" | "signedTransactions">,
  chain: ChainIdentity & ServerSigner & AccountReader,
): Promise<NodeState> {
  const unmined = within(
    ANSWER_MS_MAX / 2,
    [],
    ctx.signedTransactions.listUnsettled(walletOf(chain)),
  );
  if (!(await chain.isHealthy())) return "down";
  const nowSeconds = ctx.clock.now().getTime() / 1_000;
  const isOld = (seconds: number) => nowSeconds - seconds > STALLED_SECONDS;
  // The database has its own check.
  if (!(await unmined).some(({ createdAt }) => isOld(createdAt.getTime() / 1_000))) return "ok";
  return isOld(Number(await chain.timestamp())) ? "stalled" : "ok";
}
