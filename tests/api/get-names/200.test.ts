import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressNames } from "@/lib/features/names/schema";
import { config } from "@/lib/features/system/schema";
import { LIMITS } from "@/lib/operations/limits";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { newCaller, request } from "../../setup/api/api";
import { type NameNode, startNameNode } from "../../setup/servers/start-name-node";
import { type Stack, startStack } from "../../setup/stack/start-stack";

const addressOf = (digit: string) => toChecksumAddress(`0x${digit.repeat(40)}`);
const [ADA, BO, EVE] = [addressOf("a"), addressOf("b"), addressOf("e")];

const namesOf = async (addresses: string[], baseUrl?: string) => {
  const path = `/v1/names?addresses=${addresses.join(",")}`;
  const answer = await request(path, baseUrl === undefined ? {} : { baseUrl });
  expect(answer.status).toBe(200);
  return { names: addressNames.parse(answer.body).names, headers: answer.headers };
};

describe("GET /v1/names: 200", () => {
  let node: NameNode;
  let stack: Stack;
  beforeAll(async () => {
    node = await startNameNode();
    node.ens.set(ADA.toLowerCase(), { name: "ada.eth" });
    node.base.set(BO.toLowerCase(), { name: "bo.base.eth" });
    node.ens.set(EVE.toLowerCase(), { name: "ada.eth", owner: ADA });
    stack = await startStack(node.variables);
  });
  afterAll(async () => {
    await stack.stop();
    await node.stop();
  });

  it("returns null for each address without a name service, as the configuration says", async () => {
    const { names } = await namesOf([ADA, BO.toLowerCase()]);
    expect(names).toEqual({ [ADA]: null, [BO]: null });
    expect(config.parse((await request("/api/v1/config")).body).names).toBe(false);
  });

  it("returns names by checksummed address, each address once", async () => {
    const addresses = [ADA.toLowerCase(), ADA, BO, EVE, addressOf("c")];
    const find = () => namesOf(addresses, stack.baseUrl);
    // The first lookup of a server loads the tables of ENSIP-15; its name is for a later request.
    await expect
      .poll(async () => (await find()).names, { interval: 200 })
      .toEqual({
        [ADA]: "ada.eth",
        [BO]: "bo.base.eth",
        [EVE]: null,
        [addressOf("c")]: null,
      });
    const { headers } = await find();
    expect(headers.get("cache-control")).toContain("s-maxage=2");
    const answer = await request("/api/v1/config", { baseUrl: stack.baseUrl });
    expect(config.parse(answer.body).names).toBe(true);
  });

  it("returns 50 names at once", async () => {
    const addresses = Array.from({ length: 50 }, (_, index) =>
      toChecksumAddress(`0x${index.toString(16).padStart(40, "d")}`),
    );
    const { names } = await namesOf(addresses, stack.baseUrl);
    expect(Object.keys(names).toSorted()).toEqual(addresses.toSorted());
  });

  it("looks up 240 addresses a minute for a caller, and goes on for others", async () => {
    const caller = newCaller();
    const madeUp = Array.from(
      { length: 600 },
      (_, index) => `0x${index.toString(16).padStart(40, "7")}`,
    );
    for (let from = 0; from < madeUp.length; from += 50) {
      const path = `/v1/names?addresses=${madeUp.slice(from, from + 50).join(",")}`;
      expect((await request(path, { baseUrl: stack.baseUrl, caller })).status).toBe(200);
    }
    const lookedUp = node.requests.filter((address) => madeUp.includes(address));
    // Fixed windows: a new one may start meanwhile.
    expect(lookedUp.length).toBeLessThanOrEqual(2 * LIMITS.nameLookup.quota);
    const path = `/v1/names?addresses=${addressOf("8")}`;
    await request(path, { baseUrl: stack.baseUrl, caller: newCaller() });
    await expect.poll(() => node.requests).toContain(addressOf("8").toLowerCase());
  });

  it("names the address in the title and heading of its page", async () => {
    const page = async (address: string) =>
      (await fetch(`${stack.baseUrl}/base-sepolia/address/${address}`)).text();
    const html = await page(ADA);
    expect(html).toContain(`<title>ada.eth (${ADA.slice(0, 6)}…${ADA.slice(-4)}) on Base Sepolia`);
    expect(html).toMatch(/<h1[^>]*><bdi>ada\.eth<\/bdi>/);
    expect(await page(EVE)).not.toContain("ada.eth");
  });

  it("returns null when the node is down, without an error", async () => {
    node.mode = "down";
    const { names } = await namesOf([addressOf("f")], stack.baseUrl);
    expect(names).toEqual({ [addressOf("f")]: null });
  });
});
