import { Redis } from "@upstash/redis";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Store, startStore } from "@/sandbox/store/start-store";

const TOKEN = "token-of-the-tests";
let store: Store;
let redis: Redis;
beforeAll(async () => {
  store = await startStore({ port: 0, token: TOKEN, log: pino({ level: "silent" }) });
  redis = new Redis({
    url: store.url,
    token: TOKEN,
    retry: false,
    enableTelemetry: false,
    automaticDeserialization: false,
  });
});
afterAll(() => store.stop());
beforeEach(async () => {
  await redis.flushdb();
});

type Step = readonly [command: string, answer: unknown];

/** Commands with their arguments separated by one space (`~` = a space), sent by the client's own request. */
async function run(command: string): Promise<unknown> {
  const response = await fetch(store.url, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(command.split(" ").map((part) => part.replaceAll("~", " "))),
  });
  const body = await response.json();
  return "error" in body ? `${response.status} ${body.error}` : body.result;
}

const WRONG = "400 WRONGTYPE Operation against a key holding the wrong kind of value";
const SYNTAX = "400 ERR syntax error";
const INTEGER = "400 ERR value is not an integer or out of range";
const wrongCount = (name: string) => `400 ERR wrong number of arguments for '${name}' command`;

const TABLES: Record<string, readonly Step[]> = {
  strings: [
    ["SET a 1", "OK"],
    ["GET a", "1"],
    ["get missing", null],
    ["SET a 2 NX", null],
    ["SET b 2 XX", null],
    ["SET a 2 XX GET", "1"],
    ["SET a 3 nx xx", SYNTAX],
    ["SET a 3 EX", INTEGER],
    ["SET a 3 EX 0", "400 ERR invalid expire time in 'set' command"],
    ["SETNX a 9", 0],
    ["SETNX n 9", 1],
    ["GETSET a 5", "2"],
    ["GETDEL a", "5"],
    ["GET a", null],
    ["MSET x 1 y 2", "OK"],
    ["MSET x", wrongCount("mset")],
    ["MSETNX y 3 z 3", 0],
    ["MGET x y z", ["1", "2", null]],
    ["APPEND x é", 3],
    ["STRLEN x", 3],
    ["GETRANGE y 0 -1", "2"],
    ["GET", wrongCount("get")],
    ["GET a b", wrongCount("get")],
  ],
  numbers: [
    ["INCR n", 1],
    ["INCRBY n 41", 42],
    ["DECR n", 41],
    ["DECRBY n 1", 40],
    ["INCRBY n 1.5", INTEGER],
    ["INCRBY n x", INTEGER],
    ["SET t text", "OK"],
    ["INCR t", INTEGER],
    ["SET big 9223372036854775807", "OK"],
    ["INCR big", "400 ERR increment or decrement would overflow"],
    ["INCRBYFLOAT f 0.1", "0.1"],
    ["INCRBYFLOAT f x", "400 ERR value is not a valid float"],
  ],
  expiry: [
    ["SET a 1 PX 100000", "OK"],
    ["TTL a", 100],
    ["TTL missing", -2],
    ["PERSIST a", 1],
    ["PERSIST a", 0],
    ["TTL a", -1],
    ["EXPIRE a 10 XX", 0],
    ["EXPIRE a 10 NX", 1],
    ["EXPIRE a 5 GT", 0],
    ["EXPIRE a 5 LT", 1],
    ["EXPIRE a 5 NOPE", "400 ERR Unsupported option NOPE"],
    ["EXPIREAT a 99999999999", 1],
    ["EXPIRETIME a", 99999999999],
    ["SET a 2 KEEPTTL", "OK"],
    ["EXPIRETIME a", 99999999999],
    ["GETEX a PERSIST", "2"],
    ["TTL a", -1],
    ["SET a 3 EX 100", "OK"],
    ["INCR a", 4],
    ["TTL a", 100],
    ["EXPIRE a -1", 1],
    ["EXISTS a", 0],
    ["SETEX e 100 v", "OK"],
    ["PSETEX e 0 v", "400 ERR invalid expire time in 'psetex' command"],
    ["EXPIRE missing 1", 0],
    ["EXPIRE e soon", INTEGER],
  ],
  keys: [
    ["MSET user:1 a user:2 b other c", "OK"],
    ["EXISTS user:1 user:2 nobody", 2],
    ["KEYS user:*", ["user:1", "user:2"]],
    ["KEYS user:[^1]", ["user:2"]],
    ["KEYS o?her", ["other"]],
    ["KEYS a.*", []],
    ["TYPE user:1", "string"],
    ["TYPE nobody", "none"],
    ["DBSIZE", 3],
    ["SCAN 0 MATCH user:* COUNT 100", ["0", ["user:1", "user:2"]]],
    ["SCAN 0 COUNT 2", ["2", ["user:1", "user:2"]]],
    ["SCAN 2 COUNT 2", ["0", ["other"]]],
    ["SCAN x", "400 ERR invalid cursor"],
    ["SCAN 0 COUNT 0", SYNTAX],
    ["RENAME other another", "OK"],
    ["RENAME other x", "400 ERR no such key"],
    ["RENAMENX another user:1", 0],
    ["DEL user:1 user:1 nobody", 1],
    ["UNLINK user:2", 1],
    ["PING", "PONG"],
    ["PING hello", "hello"],
    ["ECHO hi", "hi"],
    ["FLUSHALL", "OK"],
    ["DBSIZE", 0],
    ["NOSUCH a b", "400 ERR unknown command 'NOSUCH', with args beginning with: 'a' 'b' "],
  ],
  hashes: [
    ["HSET h a 1 b 2", 2],
    ["HSET h a 3", 0],
    ["HSET h a", wrongCount("hset")],
    ["HMSET h c 4", "OK"],
    ["HGET h a", "3"],
    ["HGET h z", null],
    ["HMGET h a z", ["3", null]],
    ["HGETALL h", ["a", "3", "b", "2", "c", "4"]],
    ["HGETALL none", []],
    ["HSETNX h a 9", 0],
    ["HINCRBY h a 2", 5],
    ["HSET h t text", 1],
    ["HINCRBY h t 2", "400 ERR hash value is not an integer"],
    ["HINCRBYFLOAT h a 0.5", "5.5"],
    ["HEXISTS h a", 1],
    ["HLEN h", 4],
    ["HKEYS h", ["a", "b", "c", "t"]],
    ["HVALS h", ["5.5", "2", "4", "text"]],
    ["HSCAN h 0 MATCH a*", ["0", ["a", "5.5"]]],
    ["HDEL h a b c t x", 4],
    ["EXISTS h", 0],
    ["SET s 1", "OK"],
    ["HGET s a", WRONG],
    ["HSET s a 1", WRONG],
    ["GET s", "1"],
  ],
  sets: [
    ["SADD s a b a", 2],
    ["SADD s b", 0],
    ["SCARD s", 2],
    ["SISMEMBER s a", 1],
    ["SMISMEMBER s a z", [1, 0]],
    ["SADD t b c", 2],
    ["SINTER s t", ["b"]],
    ["SUNION s t", ["a", "b", "c"]],
    ["SDIFF s t", ["a"]],
    ["SMOVE s t a", 1],
    ["SMEMBERS t", ["b", "c", "a"]],
    ["SSCAN t 0 MATCH a", ["0", ["a"]]],
    ["SREM t a b c", 3],
    ["TYPE t", "none"],
    ["SPOP s", "b"],
    ["SPOP s", null],
    ["SPOP s 2", []],
    ["SRANDMEMBER s", null],
  ],
  "sorted sets": [
    ["ZADD z 1 a 2 b 3 c", 3],
    ["ZADD z 2 a", 0],
    ["ZADD z CH 1 a 9 d", 2],
    ["ZADD z NX 5 a", 0],
    ["ZADD z XX 5 new", 0],
    ["ZADD z GT CH 1 b", 0],
    ["ZADD z INCR 1 a", "2"],
    ["ZADD z NX XX 1 a", SYNTAX],
    ["ZADD z 1", wrongCount("zadd")],
    ["ZADD z x a", "400 ERR value is not a valid float"],
    ["ZADD none XX 1 a", 0],
    ["EXISTS none", 0],
    ["ZRANGE z 0 -1", ["a", "b", "c", "d"]],
    ["ZRANGE z 0 1 REV WITHSCORES", ["d", "9", "c", "3"]],
    ["ZRANGE z (2 +inf BYSCORE", ["c", "d"]],
    ["ZRANGE z +inf 2 BYSCORE REV LIMIT 1 2", ["c", "b"]],
    [
      "ZRANGE z 0 1 LIMIT 0 1",
      "400 ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX",
    ],
    ["ZRANGEBYSCORE z -inf 2", ["a", "b"]],
    ["ZREVRANGEBYSCORE z 3 3", ["c"]],
    ["ZRANGEBYSCORE z x 2", "400 ERR min or max is not a float"],
    ["ZREVRANGE z 0 0", ["d"]],
    ["ZSCORE z a", "2"],
    ["ZMSCORE z a nobody", ["2", null]],
    ["ZRANK z c", 2],
    ["ZREVRANK z c", 1],
    ["ZRANK z nobody", null],
    ["ZCARD z", 4],
    ["ZCOUNT z 2 3", 3],
    ["ZINCRBY z 0.5 a", "2.5"],
    ["ZPOPMIN z", ["b", "2"]],
    ["ZPOPMAX z 1", ["d", "9"]],
    ["ZREMRANGEBYSCORE z -inf (3", 1],
    ["ZREMRANGEBYRANK z 0 -1", 1],
    ["EXISTS z", 0],
    ["ZSCAN z 0", ["0", []]],
  ],
  lists: [
    ["RPUSH l b c", 2],
    ["LPUSH l a z", 4],
    ["LRANGE l 0 -1", ["z", "a", "b", "c"]],
    ["LRANGE l -2 100", ["b", "c"]],
    ["LRANGE l 3 1", []],
    ["LINDEX l -1", "c"],
    ["LSET l 0 y", "OK"],
    ["LSET l 9 y", "400 ERR index out of range"],
    ["LSET none 0 y", "400 ERR no such key"],
    ["LINSERT l BEFORE b x", 5],
    ["LINSERT l NEAR b x", SYNTAX],
    ["LREM l 1 x", 1],
    ["LPOP l", "y"],
    ["RPOP l 2", ["c", "b"]],
    ["LLEN l", 1],
    ["LMOVE l m LEFT RIGHT", "a"],
    ["EXISTS l", 0],
    ["RPOPLPUSH m m", "a"],
    ["LRANGE m 0 -1", ["a"]],
    ["LPUSHX none a", 0],
    ["RPUSH m b c d", 4],
    ["LTRIM m 1 2", "OK"],
    ["LRANGE m 0 -1", ["b", "c"]],
    ["LPOP none", null],
    ["LPOP m -1", "400 ERR value is out of range, must be positive"],
    ["LLEN m", 2],
    ["SET s 1", "OK"],
    ["LPUSH s 1", WRONG],
  ],
  scripts: [
    ["EVAL return~KEYS[1]..ARGV[1] 1 a b", "ab"],
    ["EVAL return~{1,2.9,'x',nil,'lost'} 0", [1, 2, "x"]],
    ["EVAL return~true 0", 1],
    ["EVAL return~false 0", null],
    ["EVAL return~redis.call('SET',KEYS[1],5) 1 k", "OK"],
    ["EVAL return~redis.call('GET','none')==false 0", 1],
    ["EVAL return~redis.call('INCRBY',KEYS[1],2) 1 k", 7],
    ["EVAL return~redis.status_reply('FINE') 0", "FINE"],
    ["EVAL return~redis.error_reply('MY~own') 0", "400 MY own"],
    ["EVAL return~tostring(10/2)..'|'..(10/2)..'|'..(7%4) 0", "5|5|3"],
    ["EVAL return~ARGV[1]*2+1000 0 1795240657376", 3590481315752],
    ["EVAL return~tostring(tonumber(ARGV[1])+1) 0 1795240657376", "1795240657377"],
    ["EVAL return~math.floor(3000000000/1.5)*2 0", 4000000000],
    ["EVAL return~#ARGV 0 é b", 2],
    ["EVAL return~ARGV[1] 0 👩‍🚀", "👩‍🚀"],
    ["EVAL return~1 x", INTEGER],
    ["EVAL return~1 3 a", "400 ERR Number of keys can't be greater than number of args"],
    [
      "EVALSHA ffffffffffffffffffffffffffffffffffffffff 0",
      "400 NOSCRIPT No matching script. Please use EVAL.",
    ],
  ],
};

describe.each(Object.entries(TABLES))("%s", (_, steps) => {
  it("answer as Redis does", async () => {
    for (const [command, answer] of steps) {
      expect([command, await run(command)]).toEqual([command, answer]);
    }
  });
});

describe("scripts", () => {
  it("are kept by the hash of their whole text and found by it", async () => {
    const script = "#!lua flags=allow-key-locking\nreturn tonumber(ARGV[1]) + 1";
    const sha = await redis.scriptLoad(script);
    expect(sha).toMatch(/^[0-9a-f]{40}$/);
    expect(await redis.scriptExists(sha, "0".repeat(40))).toEqual([1, 0]);
    expect(await redis.evalsha(sha, [], ["41"])).toBe(42);
    expect(await redis.scriptFlush()).toBe("OK");
    await expect(redis.evalsha(sha, [], ["41"])).rejects.toThrow("NOSCRIPT");
  });

  it.each([
    ["return nonsense", "nonexistent global variable 'nonsense'"],
    ["leaked = 1", "attempted to create global variable 'leaked'"],
    ["return redis.call('NOSUCH')", "ERR unknown command"],
    ["return redis.call('EVAL', 'return 1', 0)", "not allowed from script"],
    ["return redis.call({})", "must be strings or integers"],
    ["while true do end", "too many instructions"],
    ["return os.time()", "nonexistent global variable 'os'"],
    ["return (", "Error compiling script"],
    ["error('my reason')", "my reason"],
  ])("%s fails with %s, and the next one runs", async (script, message) => {
    await expect(redis.eval(script, [], [])).rejects.toThrow(message);
    expect(await redis.eval("return 'fine'", [], [])).toBe("fine");
  });

  it("see a wrong type as an error they can catch", async () => {
    await redis.set("text", "abc");
    const script = "local r = redis.pcall('INCR', KEYS[1]) return r.err";
    expect(await redis.eval(script, ["text"], [])).toContain("not an integer");
  });
});

describe("the unmodified client", () => {
  it("gets objects, unicode and the text OK back", async () => {
    const client = new Redis({ url: store.url, token: TOKEN, enableTelemetry: false });
    const value = { text: "Grüße 👩‍🚀 \u0000", list: [1, "two", null], nested: { ok: true } };
    expect(await client.set("object", value)).toBe("OK");
    expect(await client.get("object")).toEqual(value);
    await client.set("ok", "OK");
    expect(await client.get("ok")).toBe("OK");
    expect(await client.ping()).toBe("PONG");
    await client.hset("hash", { a: 1, b: { c: 2 } });
    expect(await client.hgetall("hash")).toEqual({ a: 1, b: { c: 2 } });
  });

  it("pipelines, with the error of one command in its place", async () => {
    await redis.set("text", "abc");
    const results = await redis
      .pipeline()
      .set("a", 1)
      .incr("text")
      .get("a")
      .exec({ keepErrors: true });
    expect(results.map((entry) => entry.error ?? entry.result)).toEqual([
      "OK",
      "ERR value is not an integer or out of range",
      "1",
    ]);
  });

  it("runs a transaction wholly or not at all", async () => {
    expect(await redis.multi().set("a", 1).incr("a").exec()).toEqual(["OK", 2]);
    const refused = await fetch(`${store.url}/multi-exec`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify([["SET", "a", "100"], ["NOSUCH"]]),
    });
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining("EXECABORT") });
    expect(await redis.get("a")).toBe("2");
  });

  it("takes locks: one of many gets it, and it expires", async () => {
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, owner) => redis.set("lock", owner, { nx: true, px: 60 })),
    );
    expect(tries.filter((answer) => answer === "OK")).toHaveLength(1);
    const deadline = Date.now() + 2_000;
    while ((await redis.set("lock", "next", { nx: true, px: 60 })) !== "OK") {
      expect(Date.now()).toBeLessThan(deadline);
    }
  });

  it("scans all keys once", async () => {
    for (let index = 0; index < 35; index++) await redis.set(`key:${index}`, index);
    const found: string[] = [];
    let cursor = "0";
    do {
      const [next, keys] = await redis.scan(cursor, { match: "key:*", count: 10 });
      found.push(...keys);
      cursor = next;
    } while (cursor !== "0");
    expect(new Set(found).size).toBe(35);
  });
});

describe("who may call", () => {
  it.each(["", "Bearer wrong", TOKEN])("authorization '%s' is 401", async (authorization) => {
    const refused = await fetch(store.url, {
      method: "POST",
      body: '["PING"]',
      headers: { authorization },
    });
    expect(refused.status).toBe(401);
  });

  it.each(["", "{", "[]", '{"a":1}', "[[1]]", '[{"a":1}]'])("body %s is 400", async (body) => {
    const refused = await fetch(store.url, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(refused.status).toBe(400);
  });

  it("the health check needs no token", async () => {
    expect(await (await fetch(`${store.url}/health`)).json()).toMatchObject({ status: "ok" });
  });
});
