import { and, count, eq, gte, inArray, ne, or } from "drizzle-orm";
import type { Hex } from "viem";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { Realm } from "@/lib/shared/realm";
import { WEBHOOK_LIMITS } from "../rules/limits";
import { SUBJECT_ROLE } from "../rules/subject-role";
import { isReceiving } from "./add-deliveries";
import { webhookSubjects, webhooks } from "./tables";

/** The tokens and creators that a webhook names; none: all tokens. */
export type Subjects = { tokens: Hex[]; creators: Hex[] };

/** Whether one of the subjects has as many other webhooks that get events as one may have. */
export async function isFull(
  tx: Executor,
  {
    realm,
    webhookId,
    subjects: { tokens, creators },
  }: { realm: Realm; webhookId: string; subjects: Subjects },
): Promise<boolean> {
  const { role, subject } = webhookSubjects;
  const isSubject =
    tokens.length + creators.length === 0
      ? eq(role, SUBJECT_ROLE.everything)
      : or(
          and(eq(role, SUBJECT_ROLE.token), inArray(subject, tokens)),
          and(eq(role, SUBJECT_ROLE.creator), inArray(subject, creators)),
        );
  const isOther = ne(webhooks.id, webhookId);
  const full = await tx
    .select({ role })
    .from(webhookSubjects)
    .innerJoin(webhooks, eq(webhooks.id, webhookSubjects.webhookId))
    .where(and(isSubject, isOther, isReceiving(realm)))
    .groupBy(role, subject)
    .having(gte(count(), WEBHOOK_LIMITS.perSubject))
    .limit(1);
  return full.length > 0;
}
