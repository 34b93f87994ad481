import { ApiError, call } from "@slipway-launchpad/client";
import { changeWatchlist, getWatchlist } from "@/lib/features/users/operations";
import type { WatchlistAnswer } from "@/lib/features/users/schema";
import { isChainSlug } from "@/lib/shared/chains";
import { createStore } from "../create-store";
import { hasShape } from "../reads/has-shape";
import { readerOf } from "../reads/reader";
import { unwatched, watchlist } from "../token/stored-tokens";
import { hasSession } from "./auth-client";
import { changesSince, type KnownList, type ListChanges, mergeWatchlist } from "./merge-watchlist";
import { signedIn } from "./signed-in";

const SHAPE = { fields: { account: "text", tokens: { list: "text" } } } as const;
const knownList = createStore(
  "slipway.account-watchlist",
  readerOf((value): value is KnownList => hasShape(SHAPE, value)),
);

const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 60_000;
const NO_CHANGES: ListChanges = { add: [], remove: [] };

/**
 * Keeps the watchlist of this browser and of the signed-in user's account equal: loads it now and
 * whenever the page is focused, and sends each change. A change stays in the browser's storage until
 * the account has it, so it survives reloads, failures and time offline.
 * @returns a function that stops it
 */
export function startWatchlistSync(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let isStale = true;
  let isChecked = false;
  let isRunning = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function exchange(): Promise<void> {
    // Checked first, because without a session the account endpoints return 401.
    if (!isChecked && !(await hasSession(signal))) signedIn.write(null);
    isChecked = true;
    while (!signal.aborted && signedIn.read() !== null) {
      const known = knownList.read();
      const sent = known === null || isStale ? NO_CHANGES : changesSince(known, readOwn());
      const isChange = sent.add.length + sent.remove.length > 0;
      if (known !== null && !isStale && !isChange) return;
      isStale = false;
      const received =
        known !== null && isChange ? await send(known.account, sent, signal) : await load(signal);
      if (received === null) isStale = true;
      else apply(known, received, sent);
    }
  }

  function run(): void {
    if (isRunning || signal.aborted || retry !== undefined) return;
    isRunning = true;
    void oneTabAtOnce(exchange)
      .then(() => {
        failures = 0;
      })
      .catch((error: unknown) => {
        if (!signal.aborted) fail(error);
      })
      .finally(() => {
        isRunning = false;
        // Changed or focused after the last look at the list.
        if (failures === 0 && signedIn.read() !== null && (isStale || hasChanges())) run();
      });
  }

  function fail(error: unknown): void {
    isStale = true;
    failures += 1;
    if (!(error instanceof ApiError)) reportError(error);
    else if (error.status === 401) signedIn.write(null);
    else if (error.retryable) {
      const waitMs = Math.min(RETRY_MS_MIN * 2 ** (failures - 1), RETRY_MS_MAX);
      retry = setTimeout(resume, Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1_000));
    } else reportError(error);
  }

  function resume(): void {
    clearTimeout(retry);
    retry = undefined;
    run();
  }
  function refresh(): void {
    if (document.visibilityState === "hidden") return;
    isStale = true;
    run();
  }

  const unsubscribe = watchlist.subscribe(run);
  window.addEventListener("online", resume, { signal });
  window.addEventListener("focus", refresh, { signal });
  document.addEventListener("visibilitychange", refresh, { signal });
  run();
  return () => {
    ended.abort();
    unsubscribe();
    clearTimeout(retry);
  };
}

function readOwn() {
  return { tokens: watchlist.read() ?? [], removed: unwatched.read() ?? [] };
}

function hasChanges(): boolean {
  const known = knownList.read();
  if (known === null) return false;
  const { add, remove } = changesSince(known, readOwn());
  return add.length + remove.length > 0;
}

function apply(known: KnownList | null, received: KnownList, sent: ListChanges): void {
  const own = readOwn();
  const { tokens, removed } = mergeWatchlist({ known, received, own, sent });
  // Only differences are written: another tab may be writing at this moment.
  if (removed.length !== own.removed.length) unwatched.write(removed);
  if (tokens.join() !== own.tokens.join()) watchlist.write(tokens);
  knownList.write(received);
}

async function load(signal: AbortSignal): Promise<KnownList> {
  return toKnown(await call(getWatchlist, {}, { signal }));
}

/** @returns null when another account is signed in now */
async function send(
  account: string,
  { add, remove }: ListChanges,
  signal: AbortSignal,
): Promise<KnownList | null> {
  const body = { account, add: toTokens(add), remove: toTokens(remove) };
  try {
    return toKnown(await call(changeWatchlist, { body }, { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return null;
    throw error;
  }
}

function toKnown({ account, tokens }: WatchlistAnswer): KnownList {
  return { account, tokens: tokens.map(({ chain, address }) => `${chain}:${address}`) };
}

function toTokens(keys: readonly string[]) {
  return keys.flatMap((key) => {
    const [chain = "", address = ""] = key.split(":");
    // Lower case, because the checksum of a stored address may be wrong.
    return isChainSlug(chain) ? [{ chain, address: address.toLowerCase() }] : [];
  });
}

/** Runs while no other tab does. Locks exist on https and localhost only; without, both tabs send. */
async function oneTabAtOnce(work: () => Promise<void>): Promise<void> {
  if (window.isSecureContext) await navigator.locks.request("slipway.watchlist", work);
  else await work();
}
