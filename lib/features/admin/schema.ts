import { z } from "zod";
import { address, checksumAddress, unixSeconds } from "@/lib/schemas/common";
import { plainText } from "@/lib/schemas/text";
import { ADMIN_ROLES } from "./rules/role";

const adminRole = z.enum(ADMIN_ROLES);

export const adminNonceRequest = z.strictObject({});
export const adminNonceAnswer = z.strictObject({
  nonce: z.string(),
  expiresAt: unixSeconds,
});

export const adminSignInRequest = z.strictObject({
  message: z.string().max(4_000),
  signature: z.string().max(20_000),
});

export const adminSession = z.strictObject({
  address: checksumAddress,
  role: adminRole,
  expiresAt: unixSeconds,
});
export type AdminSessionAnswer = z.infer<typeof adminSession>;

export const adminSessionState = z.strictObject({ admin: adminSession.nullable() });

export const done = z.strictObject({ success: z.literal(true) });

/** Why an action is done; it is stored in the audit log. */
export const reason = plainText({ min: 3, max: 500 });

export const actionParams = z.object({ action: z.string().max(100) });
/**
 * The action has the schema of `input`: one of the `…Input`, `…Decision` and `…Restore` schemas. These ignore
 * unknown fields at every depth: during an update, a page of the next release may send more.
 */
export const actionRequest = z.strictObject({ reason, input: z.unknown() });

const auditEntry = z.strictObject({
  id: z.number().int().positive(),
  at: z.iso.datetime(),
  /** null: the launchpad itself, by a rule that the operator has chosen. */
  admin: checksumAddress.nullable(),
  role: z.enum([...ADMIN_ROLES, "system"]),
  action: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  requestId: z.string(),
});
export type AuditEntryAnswer = z.infer<typeof auditEntry>;

export const actionAnswer = z.strictObject({ success: z.literal(true), entry: auditEntry });

export const auditQuery = z.object({
  /** Only entries before this id. */
  before: z.coerce.number().int().positive().optional(),
  action: z.string().max(100).optional(),
  target: z.string().max(200).optional(),
  admin: address.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const auditList = z.strictObject({
  entries: z.array(auditEntry),
  /** Pass as `before` for the next page; null on the last one. */
  next: z.number().int().positive().nullable(),
});

export const endAdminSessionsInput = z.object({ address });
