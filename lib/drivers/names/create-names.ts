import { LRUCache } from "lru-cache";
import type { Address } from "viem";
import { createSemaphore, SemaphoreFullError } from "@/lib/support/create-semaphore";
import { within } from "@/lib/support/within";
import { isUnanswered, type NameService } from "./name-service";
import { type NameReader, type Names, NO_NAMES } from "./names";

/** How long a request waits for names; later ones are for the next request. */
const WAIT_MS = 1_500;
const FOUND_MS = 3_600_000;
const NONE_MS = 600_000;
/** The pause after a failed lookup, and the pause of all lookups when a node does not respond. */
const FAILED_MS = 30_000;
const PAUSE_MS = 10_000;
/** Addresses in a row: the resolver of one can use up the time of a call by itself. */
const UNANSWERED_MAX = 8;
const CACHED_MAX = 20_000;
/** Callers can make up addresses without a name; these displace no name from the cache. */
const UNNAMED_MAX = 10_000;
const RUNNING_MAX = 8;
const WAITING_MAX = 400;
/** Lookups of one caller at a time, so that others find a short queue. */
const CALLER_LOOKUPS_MAX = 60;
/** Limit of lookups per minute for all callers together: lookups cost the operator money. */
const LOOKUPS_PER_MINUTE = 1_200;
const MINUTE_MS = 60_000;

/** A lookup that runs or waits, and the number of requests that wait for it. */
type Lookup = { name: Promise<string | null>; demand: { waiting: number } };

/** For tests; `now` in milliseconds that never decrease. */
type Limits = { now?(): number; waitMs?: number; lookupsPerMinute?: number };

/**
 * Names from several services, the first that has one, with a cache. Lookups are bounded in number,
 * in parallel and in time, so that an unreliable node costs names and never a page.
 */
export function createNames(
  services: readonly NameService[],
  options: { onFailure(error: unknown): void; limits?: Limits },
): Names {
  if (services.length === 0) return NO_NAMES;
  const { onFailure, limits = {} } = options;
  const { now = () => performance.now(), waitMs = WAIT_MS } = limits;
  const { lookupsPerMinute = LOOKUPS_PER_MINUTE } = limits;
  const timing = { perf: { now }, ttlResolution: 0 };
  const named = new LRUCache<Address, string>({ max: CACHED_MAX, ...timing });
  const unnamed = new LRUCache<Address, true>({ max: UNNAMED_MAX, ...timing });
  const lookups = new Map<Address, Lookup>();
  const lookupsOf = new Map<string, number>();
  const inTurn = createSemaphore({ runningMax: RUNNING_MAX, waitingMax: WAITING_MAX });
  let minute = { endsAt: 0, lookups: 0 };
  let pausedUntil = 0;
  let unanswered = 0;

  function mayLookUp(): boolean {
    if (now() < pausedUntil) return false;
    if (now() >= minute.endsAt) minute = { endsAt: now() + MINUTE_MS, lookups: 0 };
    minute.lookups += 1;
    return minute.lookups <= lookupsPerMinute;
  }

  async function lookUp(address: Address): Promise<string | null> {
    for (const service of services) {
      const name = await service.findName(address);
      if (name !== null) return name;
    }
    return null;
  }

  async function readName(address: Address, demand: Lookup["demand"]): Promise<string | null> {
    try {
      return await inTurn(async () => {
        if (demand.waiting === 0 || !mayLookUp()) return null;
        const name = await lookUp(address);
        unanswered = 0;
        if (name === null) unnamed.set(address, true, { ttl: NONE_MS });
        else named.set(address, name, { ttl: FOUND_MS });
        return name;
      });
    } catch (error) {
      if (error instanceof SemaphoreFullError) return null;
      unnamed.set(address, true, { ttl: FAILED_MS });
      // Calls that were already sent fail with the first.
      if (now() >= pausedUntil) onFailure(error);
      unanswered = isUnanswered(error) ? unanswered + 1 : 0;
      if (unanswered >= UNANSWERED_MAX) pausedUntil = now() + PAUSE_MS;
      return null;
    }
  }

  /** Null when the limits of the caller are used up. */
  function start(address: Address, reader: NameReader | null): Lookup | null {
    const key = reader?.key ?? null;
    const count = key === null ? 0 : (lookupsOf.get(key) ?? 0);
    if (count >= CALLER_LOOKUPS_MAX || reader?.countLookup() === false) return null;
    if (key !== null) lookupsOf.set(key, count + 1);
    const demand = { waiting: 0 };
    const name = readName(address, demand).finally(() => {
      lookups.delete(address);
      if (key === null) return;
      const left = (lookupsOf.get(key) ?? 1) - 1;
      if (left === 0) lookupsOf.delete(key);
      else lookupsOf.set(key, left);
    });
    const lookup = { name, demand };
    lookups.set(address, lookup);
    return lookup;
  }

  async function find(address: Address, reader: NameReader | null): Promise<string | null> {
    const known = named.get(address);
    if (known !== undefined) return known;
    if (unnamed.has(address)) return null;
    const lookup = lookups.get(address) ?? start(address, reader);
    if (lookup === null) return null;
    lookup.demand.waiting += 1;
    return within(waitMs, null, lookup.name).finally(() => {
      lookup.demand.waiting -= 1;
    });
  }

  return {
    isOn: true,
    async find(addresses, reader) {
      const found = await Promise.all(
        addresses.map(async (address) => [address, await find(address, reader)] as const),
      );
      return new Map(found);
    },
  };
}
