import { createHmac } from "node:crypto";
import { createConfirmations } from "@slipway-launchpad/mcp";
import { describe, expect, it } from "vitest";

const sign = (text: string) => createHmac("sha256", "key").update(text).digest("base64url");

function create(key: (text: string) => string = sign) {
  let now = 1_700_000_000_000;
  const confirmations = createConfirmations({ sign: key, now: () => now });
  return { ...confirmations, pass: (ms: number) => (now += ms) };
}
const PARAMETERS = { chain: "base", name: "A", recipients: [{ id: "x", type: "wallet" }] };

describe("confirm tokens", () => {
  it("name the same launch at every use, in any order of the fields, on every server", () => {
    const { token, idempotencyKey } = create().issue(PARAMETERS);
    const reordered = { recipients: [{ type: "wallet", id: "x" }], name: "A", chain: "base" };
    const first = create().redeem(token, PARAMETERS);
    expect(idempotencyKey).toMatch(/^mcp-[\w-]{22}$/);
    expect(first).toEqual({ idempotencyKey });
    expect(create().redeem(token, reordered)).toEqual(first);
    expect(create().issue(PARAMETERS).token).not.toBe(token);
  });

  it("expire after ten minutes", () => {
    const server = create();
    const { token, expiresAt } = server.issue(PARAMETERS);
    expect(expiresAt).toBe(1_700_000_600);
    server.pass(599_000);
    expect(server.redeem(token, PARAMETERS)).toMatchObject({});
    server.pass(1_000);
    expect(server.redeem(token, PARAMETERS)).toBe("expired");
  });

  it("are refused for other parameters and keys, and when changed", () => {
    const server = create();
    const { token } = server.issue(PARAMETERS);
    expect(server.redeem(token, { ...PARAMETERS, name: "B" })).toBeNull();
    expect(server.redeem(token, { ...PARAMETERS, extra: 1 })).toBeNull();
    const otherKey = create((text) => sign(`other ${text}`));
    expect(otherKey.redeem(token, PARAMETERS)).toBeNull();
    for (const changed of ["", "1.2.3", `9${token}`, `${token}x`, token.toUpperCase()]) {
      expect(server.redeem(changed, PARAMETERS)).toBeNull();
    }
  });
});
