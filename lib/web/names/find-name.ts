import { request } from "@slipway-launchpad/client";
import { ADDRESSES_MAX } from "@/lib/features/names/rules";
import { getNames } from "../reads/token-reads";

/** The rows of a list request their names one after the other, within a few milliseconds. */
const COLLECT_MS = 20;

type NameRequest = { address: string; resolve(name: string | null): void };

let collected: NameRequest[] = [];

/**
 * The name of an address, or null; never rejects. Addresses that are requested at the same time
 * share one request. Loaded only where names are on.
 */
export function findName(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    if (collected.length === 0) setTimeout(sendCollected, COLLECT_MS);
    collected.push({ address, resolve });
  });
}

function sendCollected(): void {
  const requests = collected;
  collected = [];
  for (let from = 0; from < requests.length; from += ADDRESSES_MAX) {
    void send(requests.slice(from, from + ADDRESSES_MAX));
  }
}

async function send(requests: readonly NameRequest[]): Promise<void> {
  // Sorted, so that all pages with these addresses share a cached response.
  const addresses = requests.map(({ address }) => address).toSorted();
  const names = await request(getNames, { query: { addresses: addresses.join(",") } }).then(
    (found) => found.names,
    // The address is shown instead.
    () => ({}),
  );
  const byAddress = new Map(
    Object.entries<string | null>(names).map(([address, name]) => [address.toLowerCase(), name]),
  );
  for (const { address, resolve } of requests)
    resolve(byAddress.get(address.toLowerCase()) ?? null);
}
