import { AppError } from "@/lib/shared/errors";

/**
 * Throws when a decision was made about something that another decision has changed meanwhile. Runs in
 * the transaction of the change, which then has no effect.
 * @param seen the state that the moderator saw; undefined when the request names none
 * @throws AppError conflict
 */
export function requireSeen(present: string | null, seen: string | null | undefined): void {
  if (seen === undefined || seen === present) return;
  const now = `The state is now ${present ?? "undecided"}, not the one that the page showed.`;
  throw new AppError("conflict", `${now} Nothing was changed. Close the dialog and check again.`);
}
