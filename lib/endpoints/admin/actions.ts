import { endAdminSessions } from "@/lib/features/admin/end-admin-sessions";
import { ADMIN_ACTIONS, type AdminActionName } from "@/lib/operations/admin-actions";
import { AppError } from "@/lib/shared/errors";
import { type BoundAction, bindAction } from "./bind-action";

/** Binds every action to what it does. A missing entry is a type error. */
const BOUND: { [Name in AdminActionName]: BoundAction } = {
  "sessions.end": bindAction(ADMIN_ACTIONS["sessions.end"], endAdminSessions),
};

/** @throws AppError not_found */
export function findBoundAction(name: string): BoundAction {
  if (!isActionName(name)) throw new AppError("not_found", "There is no such action");
  return BOUND[name];
}

function isActionName(name: string): name is AdminActionName {
  return Object.hasOwn(BOUND, name);
}
