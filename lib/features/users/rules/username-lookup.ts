/** The variables that decide whether the owners of usernames are looked up. */
type Directories = {
  PRIVY_APP_ID?: string | undefined;
  X_BEARER_TOKEN?: string | undefined;
  FARCASTER_RPC_URL?: string | undefined;
  FARCASTER_NAMES_URL?: string | undefined;
};

/**
 * Whether the owner of a username is looked up when a request names it. Farcaster's registry is public,
 * but an empty `.env` works offline.
 */
export function usernameLookup(env: Directories): { twitter: boolean; farcaster: boolean } {
  const farcaster = env.PRIVY_APP_ID ?? env.FARCASTER_RPC_URL ?? env.FARCASTER_NAMES_URL;
  return { twitter: env.X_BEARER_TOKEN !== undefined, farcaster: farcaster !== undefined };
}
