import { AppError } from "@/lib/shared/errors";
import { createVendor, SYSTEM_TIMING, type Timing } from "@/lib/support/create-vendor";
import { findFarcasterUser } from "./find-farcaster-user";
import { findXUser } from "./find-x-user";
import type { FarcasterUser, XUser } from "./identity-directory";

const X_API_URL = "https://api.x.com";
const FARCASTER_NAMES_URL = "https://fnames.farcaster.xyz";
const TIMEOUT_MS = 5_000;

/**
 * Looks up usernames at X and in the Farcaster name registry. Usernames must be normalised. Both
 * methods throw AppError: invalid_body for an unknown username, unsupported_operation when this
 * server cannot look it up, dependency_unavailable, internal_error.
 * @param options.xBearerToken app-only token of the X API; required to look up X users
 */
export function createIdentityDirectory(options: {
  xBearerToken: string | null;
  xApiUrl?: string | undefined;
  farcasterNamesUrl?: string | undefined;
  timeoutMs?: number;
  timing?: Timing;
}) {
  const { xBearerToken, timeoutMs = TIMEOUT_MS, timing = SYSTEM_TIMING } = options;
  const apiUrl = withoutSlash(options.xApiUrl ?? X_API_URL);
  const namesUrl = withoutSlash(options.farcasterNamesUrl ?? FARCASTER_NAMES_URL);
  const x = createVendor("X user directory", timing);
  const farcaster = createVendor("Farcaster name registry", timing);
  return {
    async findXUser(username: string): Promise<XUser> {
      if (xBearerToken === null) {
        throw new AppError("unsupported_operation", "X usernames are not supported by this server");
      }
      const user = await x.run(() =>
        findXUser(username, { apiUrl, bearerToken: xBearerToken, timeoutMs, now: timing.now() }),
      );
      return user ?? nobody(username, "X");
    },
    async findFarcasterUser(username: string): Promise<FarcasterUser> {
      const user = await farcaster.run(() =>
        findFarcasterUser(username, { namesUrl, timeoutMs, now: timing.now() }),
      );
      return user ?? nobody(username, "Farcaster");
    },
  };
}

export type IdentityDirectory = ReturnType<typeof createIdentityDirectory>;

function nobody(username: string, network: string): never {
  throw new AppError("invalid_body", `${username} is not a user of ${network}`);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
