import { createPublicClient, getAddress, parseAbi, TimeoutError } from "viem";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBasenames } from "@/lib/drivers/names/create-basenames";
import { createEns } from "@/lib/drivers/names/create-ens";
import { createNames } from "@/lib/drivers/names/create-names";
import { nodeOf } from "@/lib/drivers/names/name-service";
import { waitUntil } from "@/sandbox/process/wait-until";
import { createLatch } from "../../setup/create-latch";
import { startSilentServer } from "../../setup/servers/silent-server";
import { type NameNode, startNameNode } from "../../setup/servers/start-name-node";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const addressOf = (number: number) => getAddress(`0x${number.toString(16).padStart(40, "a")}`);
const addressesOf = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => addressOf(from + index));
const [ADA, BO, EVE] = [addressOf(1), addressOf(2), addressOf(3)];

let node: NameNode;
let failures: unknown[];
let clockMs: number;
beforeEach(async () => {
  node = await startNameNode();
  failures = [];
  clockMs = 1_000;
});
afterEach(() => node.stop());

function openNames({ waitMs = 20_000, lookupsPerMinute = 1_200 } = {}) {
  return createNames([createBasenames(node.baseUrl), createEns(node.ensUrl)], {
    onFailure: (error) => failures.push(error),
    limits: { now: () => clockMs, waitMs, lookupsPerMinute },
  });
}
const nameOf = async (names: ReturnType<typeof openNames>, address: `0x${string}`) =>
  (await names.find([address], null)).get(address);

describe("names of addresses", () => {
  it("are off without a service, and request nothing", async () => {
    const names = createNames([], { onFailure: (error) => failures.push(error) });
    expect(names.isOn).toBe(false);
    expect(await names.find([ADA, BO], null)).toEqual(
      new Map([
        [ADA, null],
        [BO, null],
      ]),
    );
  });

  it("finds the primary name of ENS, and none for other addresses", async () => {
    node.ens.set(ADA.toLowerCase(), { name: "ada.eth" });
    const names = openNames();
    expect(names.isOn).toBe(true);
    expect(await names.find([ADA, BO], null)).toEqual(
      new Map([
        [ADA, "ada.eth"],
        [BO, null],
      ]),
    );
    expect(failures).toEqual([]);
  });

  it.each(["primary", "old"] as const)("finds a Basename (%s record) before ENS", async (kind) => {
    node.ens.set(ADA.toLowerCase(), { name: "ada.eth" });
    node.base.set(ADA.toLowerCase(), { name: "ada.base.eth", kind });
    expect(await nameOf(openNames(), ADA)).toBe("ada.base.eth");
    expect(node.calls.ens).toBe(0);
  });

  it.each([
    ["ENS name", "ens", "vitalik.eth"],
    ["Basename", "base", "vitalik.base.eth"],
  ] as const)("hides an %s that resolves to another address", async (_, service, name) => {
    node[service].set(EVE.toLowerCase(), { name, owner: ADA });
    expect(await nameOf(openNames(), EVE)).toBeNull();
  });

  it.each([
    ["ens", "Vitalik.eth"],
    ["ens", "vita\u200blik.eth"],
    ["ens", "\u202evitalik.eth"],
    ["base", "Vitalik.base.eth"],
    ["base", "vit\u0430lik.base.eth"],
    ["base", "vitalik.eth"],
  ] as const)("hides a name in %s that is not what it looks like (%j)", async (service, name) => {
    node[service].set(EVE.toLowerCase(), { name });
    expect(await nameOf(openNames(), EVE)).toBeNull();
    expect(failures).toEqual([]);
  });

  it("has no name for a resolver that reverts or answers with anything else", async () => {
    const names = openNames();
    node.reverts.set(ADA.toLowerCase(), "0xdeadbeef");
    node.ens.set(BO.toLowerCase(), { name: "bo.eth", owner: "0x1234" });
    expect(await nameOf(names, ADA)).toBeNull();
    expect(await nameOf(names, BO)).toBeNull();
    node.mode = "garbled";
    expect(await nameOf(names, EVE)).toBeNull();
    expect(failures).toEqual([]);
  });
});

describe("the cache of names", () => {
  it("has a name for an hour, and its absence for ten minutes", async () => {
    const names = openNames();
    node.ens.set(ADA.toLowerCase(), { name: "ada.eth" });
    await names.find([ADA, BO], null);
    node.ens.set(ADA.toLowerCase(), { name: "lovelace.eth" });
    node.ens.set(BO.toLowerCase(), { name: "bo.eth" });
    const { ens } = node.calls;
    clockMs += 10 * MINUTE_MS - 1_000;
    expect(await nameOf(names, BO)).toBeNull();
    expect(node.calls.ens).toBe(ens);
    clockMs += 2_000;
    expect(await nameOf(names, BO)).toBe("bo.eth");
    expect(await nameOf(names, ADA)).toBe("ada.eth");
    clockMs += HOUR_MS;
    expect(await nameOf(names, ADA)).toBe("lovelace.eth");
  });

  it("sends one lookup for an address that many request at once", async () => {
    const names = openNames();
    node.ens.set(ADA.toLowerCase(), { name: "ada.eth" });
    node.delayMs = 20;
    await Promise.all(Array.from({ length: 20 }, () => names.find([ADA], null)));
    expect(node.requests).toEqual([ADA.toLowerCase()]);
  });
});

describe("a node that fails", () => {
  it.each(["down", "refuses"] as const)(
    "has no names for 30 seconds after an error (%s)",
    async (mode) => {
      const names = openNames();
      node.ens.set(ADA.toLowerCase(), { name: "ada.eth" });
      node.mode = mode;
      expect(await nameOf(names, ADA)).toBeNull();
      expect(failures).toHaveLength(1);
      node.mode = "up";
      expect(await nameOf(names, ADA)).toBeNull();
      clockMs += 31_000;
      expect(await nameOf(names, ADA)).toBe("ada.eth");
    },
  );

  it("gets no further lookups for ten seconds when it does not answer", async () => {
    const names = openNames();
    node.mode = "down";
    await names.find(addressesOf(8, 1_000), null);
    const sent = node.calls.base;
    await names.find(
      Array.from({ length: 50 }, (_, index) => addressOf(index + 100)),
      null,
    );
    expect(node.calls.base).toBe(sent);
    expect(failures).toHaveLength(8);
    node.mode = "up";
    node.ens.set(BO.toLowerCase(), { name: "bo.eth" });
    clockMs += 10_001;
    expect(await nameOf(names, BO)).toBe("bo.eth");
  });

  it("still gets the lookups of others after one address whose resolver takes too long", async () => {
    const names = openNames();
    node.mode = "down";
    await names.find([EVE], null);
    node.mode = "up";
    node.ens.set(ADA.toLowerCase(), { name: "ada.eth" });
    expect(await nameOf(names, ADA)).toBe("ada.eth");
  });

  it("delays nobody for longer than the limit; a late name is there for the next request", async () => {
    const names = openNames({ waitMs: 30 });
    node.ens.set(ADA.toLowerCase(), { name: "ada.eth" });
    node.delayMs = 100;
    expect(await nameOf(names, ADA)).toBeNull();
    const isThere = async () => (await nameOf(names, ADA)) === "ada.eth";
    expect(await waitUntil(isThere, { timeoutMs: 10_000, everyMs: 20 })).toBe(true);
  });

  it("that accepts connections and never answers costs 1.5 seconds", async () => {
    const silent = await startSilentServer();
    const names = createNames([createEns(silent.url)], { onFailure: () => undefined });
    const before = performance.now();
    expect(await nameOf(names, ADA)).toBeNull();
    expect(performance.now() - before).toBeLessThan(3_000);
    await silent.stop();
  });
});

describe("resolvers that take too long", () => {
  const readerOf = (key: string) => ({ key, countLookup: () => true });
  /** A service in which only Ada has a name, and some addresses get no answer until `giveUp`. */
  function openSlow() {
    const asked: string[] = [];
    const slow = new Set<string>();
    const givenUp = createLatch();
    const service = {
      async findName(address: `0x${string}`) {
        asked.push(address);
        if (address === ADA) return "ada.eth";
        if (!slow.has(address)) return null;
        await givenUp.opened;
        throw new TimeoutError({ body: {}, url: "http://localhost" });
      },
    };
    const names = createNames([service], {
      onFailure: (error) => failures.push(error),
      limits: { now: () => clockMs, waitMs: 5_000 },
    });
    return { names, asked, slow, giveUp: givenUp.open };
  }

  it("take at most 4 of the 8 slots if one caller requests them, and delay no address", async () => {
    const { names, asked, slow, giveUp } = openSlow();
    const all = addressesOf(20, 1_000);
    for (const one of all) slow.add(one);
    const requests = [all, [ADA]].map((some) => names.find(some, readerOf("one")));
    expect((await names.find([ADA], readerOf("two"))).get(ADA)).toBe("ada.eth");
    expect(asked).toHaveLength(5);
    giveUp();
    await Promise.all(requests);
  });

  it.each([
    ["a caller", readerOf("one")],
    ["visitors of pages", null],
  ])("pause no lookups but those of %s who requested 8 of them", async (_, reader) => {
    const { names, asked, slow, giveUp } = openSlow();
    const all = addressesOf(8, 1_000);
    for (const one of all) slow.add(one);
    giveUp();
    await names.find(all, reader);
    expect(failures).toHaveLength(8);
    const before = asked.length;
    expect((await names.find([BO], reader)).get(BO)).toBeNull();
    expect(asked).toHaveLength(before);
    expect((await names.find([ADA], readerOf("two"))).get(ADA)).toBe("ada.eth");
    clockMs += 10_001;
    await names.find([BO], reader);
    expect(asked.at(-1)).toBe(BO);
  });

  it("pause all lookups if those of several callers in a row get no answer", async () => {
    const { names, asked, slow, giveUp } = openSlow();
    const all = addressesOf(9, 1_000);
    for (const one of all) slow.add(one);
    giveUp();
    for (let n = 0; n < 3; n += 1) {
      await names.find(all.slice(3 * n, 3 * n + 3), readerOf(`caller ${n}`));
    }
    const before = asked.length;
    expect((await names.find([ADA], readerOf("another"))).get(ADA)).toBeNull();
    expect(asked).toHaveLength(before);
    clockMs += 10_001;
    expect((await names.find([ADA], readerOf("another"))).get(ADA)).toBe("ada.eth");
  });
});

describe("the bounds of lookups", () => {
  it("reads at most 64 KB of a response: anyone can deploy a resolver", async () => {
    node.base.set(EVE.toLowerCase(), { name: `${"e".repeat(100_000)}.base.eth` });
    const reading = createPublicClient({ transport: nodeOf(node.baseUrl) }).readContract({
      address: BO,
      abi: parseAbi(["function nameForAddr(address account) view returns (string)"]),
      functionName: "nameForAddr",
      args: [EVE],
    });
    await expect(reading).rejects.toThrow("HTTP response body exceeded the size limit");
    expect(await nameOf(openNames(), EVE)).toBeNull();
    expect(failures).toEqual([]);
  });

  it("sends at most 8 calls at once", async () => {
    const names = openNames();
    node.delayMs = 5;
    await names.find(
      Array.from({ length: 50 }, (_, index) => addressOf(index + 100)),
      null,
    );
    expect(node.open.most).toBeLessThanOrEqual(8);
    expect(node.requests).toHaveLength(50);
  });

  it("keeps the names that it has found, however many addresses without one are requested", async () => {
    const asked: string[] = [];
    const service = {
      findName: async (address: string) => {
        asked.push(address);
        return address === ADA ? "ada.eth" : null;
      },
    };
    const limits = { now: () => clockMs, waitMs: 20_000, lookupsPerMinute: 1_000_000 };
    const names = createNames([service], { onFailure: (error) => failures.push(error), limits });
    await names.find([ADA], null);
    const madeUp = 25_000;
    for (let from = 100; from < madeUp; from += 50)
      await names.find(
        Array.from({ length: 50 }, (_, index) => addressOf(from + index)),
        null,
      );
    const before = asked.length;
    expect(before).toBeGreaterThan(20_000);
    expect(await nameOf(names, ADA)).toBe("ada.eth");
    expect(asked).toHaveLength(before);
  });

  it("looks up a limited number of addresses a minute, whoever requests them", async () => {
    const names = openNames({ lookupsPerMinute: 60 });
    const ask = (from: number) =>
      names.find(
        Array.from({ length: 40 }, (_, index) => addressOf(from + index)),
        null,
      );
    for (const from of [1_000, 2_000]) await ask(from);
    expect(node.requests).toHaveLength(60);
    node.ens.set(ADA.toLowerCase(), { name: "ada.eth" });
    expect(await nameOf(names, ADA)).toBeNull();
    clockMs += MINUTE_MS;
    expect(await nameOf(names, ADA)).toBe("ada.eth");
  });

  it("looks up no more than a caller's own limit, and nothing of it is cached as absent", async () => {
    const names = openNames();
    node.ens.set(ADA.toLowerCase(), { name: "ada.eth" });
    let left = 30;
    const reader = { key: "one", countLookup: () => left-- > 0 };
    await names.find(addressesOf(40, 1_000), reader);
    expect(node.requests).toHaveLength(30);
    expect((await names.find([ADA], reader)).get(ADA)).toBeNull();
    expect(await nameOf(names, ADA)).toBe("ada.eth");
    // Known names and lookups of others count for nobody.
    expect((await names.find([ADA], reader)).get(ADA)).toBe("ada.eth");
  });

  it("has places for others while one caller requests names without end", async () => {
    const names = openNames();
    node.delayMs = 20;
    const reader = { key: "one", countLookup: () => true };
    const flood = Array.from({ length: 9 }, (_, n) =>
      names.find(addressesOf(50, 1_000 * (n + 1)), reader),
    );
    node.ens.set(ADA.toLowerCase(), { name: "ada.eth" });
    expect(await nameOf(names, ADA)).toBe("ada.eth");
    await Promise.all(flood);
    expect(node.requests).toHaveLength(61);
  });

  it("skips a waiting lookup once no request waits for it", async () => {
    const names = openNames({ waitMs: 30 });
    node.delayMs = 100;
    await names.find(addressesOf(50, 1_000), null);
    const isDone = async () => node.open.now === 0;
    expect(await waitUntil(isDone, { timeoutMs: 10_000, everyMs: 20 })).toBe(true);
    node.ens.set(ADA.toLowerCase(), { name: "ada.eth" });
    const isThere = async () => (await nameOf(names, ADA)) === "ada.eth";
    expect(await waitUntil(isThere, { timeoutMs: 10_000, everyMs: 20 })).toBe(true);
    expect(node.requests.length).toBeLessThan(20);
  });
});
