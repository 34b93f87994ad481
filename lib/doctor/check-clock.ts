import type { Database } from "@/lib/drivers/db/create-database";
import { type Finding, ok, warning } from "./finding";

/** Clocks that are synchronized differ by less than a second. */
const DIFFERENCE_SECONDS_MAX = 10;

/**
 * Compares the clock of this machine with the database's. Servers read each other's times from it: when
 * a webhook is due, when a session began, when a request counts towards a limit.
 * @returns null when the database does not respond, which has its own check
 */
export async function checkClock(db: Database): Promise<Finding | null> {
  const check = { check: "clock", variable: null };
  const askedAt = Date.now();
  const found = await db.$client
    .query<{ ms: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms",
    )
    .catch(() => null);
  const ms = found?.rows[0]?.ms;
  if (ms === undefined) return null;
  // The database read its clock at some time in between.
  const aheadMs = Math.max(0, askedAt - ms) - Math.max(0, ms - Date.now());
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (seconds <= DIFFERENCE_SECONDS_MAX) {
    return ok({ ...check, found: "agrees with the database's" });
  }
  const direction = aheadMs > 0 ? "ahead of" : "behind";
  return warning({
    ...check,
    found: `${seconds} seconds ${direction} the database's; limits, sessions and webhooks of servers whose clocks differ are early or late`,
    remedy: "Synchronize the clocks of all machines with NTP (timedatectl set-ntp true)",
  });
}
