import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/shared/errors";
import { X_API_URL } from "@/lib/shared/identity";
import { createVendor, SYSTEM_TIMING, type Timing } from "@/lib/support/calls/create-vendor";
import { findFarcasterUser } from "./find-farcaster-user";
import { findXUser } from "./find-x-user";
import type { FarcasterUser, XUser } from "./person-types";

const FARCASTER_NAMES_URL = "https://fnames.farcaster.xyz";
const TIMEOUT_MS = 5_000;
/**
 * X and Farcaster limit lookups. When a username changes hands, launches pay the new owner after this time, or as
 * soon as the new owner signs in.
 */
const REMEMBERED_MS = 10 * 60_000;
/** A new username is found after this; repeated requests with an unknown one cost no lookup until then. */
const NOBODY_REMEMBERED_MS = 60_000;
const REMEMBERED_MAX = 10_000;

/**
 * Looks up usernames at X and in the Farcaster name registry. Usernames must be normalised. Both
 * methods throw AppError: invalid_body for an unknown username, unsupported_operation when this
 * server cannot look it up, dependency_unavailable, internal_error. `beforeLookup` runs before a request
 * to the network, and what it throws is thrown; remembered usernames need none.
 * @param options.xBearerToken app-only token of the X API; required to look up X users
 */
export function createIdentityDirectory(options: {
  xBearerToken: string | null;
  xApiUrl?: string | undefined;
  farcasterNamesUrl?: string | undefined;
  timeoutMs?: number;
  rememberedMs?: number;
  rememberedMax?: number;
  timing?: Timing;
}) {
  const { xBearerToken, timeoutMs = TIMEOUT_MS, timing = SYSTEM_TIMING } = options;
  const { rememberedMs: lifetimeMs = REMEMBERED_MS, rememberedMax: max = REMEMBERED_MAX } = options;
  const apiUrl = withoutSlash(options.xApiUrl ?? X_API_URL);
  const namesUrl = withoutSlash(options.farcasterNamesUrl ?? FARCASTER_NAMES_URL);
  const x = createVendor("X user directory", timing);
  const farcaster = createVendor("Farcaster name registry", timing);
  const xUsers = createMemory<XUser>({ lifetimeMs, max, timing });
  const farcasterUsers = createMemory<FarcasterUser>({ lifetimeMs, max, timing });
  return {
    async findXUser(username: string, beforeLookup = countNothing): Promise<LookedUp<XUser>> {
      if (xBearerToken === null) {
        throw new AppError("unsupported_operation", "X usernames are not supported by this server");
      }
      const user = await xUsers(username, async () => {
        await beforeLookup();
        return x.run(() =>
          findXUser(username, { apiUrl, bearerToken: xBearerToken, timeoutMs, now: timing.now() }),
        );
      });
      return user ?? nobody(username, "X");
    },
    async findFarcasterUser(
      username: string,
      beforeLookup = countNothing,
    ): Promise<LookedUp<FarcasterUser>> {
      const user = await farcasterUsers(username, async () => {
        await beforeLookup();
        return farcaster.run(() =>
          findFarcasterUser(username, { namesUrl, timeoutMs, now: timing.now() }),
        );
      });
      return user ?? nobody(username, "Farcaster");
    },
  };
}

export type IdentityDirectory = ReturnType<typeof createIdentityDirectory>;

/** Remembered users have the time of their lookup. */
type LookedUp<User> = User & { lookedUpAt: Date };

async function countNothing(): Promise<void> {}

/**
 * Remembers users for a time, and for a shorter one that there is no such user. Callers can make up
 * usernames; these displace no user.
 */
function createMemory<User>({
  lifetimeMs,
  max,
  timing,
}: {
  lifetimeMs: number;
  max: number;
  timing: Timing;
}) {
  const users = new LRUCache<string, { user: LookedUp<User>; until: number }>({ max });
  const nobodies = new LRUCache<string, { until: number }>({ max });
  return async (
    username: string,
    find: () => Promise<User | null>,
  ): Promise<LookedUp<User> | null> => {
    const lookedUpAt = timing.now();
    const now = lookedUpAt.getTime();
    const known = users.get(username);
    if (known !== undefined && now < known.until) return known.user;
    if (now < (nobodies.get(username)?.until ?? 0)) return null;
    const found = await find();
    if (found === null) {
      users.delete(username);
      nobodies.set(username, { until: now + Math.min(lifetimeMs, NOBODY_REMEMBERED_MS) });
      return null;
    }
    const user = { ...found, lookedUpAt };
    users.set(username, { user, until: now + lifetimeMs });
    return user;
  };
}

function nobody(username: string, network: string): never {
  throw new AppError("invalid_body", `${username} is not a user of ${network}`);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
