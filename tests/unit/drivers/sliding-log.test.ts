import { Redis, type Requester, type UpstashRequest, type UpstashResponse } from "@upstash/redis";
import { expect, it } from "vitest";
import { slidingLog } from "@/lib/drivers/limits/sliding-log";

/** A store that allows every request and records the scripts. */
function recordScripts() {
  const scripts: string[] = [];
  function request<Result>(req: UpstashRequest): Promise<UpstashResponse<Result>>;
  async function request({ body }: UpstashRequest): Promise<unknown> {
    scripts.push(String(Array.isArray(body) ? body[1] : body));
    return { result: scripts.length === 1 ? [1, 0, "1"] : 1 };
  }
  const requester: Requester = { request };
  return { redis: new Redis(requester), scripts };
}

// `-x` of the number 0 is "-0" in Lua 5.1, which Redis 7.0 and older reject as an index.
it("passes no negated number to a command of Redis", async () => {
  const { redis, scripts } = recordScripts();
  const algorithm = slidingLog(1, 1_000)();
  await algorithm.limit({ prefix: "p", redis }, "caller");
  await algorithm.getRemaining({ prefix: "p", redis }, "caller");
  const calls = scripts.flatMap((script) => script.match(/redis\.call\(.*/g) ?? []);
  expect(calls).toHaveLength(8);
  for (const call of calls) expect(call).not.toMatch(/[(,]\s*-\s*[a-z(]/);
});
