import { describe, expect, it } from "vitest";
import { newCaller, request } from "../../setup/api/api";

/** Requests of market-data adapters that would read a whole dataset, or break its queries. */
const EVENTS = "/adapters/dexscreener/base-sepolia/events";

const RANGES = [
  "fromBlock=0&toBlock=999999999999",
  "fromBlock=0&toBlock=1000",
  "fromBlock=999999999999&toBlock=999999999999",
  "fromBlock=0&toBlock=1e3",
  "fromBlock=0x0&toBlock=0xff",
  "fromBlock=-1&toBlock=0",
  "fromBlock=1.5&toBlock=2",
  "fromBlock=NaN&toBlock=NaN",
  "fromBlock=0&toBlock=9999999999999999999999",
  "fromBlock=0&fromBlock=1&toBlock=1",
  "fromBlock=0;drop table market.swaps&toBlock=0",
  "fromBlock=%00&toBlock=0",
  "fromBlock=5&toBlock=4",
];
const IDS = [
  "",
  "0x",
  "%00",
  "0x' or 1=1 --",
  `0x${"g".repeat(64)}`,
  `0x${"f".repeat(65)}`,
  "x".repeat(4_000),
];

describe("market-data adapters", () => {
  it.each(RANGES)("reject the range %s with 400 before it is read", async (query) => {
    const { status, body } = await request(`${EVENTS}?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "invalid_parameters" });
  });

  it.each(IDS)("reject the id %s with 400", async (id) => {
    for (const kind of ["asset", "pair"]) {
      const path = `/adapters/geckoterminal/base-sepolia/${kind}?id=${encodeURIComponent(id)}`;
      expect((await request(path)).status).toBe(400);
    }
  });

  it("count every request of a caller, whatever it asks for", async () => {
    const caller = newCaller();
    let refused = 0;
    for (let sent = 0; sent < 640 && refused === 0; sent += 16) {
      const batch = Array.from({ length: 16 }, (_, i) =>
        request(`/adapters/coingecko/base-sepolia/tickers?limit=1&offset=${sent + i}`, { caller }),
      );
      refused = (await Promise.all(batch)).filter(({ status }) => status === 429).length;
    }
    expect(refused).toBeGreaterThan(0);
  });
});
