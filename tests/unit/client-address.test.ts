import { describe, expect, it } from "vitest";
import { clientAddress, isInNetworks, limitBucket } from "@/lib/http/client-address";

describe("clientAddress", () => {
  it.each([
    // peer, X-Forwarded-For, trusted hops, caller
    ["203.0.113.7", undefined, 0, "203.0.113.7"],
    ["203.0.113.7", "198.51.100.1", 0, "203.0.113.7"],
    ["10.0.0.1", "198.51.100.1", 1, "198.51.100.1"],
    ["10.0.0.1", "1.1.1.1, 198.51.100.1", 1, "198.51.100.1"],
    ["10.0.0.1", "1.1.1.1, 2.2.2.2, 198.51.100.1, 10.0.0.2", 2, "198.51.100.1"],
    ["10.0.0.1", "198.51.100.1", 2, "10.0.0.1"],
    ["10.0.0.1", "garbage", 1, "10.0.0.1"],
    ["10.0.0.1", "", 1, "10.0.0.1"],
    ["::ffff:203.0.113.7", undefined, 0, "203.0.113.7"],
    ["10.0.0.1", "::ffff:198.51.100.1", 1, "198.51.100.1"],
  ])("peer %s, header %s, %i hops: %s", (peer, header, hops, expected) => {
    expect(clientAddress(peer, header, hops)).toBe(expected);
  });
});

describe("limitBucket", () => {
  it("counts IPv6 callers by /64 and IPv4 callers by address", () => {
    expect(limitBucket("2001:db8:1:2:3:4:5:6")).toBe(limitBucket("2001:db8:1:2:ffff::1"));
    expect(limitBucket("2001:db8:1:2::1")).not.toBe(limitBucket("2001:db8:1:3::1"));
    expect(limitBucket("203.0.113.7")).not.toBe(limitBucket("203.0.113.8"));
    expect(limitBucket("::ffff:203.0.113.7")).toBe(limitBucket("203.0.113.7"));
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
