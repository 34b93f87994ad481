import { CSV_MARK, csvCell } from "@/lib/shared/text/csv";
import type { AdminRole } from "./role";

/** A value that JSON can represent. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** The change of an action. `target` names its object, such as `chain:base`. */
export type Change = { target: string; before: JsonValue; after: JsonValue };

/** A row of the audit log. */
export type AuditEntry = Change & {
  id: number;
  at: Date;
  /** null: the launchpad itself, by a rule that the operator has chosen. */
  admin: `0x${string}` | null;
  role: AdminRole | "system";
  action: string;
  reason: string;
  requestId: string;
};

const COLUMNS = [
  "id",
  "at",
  "admin",
  "role",
  "action",
  "target",
  "before",
  "after",
  "reason",
  "requestId",
] as const;

/** The start of the audit log as CSV: the mark and the first line. */
export const AUDIT_CSV_HEAD = `${CSV_MARK}${COLUMNS.join(",")}\r\n`;

/** A line of the audit log as CSV (RFC 4180). */
export function auditCsvLine(entry: AuditEntry): string {
  const cells = { ...entry, admin: entry.admin ?? "" };
  return `${COLUMNS.map((column) => csvCell(textOf(cells[column]))).join(",")}\r\n`;
}

/** A line of the audit log as NDJSON. */
export function auditJsonLine(entry: AuditEntry): string {
  return `${JSON.stringify(Object.fromEntries(COLUMNS.map((column) => [column, entry[column]])))}\n`;
}

function textOf(value: JsonValue | Date): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" ? value : JSON.stringify(value);
}
