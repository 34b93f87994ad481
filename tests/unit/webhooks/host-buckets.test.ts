import { describe, expect, it } from "vitest";
import { hostBuckets } from "@/lib/http/limits/buckets";

const keysOf = (host: string) => {
  const { own, networks } = hostBuckets(host);
  return [own, ...networks.map(({ key, factor }) => `${key} x${factor}`)];
};

describe("the limit of a host that this server calls", () => {
  it.each<[string, string[]]>([
    ["example.com", ["example.com"]],
    ["example.com.", ["example.com"]],
    ["a.example.com", ["a.example.com", "*.example.com x10"]],
    ["b.a.example.com.", ["b.a.example.com", "*.a.example.com x10", "*.example.com x10"]],
    ["localhost", ["localhost"]],
    ["203.0.113.7", ["203.0.113.7", "203.0.113.0/24 x8"]],
    ["[2001:db8::1]", ["2001:db8:0:0::/64", "2001:db8:0:0::/56 x2", "2001:db8:0::/48 x8"]],
  ])("counts %s as %j", (host, keys) => {
    expect(keysOf(host)).toEqual(keys);
  });
});
