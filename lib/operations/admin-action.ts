import type { z } from "zod";
import type { AdminRole } from "@/lib/features/admin/rules/role";

/**
 * A change that the operator's console offers: `POST /api/admin/actions/{name}` with
 * `{ reason, input }`. `lib/endpoints/admin/actions.ts` binds it to what it does; the API checks the
 * role, parses the input, and records the change in the audit log in the same database transaction.
 */
export type AdminAction<Input extends z.ZodType = z.ZodType, Name extends string = string> = {
  /** `thing.verb`; permanent, because the audit log refers to it. */
  name: Name;
  role: AdminRole;
  input: Input;
};

/** Keeps the types of a definition; the table of all actions is `admin-actions.ts`. */
export function adminAction<Input extends z.ZodType, const Name extends string>(
  action: AdminAction<Input, Name>,
): AdminAction<Input, Name> {
  return action;
}
