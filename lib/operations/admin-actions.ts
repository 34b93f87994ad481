import { endAdminSessions } from "@/lib/features/admin/operations";

/**
 * Every change that the operator's console offers, by its name. To add one: define it with
 * `adminAction` in the operations of its feature, list it here, and bind it in
 * `lib/endpoints/admin/actions.ts`.
 */
export const ADMIN_ACTIONS = {
  [endAdminSessions.name]: endAdminSessions,
} as const;

export type AdminActionName = keyof typeof ADMIN_ACTIONS;
