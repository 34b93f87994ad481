import { and, count, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Hex } from "viem";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import type { Realm } from "@/lib/shared/realm";
import { DISABLED_COUNTED_MS, OLD_SECRETS_MAX, VERIFIED_MS, WEBHOOK_LIMITS } from "../rules/limits";
import { previousSecretsAt } from "../rules/previous-secrets";
import { SUBJECT_ROLE } from "../rules/subject-role";
import { isFull, type Subjects } from "./is-full";
import { webhookDeliveries, webhookSubjects, webhooks } from "./tables";
import { createWebhookRows, type DeliveryRow, type WebhookRow } from "./webhook-rows";

/** The owner whose webhooks a request may see: an account, or a management secret. */
export type WebhookOwner = { accountId: string } | { managementHash: Hex };
export type WebhookQuota = { owner: WebhookOwner; ownerMax: number };

/** Webhooks of one realm, in Postgres: what their owners registered. */
export function createWebhookStore(db: Database, now: () => Date, realm: Realm) {
  const rows = createWebhookRows(now, realm);
  const { hasId, lock, lockQuotas, addDelivery, disableIn } = rows;
  const isOwned = (owner: WebhookOwner) =>
    "accountId" in owner
      ? eq(webhooks.accountId, owner.accountId)
      : eq(webhooks.managementHash, owner.managementHash);

  /**
   * Sends the endpoint a challenge, which it must repeat before it gets events; replaces an earlier
   * one.
   */
  async function startVerification(tx: Executor, webhookId: string, challenge: string) {
    await tx
      .update(webhooks)
      .set({ state: "pending", disabledReason: null, disabledAt: null, challenge })
      .where(hasId(webhookId));
    await tx
      .update(webhookDeliveries)
      .set({ state: "canceled", finishedAt: now() })
      .where(
        and(
          eq(webhookDeliveries.webhookId, webhookId),
          eq(webhookDeliveries.kind, "webhook.verify"),
          eq(webhookDeliveries.state, "waiting"),
        ),
      );
    const eventKey = `verify/${challenge}`;
    const data = { challenge };
    return addDelivery(tx, { webhookId, kind: "webhook.verify", data, eventKey }, VERIFIED_MS);
  }

  async function writeSubjects(tx: Executor, webhookId: string, { tokens, creators }: Subjects) {
    await tx.delete(webhookSubjects).where(eq(webhookSubjects.webhookId, webhookId));
    const subjects = [
      ...tokens.map((subject) => ({ webhookId, role: SUBJECT_ROLE.token, subject })),
      ...creators.map((subject) => ({ webhookId, role: SUBJECT_ROLE.creator, subject })),
    ];
    const all = { webhookId, role: SUBJECT_ROLE.everything, subject: "0x" as const };
    await tx.insert(webhookSubjects).values(subjects.length === 0 ? [all] : subjects);
  }

  async function countWhere(tx: Executor, where: SQL | undefined): Promise<number> {
    const [found] = await tx
      .select({ n: count() })
      .from(webhooks)
      .where(and(eq(webhooks.realm, realm), where));
    return found?.n ?? 0;
  }

  /**
   * Whether a caller has as many other webhooks as it may have. Those that their endpoint disabled do not
   * count after a day: nobody can delete them when their management secret is lost. A webhook that a server
   * of the previous release disabled has no time until the upkeep sets it, and counts until a day after that.
   * @param callers of a webhook: the caller itself, then its networks
   */
  async function isCallerFull(
    tx: Executor,
    { id, callers }: Pick<WebhookRow, "id"> & { callers: readonly string[] },
  ): Promise<boolean> {
    const before = new Date(now().getTime() - DISABLED_COUNTED_MS);
    const counts = sql`not (${webhooks.state} = 'disabled'
      and ${webhooks.disabledReason} in ('gone', 'unreachable')
      and coalesce(${webhooks.disabledAt} < ${before}, false))`;
    for (const [i, caller] of callers.entries()) {
      const max = i === 0 ? WEBHOOK_LIMITS.perCaller : WEBHOOK_LIMITS.perNetwork;
      const isOf = sql`${webhooks.callers} @> array[${caller}]::text[]`;
      if ((await countWhere(tx, and(isOf, counts, ne(webhooks.id, id)))) >= max) return true;
    }
    return false;
  }

  return {
    /**
     * Stores a webhook and sends its endpoint the challenge.
     * @returns null when a quota of its owner or caller is used up; `full` when too many webhooks have one
     * of its subjects
     */
    insert: (
      row: Omit<typeof webhooks.$inferInsert, "realm" | "state" | "createdAt">,
      subjects: Subjects,
      { owner, ownerMax }: WebhookQuota,
    ): Promise<WebhookRow | "full" | null> =>
      db.transaction(async (tx) => {
        await lockQuotas(tx);
        if ((await countWhere(tx, isOwned(owner))) >= ownerMax) return null;
        if (await isCallerFull(tx, { id: row.id, callers: row.callers ?? [] })) return null;
        if (await isFull(tx, { realm, webhookId: row.id, subjects })) return "full";
        const [stored] = await tx
          .insert(webhooks)
          .values({ ...row, realm, state: "pending", createdAt: now() })
          .returning();
        if (stored === undefined) return null;
        await writeSubjects(tx, row.id, subjects);
        await startVerification(tx, row.id, row.challenge);
        return stored;
      }),
    /** Null if there is no such webhook, or it is not the owner's. */
    async find(id: string, owner: WebhookOwner): Promise<WebhookRow | null> {
      const [row] = await db
        .select()
        .from(webhooks)
        .where(and(hasId(id), isOwned(owner)));
      return row ?? null;
    },
    list: (owner: WebhookOwner): Promise<WebhookRow[]> =>
      db
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.realm, realm), isOwned(owner)))
        .orderBy(webhooks.createdAt, webhooks.id),
    subjectsOf: (ids: readonly string[]) => rows.subjectsOf(db, ids),
    /**
     * Changes a webhook.
     * @param found the webhook that the changes were decided for
     * @param changes.subjects replace those it has
     * @param changes.added subjects that it gets events of afterwards and did not before; null without any
     * @param changes.challenge is sent to the endpoint before further events
     * @returns whether it is changed: not when its URL or state has changed meanwhile, when too many
     * webhooks have one of the added subjects, or when it is enabled and the quota of the caller that created
     * it is used up
     */
    update: (
      found: WebhookRow,
      changes: {
        row: Partial<Pick<WebhookRow, "url" | "kinds" | "chains" | "minTradeWei">>;
        subjects: Subjects | null;
        added: Subjects | null;
        challenge: string | null;
        isDisabled: boolean;
      },
    ): Promise<"changed" | "outdated" | "full" | "quota"> =>
      db.transaction(async (tx) => {
        const { id } = found;
        const { added } = changes;
        if (added !== null) await lockQuotas(tx);
        if (!isSameEndpoint(await lock(tx, id), found)) return "outdated";
        const isEnabled = found.state === "disabled" && changes.challenge !== null;
        if (isEnabled && (await isCallerFull(tx, found))) return "quota";
        if (added !== null && (await isFull(tx, { realm, webhookId: id, subjects: added })))
          return "full";
        if (Object.keys(changes.row).length > 0) {
          await tx.update(webhooks).set(changes.row).where(hasId(id));
        }
        if (changes.subjects !== null) await writeSubjects(tx, id, changes.subjects);
        if (changes.isDisabled) await disableIn(tx, id, "owner");
        else if (changes.challenge !== null) await startVerification(tx, id, changes.challenge);
        return "changed";
      }),
    /** Its deliveries are removed in the background. */
    remove: (id: string): Promise<void> =>
      db.transaction(async (tx) => {
        await tx.delete(webhooks).where(hasId(id));
        await tx.delete(webhookSubjects).where(eq(webhookSubjects.webhookId, id));
      }),
    /**
     * Replaces the signing secret. The one before signs as well until `until`, and those before that
     * one until their own end.
     * @returns null, or the time from which it is possible: too many replaced secrets still sign
     */
    rotate: (id: string, { sealed, until }: { sealed: Hex; until: Date }): Promise<Date | null> =>
      db.transaction(async (tx) => {
        const current = await lock(tx, id);
        if (current === null) return null;
        const previous = previousSecretsAt(current, now());
        const oldest = previous.at(-1);
        if (oldest !== undefined && previous.length >= OLD_SECRETS_MAX)
          return new Date(oldest.until);
        const { sealedSecret } = current;
        await tx
          .update(webhooks)
          .set({
            sealedSecret: sealed,
            previousSecrets: [{ sealed: sealedSecret, until: until.toISOString() }, ...previous],
            previousSecret: sealedSecret,
            previousUntil: until,
          })
          .where(hasId(id));
        return null;
      }),
    /** Sends another challenge. Null when the webhook's URL or state has changed meanwhile. */
    verifyAgain: (found: WebhookRow, challenge: string): Promise<DeliveryRow | null> =>
      db.transaction(async (tx) => {
        if (!isSameEndpoint(await lock(tx, found.id), found)) return null;
        return startVerification(tx, found.id, challenge);
      }),
  };
}

/** Whether what was decided for a webhook still holds. */
function isSameEndpoint(current: WebhookRow | null, found: WebhookRow): boolean {
  return current !== null && current.url === found.url && current.state === found.state;
}

export type WebhookStore = ReturnType<typeof createWebhookStore>;
