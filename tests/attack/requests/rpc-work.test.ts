import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkCall } from "@/lib/features/rpc/check-call";
import { CALL_GAS_MAX } from "@/lib/features/rpc/limit-call-gas";
import { newCaller, request } from "../../setup/api/api";

/** Two endless anonymous calls stopped block production for 20 s. */

const PATH = "/rpc/base-sepolia";
/** JUMPDEST, PUSH1 0, JUMP: as init code it runs until its gas is used up. */
const ENDLESS = "0x5b600056";
const call = { data: ENDLESS, gas: "0xffffffffffff" };
const body = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [call, "latest"] };
const failed = z.object({ error: z.object({ message: z.string() }) });
const noHead = async () => null;

describe("a caller who sends endless work to the chain's node", () => {
  it("cannot delay other users' transactions", async () => {
    const attacker = newCaller();
    const loops = Array.from({ length: 12 }, () => request(PATH, { body, caller: attacker }));
    const funded = await request("/sandbox/faucet", {
      body: { chain: "base-sepolia", address: "0x00000000000000000000000000000000000000B2" },
      caller: newCaller(),
    });
    expect(funded.status).toBe(200);
    for (const { status, body: answer } of await Promise.all(loops)) {
      expect(status).toBe(200);
      // The call runs out of gas instead of timing out.
      expect(failed.parse(answer).error.message).not.toContain("No node of the chain responds");
    }
    expect((await request("/livez")).body).toMatchObject({ status: "ok", checks: { rpc: true } });
  });

  it("is limited to a few requests at a time", async () => {
    const attacker = newCaller();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => request(PATH, { body, caller: attacker })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(headers.get("retry-after")).toBe("1");
  });

  it.each(["eth_call", "eth_estimateGas"])("gets %s with bounded gas only", async (method) => {
    for (const gas of [undefined, "0xffffffffffffffff", "much", 7]) {
      const checked = await checkCall({ method, params: [{ to: "0x01", gas }, "latest"] }, noHead);
      const most = `0x${CALL_GAS_MAX.toString(16)}`;
      expect(checked).toEqual({ method, params: [{ to: "0x01", gas: most }, "latest"] });
    }
    const own = { to: "0x01", gas: "0x5208" };
    expect(await checkCall({ method, params: [own] }, noHead)).toEqual({ method, params: [own] });
    const overrides = { "0x01": { code: ENDLESS } };
    expect(
      await checkCall({ method, params: [{ to: "0x01" }, "latest", overrides] }, noHead),
    ).toMatchObject({ code: -32_602 });
  });
});

describe("a caller who fills a sandbox with transactions", () => {
  it("can send 60 per minute, none larger than the request body limit", async () => {
    const caller = newCaller();
    const send = (raw: string) =>
      request(PATH, { body: { ...body, method: "eth_sendRawTransaction", params: [raw] }, caller });
    expect((await send(`0x${"00".repeat(128 * 1024)}`)).status).toBe(413);
    const statuses = [];
    // A new minute may start once in between.
    for (let sent = 1; sent <= 125; sent += 1) statuses.push((await send("0x00")).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(120);
    expect(statuses).toContain(429);
  });
});
