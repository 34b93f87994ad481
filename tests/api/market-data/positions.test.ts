import { beforeAll, describe, expect, it } from "vitest";
import {
  getPosition,
  getTokenMarks,
  getTokenSafety,
  listHistory,
  listLaunches,
  listPositions,
  listTraders,
} from "@/lib/features/market/operations/positions";
import { TRADERS_MAX } from "@/lib/features/market/rules/trade";
import { tokenTrades } from "@/lib/features/market/schema/market";
import { tokenMarks } from "@/lib/features/market/schema/marks";
import {
  addressHistory,
  addressLaunches,
  addressPositions,
  tokenPosition,
  tokenTraders,
} from "@/lib/features/market/schema/positions";
import { tokenDetails } from "@/lib/features/market/schema/price";
import { tokenSafety } from "@/lib/features/market/schema/safety";
import { request } from "../../setup/api/api";
import { untilListed } from "../../setup/api/until-listed";
import { buyToken } from "../../setup/chain/buy-token";
import { launchToken } from "../../setup/chain/launch-token";

const CHAIN = "/v1/base-sepolia";
const NOBODY = `0x${"12".repeat(20)}`;

describe("positions over HTTP", () => {
  let token: string;
  let trader: string;

  beforeAll(async () => {
    token = await launchToken({ name: "Position Heliotrope", symbol: "POSI" });
    await buyToken(token);
    const { trades } = await untilListed(
      `${CHAIN}/tokens/${token}/trades`,
      tokenTrades,
      (answer) => answer.trades.length > 0,
    );
    trader = trades[0]?.trader ?? "";
  });

  it.each([
    ["position", getPosition, () => `tokens/${token}/positions/${trader}`],
    ["marks", getTokenMarks, () => `tokens/${token}/marks`],
    ["safety", getTokenSafety, () => `tokens/${token}/safety`],
    ["traders", listTraders, () => `tokens/${token}/traders?limit=1`],
    ["positions", listPositions, () => `accounts/${trader}/positions`],
    ["open positions", listPositions, () => `accounts/${trader}/positions?open=true&limit=1`],
    ["history", listHistory, () => `accounts/${trader}/history?limit=1000`],
    ["history of a token", listHistory, () => `accounts/${trader}/history?tokenAddress=${token}`],
    ["launches", listLaunches, () => `accounts/${trader}/launches`],
  ] as const)(
    "GET %s: returns 200 in the documented shape, 304 and 405",
    async (_, operation, of) => {
      const path = `${CHAIN}/${of()}`;
      const { status, headers, body } = await request(path);
      expect(status).toBe(200);
      expect(operation.response.safeParse(body).error).toBeUndefined();
      expect(headers.get("cache-control")).toBe("public, s-maxage=2, stale-while-revalidate=10");
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect((await request(path, { headers: { "if-none-match": "*" } })).status).toBe(304);
      expect((await request(path, { method: "POST", body: {} })).status).toBe(405);
    },
  );

  it("has the purchase in position, portfolio and history, in any letter case", async () => {
    const lower = trader.toLowerCase();
    const one = await request(`${CHAIN}/tokens/${token.toLowerCase()}/positions/${lower}`);
    const { address, position } = tokenPosition.parse(one.body);
    expect(address).toBe(trader);
    expect(position).toMatchObject({ tokenAddress: token, transactions: 1, realizedETH: "0" });
    expect(position.costETH).toBe(position.paidETH);
    expect(position.balance).toBe(position.boughtToken);
    const listed = await request(`${CHAIN}/accounts/${lower}/positions?open=true`);
    const { positions } = addressPositions.parse(listed.body);
    expect(positions.find(({ tokenAddress }) => tokenAddress === token)).toEqual(position);
    const read = await request(`${CHAIN}/accounts/${lower}/history?tokenAddress=${token}`);
    const { history } = addressHistory.parse(read.body);
    expect(history).toMatchObject([
      { type: "buy", amountToken: position.boughtToken, amountETH: position.paidETH },
    ]);
  });

  it("lists the buyer as the token's only trader", async () => {
    const { body } = await request(`${CHAIN}/tokens/${token.toLowerCase()}/traders`);
    const { traders, nextCursor } = tokenTraders.parse(body);
    const one = await request(`${CHAIN}/tokens/${token}/positions/${trader}`);
    const { position } = tokenPosition.parse(one.body);
    expect(traders).toMatchObject([
      { address: trader, paidETH: position.paidETH, costETH: position.costETH, realizedETH: "0" },
    ]);
    expect(nextCursor).toBeNull();
    const after = `0_${"9".repeat(30)}_${NOBODY}`;
    const next = await request(`${CHAIN}/tokens/${token}/traders?cursor=${after}`);
    expect(tokenTraders.parse(next.body).traders).toHaveLength(1);
    const before = `-1_0_${NOBODY}`;
    const last = await request(`${CHAIN}/tokens/${token}/traders?cursor=${before}`);
    expect(tokenTraders.parse(last.body).traders).toEqual([]);
  });

  it("filters trades by trader and size", async () => {
    const path = `${CHAIN}/tokens/${token}/trades`;
    const read = async (query: string) =>
      tokenTrades.parse((await request(`${path}?${query}`)).body).trades;
    const all = await read("limit=100");
    expect(all).toHaveLength(1);
    expect(await read(`trader=${trader.toLowerCase()}`)).toEqual(all);
    expect(await read(`trader=${NOBODY},${trader}&minETH=0.001`)).toEqual(all);
    expect(await read(`trader=${NOBODY}`)).toEqual([]);
    expect(await read("minETH=10")).toEqual([]);
    expect(await read(`minETH=0.001&cursor=${all[0]?.id}`)).toEqual([]);
    const unknown = await request(`${CHAIN}/tokens/${NOBODY}/trades?minETH=1&trader=${NOBODY}`);
    expect(unknown.status).toBe(404);
  });

  it("lists a creator's launches with what became of them", async () => {
    const details = await request(`${CHAIN}/tokens/${token}/details`);
    const { status, price } = tokenDetails.parse(details.body);
    const { body } = await request(`${CHAIN}/accounts/${status.owner}/launches`);
    const { address, launches } = addressLaunches.parse(body);
    expect(address).toBe(status.owner);
    expect(launches.find(({ tokenAddress }) => tokenAddress === token)).toMatchObject({
      symbol: "POSI",
      startingMarketCapETH: price.startingMarketCapETH,
      marketCapETH: price.marketCapETH,
      holders: 2,
      creatorBoughtToken: "0",
      creatorBalance: "0",
    });
  });

  it("returns zeros and empty lists for an address without trades", async () => {
    const one = await request(`${CHAIN}/tokens/${token}/positions/${NOBODY}`);
    expect(tokenPosition.parse(one.body).position).toMatchObject({
      balance: "0",
      averageEntryETH: null,
      valueETH: "0",
      transactions: 0,
    });
    const { body } = await request(`${CHAIN}/accounts/${NOBODY}/positions`);
    expect(addressPositions.parse(body)).toMatchObject({
      positions: [],
      nextCursor: null,
      totals: { positions: 0, isComplete: true, valueETH: "0", realizedETH: "0" },
    });
    const history = await request(`${CHAIN}/accounts/${NOBODY}/history`);
    expect(addressHistory.parse(history.body)).toMatchObject({ history: [], nextCursor: null });
  });

  it("returns 404 for the position in an unknown token", async () => {
    const { status, body } = await request(`${CHAIN}/tokens/${NOBODY}/positions/${NOBODY}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "token_not_found" });
  });

  it("has the buyer of the first block in the safety facts, and 404 for an unknown token", async () => {
    const { body } = await request(`${CHAIN}/tokens/${token.toLowerCase()}/safety`);
    const facts = tokenSafety.parse(body);
    expect(facts.firstBlock?.buyers).toMatchObject([{ address: trader, isCreator: false }]);
    expect(facts.topHolders.holders).toMatchObject([{ address: trader }]);
    expect(facts.supply).toMatchObject({ initial: "100000000000", burned: "0" });
    expect(facts.liquidity.proof).toMatch(/^cast call 0x\w{40} "lockedLiquidity\(address\)/);
    const traders = await request(`${CHAIN}/tokens/${NOBODY}/traders`);
    expect(traders.status).toBe(404);
    const unknown = await request(`${CHAIN}/tokens/${NOBODY}/safety`);
    expect(unknown.status).toBe(404);
    expect(unknown.body).toMatchObject({ code: "token_not_found" });
  });

  it("marks no trades of others, and returns 404 for an unknown token", async () => {
    const { body } = await request(`${CHAIN}/tokens/${token.toLowerCase()}/marks`);
    const { creator, bidWall, marks } = tokenMarks.parse(body);
    const details = await request(`${CHAIN}/tokens/${token}/details`);
    expect(creator).toBe(tokenDetails.parse(details.body).status.owner);
    expect({ bidWall, marks }).toEqual({ bidWall: null, marks: [] });
    const unknown = await request(`${CHAIN}/tokens/${NOBODY}/marks`);
    expect(unknown.status).toBe(404);
    expect(unknown.body).toMatchObject({ code: "token_not_found" });
  });

  it.each([
    ["tokens/0x12/safety", "tokenAddress"],
    ["tokens/0x12/marks", "tokenAddress"],
    ["tokens/0x12/positions/0x12", "tokenAddress"],
    [`tokens/${NOBODY}/positions/0x12`, "address"],
    ["tokens/0x12/traders", "tokenAddress"],
    [`tokens/${NOBODY}/traders?limit=0`, "limit"],
    [`tokens/${NOBODY}/traders?cursor=1_2`, "cursor"],
    [`tokens/${NOBODY}/trades?trader=0x12`, "trader"],
    [
      `tokens/${NOBODY}/trades?trader=${Array(TRADERS_MAX + 1)
        .fill(NOBODY)
        .join(",")}`,
      "trader",
    ],
    [`tokens/${NOBODY}/trades?trader=`, "trader"],
    [`tokens/${NOBODY}/trades?minETH=-1`, "minETH"],
    [`tokens/${NOBODY}/trades?minETH=0.5`, "minETH"],
    ["accounts/0x12/positions", "address"],
    [`accounts/${NOBODY}/positions?limit=101`, "limit"],
    [`accounts/${NOBODY}/positions?open=maybe`, "open"],
    [`accounts/${NOBODY}/positions?cursor=1`, "cursor"],
    [`accounts/${NOBODY}/history?limit=1001`, "limit"],
    [`accounts/${NOBODY}/history?tokenAddress=ada`, "tokenAddress"],
    [`accounts/${NOBODY}/history?cursor=abc`, "cursor"],
    [`accounts/${NOBODY}/launches?cursor=abc`, "cursor"],
    [`accounts/${NOBODY}/launches?limit=0`, "limit"],
  ])("GET %s: returns 400 that names %s", async (path, parameter) => {
    const { status, body } = await request(`${CHAIN}/${path}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "invalid_parameters" });
    expect(JSON.stringify(body)).toContain(`"path":"${parameter}"`);
  });
});
