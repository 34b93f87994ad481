import { describe, expect, it } from "vitest";
import { createHostCheck } from "@/lib/http/check-host";

const check = createHostCheck({
  urls: ["https://launch.example.com"],
  allowedHosts: ["Web.internal"],
});

describe("target of a request", () => {
  it.each([
    "launch.example.com",
    "LAUNCH.example.com:8443",
    "launch.example.com.",
    "web.internal:3000",
    "localhost:3000",
    "slipway.localhost",
    "127.0.0.1:3000",
    "192.0.2.7",
    "[::1]:3000",
    undefined,
  ])("is this server for the host %s", (host) => {
    expect(check({ url: "/v1/base/tokens?limit=1", host })).toBe("/v1/base/tokens?limit=1");
  });

  it.each([
    "attacker.example",
    "launch.example.com.attacker.example",
    "attacker.example:3000",
    "127.0.0.1.attacker.example",
    "127.0.0.1@attacker.example",
    "attacker.example/launch.example.com",
    "notlocalhost",
    "localhost.attacker.example",
    "[::1].attacker.example",
    "0x7f000001",
    "launch.example.com:99999",
    "a|b.localhost",
    "",
    " ",
  ])("is another server for the host %j", (host) => {
    expect(check({ url: "/", host })).toBeNull();
  });

  it.each([
    ["http://launch.example.com/status?a=b", "/status?a=b"],
    ["http://127.0.0.1:3000", "/"],
    ["http://attacker.example/launch", null],
    ["http://launch.example.com@attacker.example/", null],
    ["ftp://launch.example.com/", null],
    ["launch.example.com:443", null],
    ["*", "*"],
  ])("is the path alone of %s in absolute form", (url, target) => {
    expect(check({ url, host: "launch.example.com" })).toBe(target);
  });
});
