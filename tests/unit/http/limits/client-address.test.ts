import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { addressBuckets } from "@/lib/http/limits/buckets";
import { clientAddress, isInNetworks, isThisMachine } from "@/lib/http/limits/client-address";

describe("clientAddress", () => {
  it.each([
    // peer, X-Forwarded-For, trusted hops, caller, whether the caller is certain
    ["203.0.113.7", undefined, 0, "203.0.113.7", true],
    ["203.0.113.7", "198.51.100.1", 0, "203.0.113.7", false],
    ["10.0.0.1", "198.51.100.1", 1, "198.51.100.1", true],
    ["10.0.0.1", "1.1.1.1, 198.51.100.1", 1, "198.51.100.1", true],
    ["10.0.0.1", "1.1.1.1, 2.2.2.2, 198.51.100.1, 10.0.0.2", 2, "198.51.100.1", true],
    ["10.0.0.1", "198.51.100.1", 2, "10.0.0.1", false],
    ["10.0.0.1", "garbage", 1, "10.0.0.1", false],
    ["10.0.0.1", "", 1, "10.0.0.1", false],
    ["10.0.0.1", undefined, 1, "10.0.0.1", false],
    ["::ffff:203.0.113.7", undefined, 0, "203.0.113.7", true],
    ["10.0.0.1", "::ffff:198.51.100.1", 1, "198.51.100.1", true],
  ])("peer %s, header %s, %i hops: %s", (peer, header, hops, address, isCertain) => {
    const headers = header === undefined ? {} : { "x-forwarded-for": header };
    expect(clientAddress(peer, headers, hops)).toMatchObject({ address, isCertain });
  });
});

describe("isThisMachine", () => {
  const host = "localhost:3000";
  it.each<[string, IncomingHttpHeaders, boolean]>([
    ["127.0.0.1", { host }, true],
    ["::1", { host: "[::1]:3000" }, true],
    ["::ffff:127.0.0.1", { host: "127.0.0.1" }, true],
    ["10.0.0.1", { host }, false],
    ["127.0.0.1", { host: "launch.example.com" }, false],
    ["127.0.0.1", { host: "127.0.0.1.attacker.example" }, false],
    ["127.0.0.1", {}, false],
    ["127.0.0.1", { host, "x-forwarded-for": "127.0.0.1" }, false],
    ["127.0.0.1", { host, "x-real-ip": "127.0.0.1" }, false],
    ["127.0.0.1", { host, forwarded: "for=127.0.0.1" }, false],
    ["127.0.0.1", { host, via: "1.1 cache" }, false],
    ["127.0.0.1", { host, "cf-connecting-ip": "127.0.0.1" }, false],
  ])("from %s with %j: %s", (peer, headers, expected) => {
    expect(isThisMachine(peer, headers, false)).toBe(expected);
    expect(isThisMachine(peer, headers, true)).toBe(false);
  });
});

describe("addressBuckets", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7", ["203.0.113.0/24"]],
    ["::ffff:203.0.113.7", "203.0.113.7", ["203.0.113.0/24"]],
    ["2001:db8:1:2ff:3:4:5:6", "2001:db8:1:2ff::/64", ["2001:db8:1:200::/56", "2001:db8:1::/48"]],
    ["unknown", "unknown", []],
  ])("%s is counted as %s within %j", (address, own, networks) => {
    const buckets = addressBuckets(address);
    expect(buckets.own).toBe(own);
    expect(buckets.networks.map(({ key }) => key)).toEqual(networks);
  });
});

describe("isInNetworks", () => {
  it.each([
    ["10.1.2.3", ["10.0.0.0/8"], true],
    ["11.1.2.3", ["10.0.0.0/8"], false],
    ["::1", ["::1/128"], true],
    ["::1", ["127.0.0.1"], false],
    ["127.0.0.1", ["127.0.0.1"], true],
    ["2001:db8::5", ["10.0.0.0/8", "2001:db8::/32"], true],
    ["unknown", ["0.0.0.0/0"], false],
  ])("%s in %j: %s", (address, networks, expected) => {
    expect(isInNetworks(address, networks)).toBe(expected);
  });
});

it("reads a list from the right, at any length", () => {
  const list = `${"6.6.6.6,".repeat(100_000)} 198.51.100.1 , 10.0.0.2`;
  const of = (hops: number) => clientAddress("10.0.0.1", { "x-forwarded-for": list }, hops);
  expect(of(1).address).toBe("10.0.0.2");
  expect(of(2).address).toBe("198.51.100.1");
  expect(of(3).address).toBe("6.6.6.6");
  expect(clientAddress("10.0.0.1", { "x-forwarded-for": ",198.51.100.1" }, 2)).toEqual({
    address: "10.0.0.1",
    isCertain: false,
  });
});
