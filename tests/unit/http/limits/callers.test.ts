import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createCallers } from "@/lib/http/limits/callers";

const EXEMPT = ["10.9.0.0/16"];

/** A request from one peer. */
function from(peer: string, forwarded?: string) {
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: peer });
  return { socket, headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded } };
}

describe("behind one proxy", () => {
  const identify = () => createCallers({ trustedHops: 1, exempt: EXEMPT, isPublic: true }).identify;

  it("identifies callers by the header, whichever proxy sent it", () => {
    const ask = identify();
    for (let again = 0; again < 2; again += 1) {
      expect(ask(from("10.0.0.1", "198.51.100.1")).buckets.own).toBe("198.51.100.1");
      expect(ask(from("10.0.0.2", "198.51.100.1")).buckets.own).toBe("198.51.100.1");
      expect(ask(from("10.0.0.1", "6.6.6.6, 2001:db8::7")).buckets.own).toBe("2001:db8:0:0::/64");
    }
  });

  it("counts requests without a valid header by their peer and exempts none of them", () => {
    const ask = identify();
    for (const peer of ["10.9.0.1", "10.9.0.2", "10.9.0.1"]) {
      for (const header of [undefined, "", "garbage", `${peer} proxied`, "1.1.1.1, "]) {
        expect(ask(from(peer, header))).toMatchObject({ address: peer, isExempt: false });
      }
    }
    expect(ask(from("10.0.0.1", "10.9.3.4")).isExempt).toBe(true);
  });

  it("reports an entry of the proxy that is no address, once", () => {
    const reported: string[] = [];
    const ask = createCallers({
      trustedHops: 1,
      exempt: EXEMPT,
      isPublic: true,
      onUnreadable: (entry) => reported.push(entry),
    }).identify;
    for (const entry of ["203.0.113.7:443", "", "unknown", "unknown", "_other"]) {
      ask(from("10.0.0.1", entry));
    }
    expect(reported).toEqual(["unknown"]);
  });

  it("never confuses two callers, however many there are", () => {
    const ask = identify();
    const addressOf = (n: number) => `11.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
    const wrong = Array.from({ length: 60_000 }, (_, n) => (n * 7_919) % 30_000).filter(
      (n) => ask(from("10.0.0.1", addressOf(n))).address !== addressOf(n),
    );
    expect(wrong).toEqual([]);
  });
});

describe("without a proxy", () => {
  const ask = createCallers({ trustedHops: 0, exempt: EXEMPT, isPublic: true }).identify;

  it("counts the peer, whatever the header contains, and exempts only peers that forward no other address", () => {
    for (let again = 0; again < 2; again += 1) {
      expect(ask(from("10.9.0.1"))).toMatchObject({ address: "10.9.0.1", isExempt: true });
      expect(ask(from("10.9.0.1", "1.2.3.4"))).toMatchObject({
        address: "10.9.0.1",
        isExempt: false,
      });
      expect(ask(from("::ffff:203.0.113.7")).buckets.own).toBe("203.0.113.7");
    }
  });
});
