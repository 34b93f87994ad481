import { LRUCache } from "lru-cache";
import type { Address } from "viem";
import {
  createSemaphore,
  type Semaphore,
  SemaphoreFullError,
} from "@/lib/support/create-semaphore";
import { within } from "@/lib/support/within";
import { isUnanswered, type NameService } from "./name-service";
import { type NameReader, type Names, NO_NAMES } from "./names";

/** How long a request waits for names; later ones are for the next request. */
const WAIT_MS = 1_500;
const FOUND_MS = 3_600_000;
const NONE_MS = 600_000;
/** The pause of an address after a failed lookup, and of a caller or all when a node does not respond. */
const FAILED_MS = 30_000;
const PAUSE_MS = 10_000;
/** Addresses in a row: the resolver of one can use up the time of a call by itself. */
const UNANSWERED_MAX = 8;
/** Callers whose lookups are unanswered: one can request addresses whose resolvers take too long. */
const AFFECTED_MIN = 3;
const CACHED_MAX = 20_000;
/** Callers can make up addresses without a name; these displace no name from the cache. */
const UNNAMED_MAX = 10_000;
const RUNNING_MAX = 8;
/** Slots that one caller can fill, for seconds if resolvers take too long. */
const CALLER_RUNNING_MAX = 4;
const WAITING_MAX = 400;
/** Lookups of one caller at a time, so that others find a short queue. */
const CALLER_LOOKUPS_MAX = 60;
const CALLER_TURNS = { runningMax: CALLER_RUNNING_MAX, waitingMax: WAITING_MAX };
/** Limit of lookups per minute for all callers together: lookups cost the operator money. */
const LOOKUPS_PER_MINUTE = 1_200;
const MINUTE_MS = 60_000;
/** Paused callers that are remembered. */
const CALLERS_MAX = 1_000;

/** Pages do not identify their visitors, so their lookups count as those of one caller. */
const PAGES = Symbol("pages");
type Caller = string | typeof PAGES;
const callerOf = (reader: NameReader | null): Caller => reader?.key ?? PAGES;

/** A lookup that runs or waits, and the number of requests that wait for it. */
type Lookup = { name: Promise<string | null>; demand: Demand };
type Demand = { caller: Caller; waiting: number; isRunning: boolean };

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
  const callers = new Map<Caller, { lookups: number; inTurn: Semaphore }>();
  const paused = new LRUCache<Caller, true>({ max: CALLERS_MAX, ...timing });
  const unansweredOf = new LRUCache<Caller, number>({ max: CALLERS_MAX });
  const inTurn = createSemaphore({ runningMax: RUNNING_MAX, waitingMax: WAITING_MAX });
  let minute = { endsAt: 0, lookups: 0 };
  let pausedUntil = 0;
  /** Since the last answer that anyone got. */
  const unanswered = { lookups: 0, callers: new Set<Caller>() };

  const isPaused = (caller: Caller) => now() < pausedUntil || paused.has(caller);

  function mayLookUp(caller: Caller): boolean {
    if (isPaused(caller)) return false;
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

  function recordAnswer(caller: Caller): void {
    unansweredOf.delete(caller);
    unanswered.lookups = 0;
    unanswered.callers.clear();
  }

  function recordNoAnswer(caller: Caller): void {
    const count = (unansweredOf.get(caller) ?? 0) + 1;
    unansweredOf.set(caller, count);
    if (count >= UNANSWERED_MAX) paused.set(caller, true, { ttl: PAUSE_MS });
    unanswered.lookups += 1;
    unanswered.callers.add(caller);
    if (unanswered.lookups >= UNANSWERED_MAX && unanswered.callers.size >= AFFECTED_MIN) {
      pausedUntil = now() + PAUSE_MS;
    }
  }

  async function readName(
    address: Address,
    { demand, inOwnTurn }: { demand: Demand; inOwnTurn: Semaphore },
  ): Promise<string | null> {
    const { caller } = demand;
    const read = async () => {
      // The lookup of another caller may have ended first.
      const known = named.get(address);
      if (known !== undefined || unnamed.has(address)) return known ?? null;
      if (demand.waiting === 0 || !mayLookUp(caller)) return null;
      demand.isRunning = true;
      const name = await lookUp(address);
      recordAnswer(caller);
      if (name === null) unnamed.set(address, true, { ttl: NONE_MS });
      else named.set(address, name, { ttl: FOUND_MS });
      return name;
    };
    try {
      return await inOwnTurn(() => inTurn(read));
    } catch (error) {
      if (error instanceof SemaphoreFullError) return null;
      unnamed.set(address, true, { ttl: FAILED_MS });
      // Calls that were already sent fail with the first.
      if (!isPaused(caller)) onFailure(error);
      if (isUnanswered(error)) recordNoAnswer(caller);
      else recordAnswer(caller);
      return null;
    }
  }

  /** Null when the limits of the caller are used up. */
  function start(address: Address, reader: NameReader | null): Lookup | null {
    const caller = callerOf(reader);
    const own = callers.get(caller) ?? { lookups: 0, inTurn: createSemaphore(CALLER_TURNS) };
    if (reader !== null && (own.lookups >= CALLER_LOOKUPS_MAX || !reader.countLookup()))
      return null;
    own.lookups += 1;
    callers.set(caller, own);
    const demand: Demand = { caller, waiting: 0, isRunning: false };
    const name = readName(address, { demand, inOwnTurn: own.inTurn }).finally(() => {
      if (lookups.get(address)?.demand === demand) lookups.delete(address);
      own.lookups -= 1;
      if (own.lookups === 0) callers.delete(caller);
    });
    const lookup = { name, demand };
    lookups.set(address, lookup);
    return lookup;
  }

  async function find(address: Address, reader: NameReader | null): Promise<string | null> {
    const known = named.get(address);
    if (known !== undefined) return known;
    if (unnamed.has(address)) return null;
    const shared = lookups.get(address);
    // One that waits behind others of its caller may wait long.
    const isSoon = shared?.demand.isRunning || shared?.demand.caller === callerOf(reader);
    const lookup = shared !== undefined && isSoon ? shared : start(address, reader);
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
