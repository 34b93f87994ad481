import { expect, it } from "vitest";
import { readEnv } from "@/lib/env";
import { embeddedParts } from "@/sandbox/start-parts";

const ALL = ["database", "store", "jobs", "base", "base-sepolia", "robinhood"];

it.each([
  [{}, ALL],
  [{ REDIS_URL: "redis://127.0.0.1:6379" }, ALL.filter((part) => part !== "store")],
  [
    { UPSTASH_REDIS_REST_URL: "https://x.example", UPSTASH_REDIS_REST_TOKEN: "t" },
    ALL.filter((part) => part !== "store"),
  ],
  [{ DATABASE_URL: "postgres://127.0.0.1/x" }, ALL.filter((part) => part !== "database")],
])("embeds every service that %o does not configure", (variables, expected) => {
  expect(embeddedParts({ env: readEnv(variables) })).toEqual(expected);
});
