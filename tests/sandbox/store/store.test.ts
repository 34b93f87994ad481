import { once } from "node:events";
import { connect } from "node:net";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createMemoryRedis } from "@/sandbox/store/memory-redis";
import { type Store, startStore } from "@/sandbox/store/start-store";

let store: Store;
beforeAll(async () => {
  store = await startStore("redis://:secret@127.0.0.1:0");
});
afterAll(() => store.stop());

/** Sends bytes and returns everything received until the server closes the connection. */
async function send(...chunks: string[]): Promise<string> {
  const socket = connect(Number(new URL(store.url).port), "127.0.0.1");
  await once(socket, "connect");
  const closed = once(socket, "close");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString();
  });
  for (const chunk of chunks) {
    socket.write(chunk);
    await new Promise(setImmediate);
  }
  socket.end();
  await closed;
  return answer;
}

describe("the sandbox's Redis over TCP", () => {
  it("rejects commands without the password", async () => {
    expect(await send("*1\r\n$4\r\nPING\r\n")).toBe("-NOAUTH Authentication required.\r\n");
    expect(await send("*2\r\n$4\r\nAUTH\r\n$5\r\nwrong\r\n*1\r\n$4\r\nPING\r\n")).toBe(
      "-WRONGPASS invalid password\r\n-NOAUTH Authentication required.\r\n",
    );
  });

  it("parses commands split over any packets", async () => {
    const text = "*2\r\n$4\r\nAUTH\r\n$6\r\nsecret\r\n*1\r\n$4\r\nPING\r\n";
    expect(await send(...text)).toBe("$2\r\nOK\r\n$4\r\nPONG\r\n");
  });

  it.each(["POST / HTTP/1.1\r\nHost: x\r\n\r\n", "PING\r\n", "*1\r\n:5\r\n", "*99999999\r\n"])(
    "closes the connection of a client with another protocol: %j",
    async (text) => {
      expect(await send(text)).toBe("-ERR Protocol error\r\n");
    },
  );

  it("returns an error for an unsupported command and keeps the connection", async () => {
    const redis = new Redis(store.url, { lazyConnect: true });
    onTestFinished(() => redis.disconnect());
    await expect(redis.get("a")).rejects.toThrow("unknown command 'get'");
    await expect(redis.eval("return nonsense(", 0)).rejects.toThrow("ERR");
    await expect(redis.eval("return redis.call('ZCARD')", 0)).resolves.toBe(0);
    expect(await redis.ping()).toBe("PONG");
  });
});

describe("the sandbox's Redis in memory", () => {
  it("sorts by score, then by member, and removes a range", async () => {
    const { run } = await createMemoryRedis();
    run(["ZADD", "z", "2", "b"]);
    run(["zadd", "z", "1", "c"]);
    run(["ZADD", "z", "1", "a"]);
    expect(run(["ZADD", "z", "3", "b"])).toBe(0);
    expect(run(["ZRANGE", "z", "0", "-1"])).toEqual(["a", "c", "b"]);
    expect(run(["ZRANGE", "z", "0", "0", "WITHSCORES"])).toEqual(["a", "1"]);
    expect(run(["ZREM", "z", "b"])).toBe(1);
    expect(run(["ZREM", "z", "b"])).toBe(0);
    run(["ZADD", "z", "3", "b"]);
    expect(run(["ZREMRANGEBYSCORE", "z", "-inf", "1"])).toBe(2);
    expect(run(["ZCARD", "z"])).toBe(1);
    expect(() => run(["INCRBY", "z", "1"])).toThrow("WRONGTYPE");
    expect(() => run(["ZADD", "z", "x", "m"])).toThrow("not a valid float");
    expect(() => run(["INCRBY", "n", "1.5"])).toThrow("not an integer");
  });

  it("expires a key on time, even when nobody requests it", async () => {
    let nowMs = 0;
    const { run, size, removeExpired } = await createMemoryRedis(() => nowMs);
    run(["INCRBY", "a", "5"]);
    run(["PEXPIRE", "a", "100"]);
    nowMs = 99;
    expect(run(["INCRBY", "a", "1"])).toBe(6);
    nowMs = 100;
    removeExpired();
    expect(size()).toBe(0);
    expect(run(["INCRBY", "a", "1"])).toBe(1);
    expect(run(["PEXPIRE", "b", "100"])).toBe(0);
  });

  it("expires no key during a script", async () => {
    let nowMs = 0;
    const { run } = await createMemoryRedis(() => {
      nowMs += 10;
      return nowMs;
    });
    const script = `redis.call("ZADD", KEYS[1], 1, "m") redis.call("PEXPIRE", KEYS[1], 5)
      return redis.call("ZRANGE", KEYS[1], 0, 0)`;
    expect(run(["EVAL", script, "1", "z"])).toEqual(["m"]);
    expect(run(["ZCARD", "z"])).toBe(0);
  });

  it("stays below its maximum number of keys by removing those that expire first", async () => {
    const { run, size } = await createMemoryRedis(() => 0, 100);
    run(["INCRBY", "kept", "1"]);
    for (let n = 0; n < 1_000; n += 1) {
      run(["INCRBY", `key${n}`, "1"]);
      run(["PEXPIRE", `key${n}`, String(1_000 + n)]);
      expect(size()).toBeLessThanOrEqual(100);
    }
    expect(run(["INCRBY", "kept", "1"])).toBe(2);
    expect(run(["INCRBY", "key999", "1"])).toBe(2);
  });

  it("runs scripts with times in milliseconds and lists in any order of assignment", async () => {
    const { run } = await createMemoryRedis();
    const script = `local t = {} t[2] = ARGV[1] + 1 t[1] = tostring(tonumber(ARGV[1]) + 2) return t`;
    expect(run(["EVAL", script, "0", "1795408150611"])).toEqual(["1795408150613", 1795408150612]);
    expect(run(["EVAL", "return 7 / 2", "0"])).toBe(3);
    expect(() => run(["EVAL", "error('no')", "0"])).toThrow("ERR");
  });
});
