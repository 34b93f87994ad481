import type { ServiceContext } from "@/lib/context";
import type { ContentChange } from "@/lib/features/media/store/tables";

type Ctx = Pick<ServiceContext, "content" | "contentChanges" | "ipfs" | "log">;

/** Changes of one sweep; the rest follows in the next one. */
const CHANGES_MAX = 500;
/** After so many failures the store is down; each attempt would wait for it. */
const FAILURES_MAX = 3;

const CHANGES: Record<ContentChange, (ctx: Ctx, cid: string) => Promise<void>> = {
  remove: (ctx, cid) => ctx.ipfs.remove(cid),
  // A copy of content that nobody approved would be served without moderation, because it is stored here.
  withdraw: async (ctx, cid) => ctx.ipfs.withdraw(cid, await ctx.content.isApproved(cid)),
  async publish(ctx, cid) {
    if (!(await ctx.content.isApproved(cid))) return;
    if (await ctx.ipfs.publish(cid)) return;
    ctx.log.warn({ cid }, "content is not published again: it is neither stored here nor found");
  },
};

/**
 * Removes, withdraws and publishes content as requested. A change that fails is logged and repeated, and
 * does not delay the others.
 */
export async function applyContentChanges({ ctx }: { ctx: Ctx }): Promise<void> {
  let failures = 0;
  for (const cid of await ctx.contentChanges.listDue(CHANGES_MAX)) {
    if (!(await applyContentChange({ ctx, input: { cid } }))) failures += 1;
    if (failures >= FAILURES_MAX) return;
  }
}

/**
 * Applies the requested change of one CID. A failure is logged, and the sweep repeats it.
 * @returns whether nothing failed
 */
export async function applyContentChange({
  ctx,
  input: { cid },
}: {
  ctx: Ctx;
  input: { cid: string };
}): Promise<boolean> {
  try {
    await ctx.contentChanges.apply(cid, (change) => CHANGES[change](ctx, cid));
    return true;
  } catch (error) {
    ctx.log.error({ err: error, cid }, "a change of stored content failed; it is repeated");
    await ctx.contentChanges.postpone(cid);
    return false;
  }
}
