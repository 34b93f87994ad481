import type { ServiceContext } from "@/lib/context";
import { AUDIT_CSV_HEAD, type AuditEntry, auditCsvLine, auditJsonLine } from "./rules/audit";
import type { AuditEntryAnswer } from "./schema";
import type { AuditFilter } from "./store/create-audit-log";

const EXPORTED_AT_ONCE = 500;

/** A page of the audit log, newest entries first. */
export async function listAuditLog({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "auditLog">;
  input: AuditFilter;
}): Promise<{ entries: AuditEntryAnswer[]; next: number | null }> {
  const found = await ctx.auditLog.list({ ...input, limit: input.limit + 1 });
  const entries = found.slice(0, input.limit).map(renderEntry);
  return { entries, next: found.length > input.limit ? (entries.at(-1)?.id ?? null) : null };
}

/** The whole audit log as CSV or NDJSON, newest entries first. */
export async function* exportAuditLog({
  ctx,
  input: { format },
}: {
  ctx: Pick<ServiceContext, "auditLog">;
  input: { format: "csv" | "ndjson" };
}): AsyncGenerator<Buffer> {
  if (format === "csv") yield Buffer.from(AUDIT_CSV_HEAD);
  const line = format === "csv" ? auditCsvLine : auditJsonLine;
  let before: number | undefined;
  for (;;) {
    const entries = await ctx.auditLog.list({ before, limit: EXPORTED_AT_ONCE });
    if (entries.length > 0) yield Buffer.from(entries.map(line).join(""));
    if (entries.length < EXPORTED_AT_ONCE) return;
    before = entries.at(-1)?.id;
  }
}

export function renderEntry(entry: AuditEntry): AuditEntryAnswer {
  return { ...entry, at: entry.at.toISOString() };
}
