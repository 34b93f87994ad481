import { z } from "zod";
import type { ManagerPart } from "./events/fee-ledger";

/** Columns of a row about an address in a manager. */
export const roleColumns = z.object({
  is_owner: z.boolean(),
  is_creator: z.boolean(),
  is_recipient: z.boolean(),
  is_protocol: z.boolean(),
});

/** The roles in a row with `roleColumns`. */
export function rolesOf(row: z.output<typeof roleColumns>): ManagerPart["roles"] {
  return {
    owner: row.is_owner,
    creator: row.is_creator,
    recipient: row.is_recipient,
    protocol: row.is_protocol,
  };
}
