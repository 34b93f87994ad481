import { describe, expect, it } from "vitest";
import { subjectBuckets } from "@/lib/http/limits/buckets";
import { createSignedCalls } from "@/lib/http/limits/signed-calls";
import { AppError } from "@/lib/shared/errors";

/** A caller with three calls without a valid signature a minute. */
function createCaller(address: string) {
  let left = 3;
  return {
    caller: { address, buckets: subjectBuckets(address), isExempt: false },
    count() {
      left -= 1;
      if (left < 0) throw new AppError("rate_limited");
    },
  };
}

describe("calls that other services sign", () => {
  const signed = () => Promise.resolve({ reply: "done", isSigned: true });
  const unsigned = () => Promise.resolve({ reply: "refused", isSigned: false });

  it("are not limited", async () => {
    const calls = createSignedCalls();
    const engine = createCaller("192.0.2.1");
    for (let sent = 0; sent < 300; sent += 1) {
      expect(await calls.answer(engine, signed)).toBe("done");
    }
  });

  it("are limited without a signature, before they are read", async () => {
    const calls = createSignedCalls();
    const attacker = createCaller("192.0.2.2");
    for (let sent = 0; sent < 3; sent += 1) await calls.answer(attacker, unsigned);
    let wasRead = false;
    const fourth = calls.answer(attacker, () => {
      wasRead = true;
      return unsigned();
    });
    await expect(fourth).rejects.toMatchObject({ code: "rate_limited" });
    expect(wasRead).toBe(false);
  });

  it("continue when somebody at the same address sends unsigned ones", async () => {
    const calls = createSignedCalls();
    const shared = createCaller("192.0.2.3");
    await calls.answer(shared, signed);
    for (let sent = 0; sent < 10; sent += 1) await calls.answer(shared, unsigned);
    expect(await calls.answer(shared, signed)).toBe("done");
  });

  it("make their address known, which unsigned ones do not", async () => {
    const calls = createSignedCalls();
    const engine = createCaller("192.0.2.4");
    await calls.answer(engine, unsigned);
    expect(calls.isKnown(engine.caller)).toBe(false);
    await calls.answer(engine, signed);
    expect(calls.isKnown(engine.caller)).toBe(true);
  });
});
