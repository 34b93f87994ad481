import { z } from "zod";
import { accepted, DATA, getJson, manager, must, runActions, token } from "./support";

/** Copies the tokens of one manager with their holders and swaps into its own database. */

const PAGE = 50;
const HOLDERS_PAGE = 100;
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const wei = z.string().regex(/^-?\d+$/);
const amounts = z.object({ amount0: wei, amount1: wei });

const listing = z.object({
  data: z.array(z.object({ tokenAddress: address, createdAt: z.number().int() })),
});
const holding = z.object({
  totalHolders: z.string().regex(/^\d+$/),
  holders: z.array(z.object({ id: address, balance: wei })),
});
const swapping = z.object({
  swaps: z.array(
    z.object({
      maker: address,
      type: z.enum(["buy", "sell"]),
      timestamp: z.number().int(),
      txHash: z.string().regex(/^0x[0-9a-f]{64}$/),
      amounts: z.object({ uniswap: amounts, isp: amounts }),
    }),
  ),
});

/** The addresses of one page of the manager's tokens, newest first. */
async function readPage(offset: number): Promise<string[]> {
  const order = "orderBy=datecreated&orderDirection=desc";
  const page = `limit=${PAGE}&offset=${offset}`;
  const reply = await getJson(`${DATA}/tokens?managerAddress=${manager}&${order}&${page}`);
  const { data } = accepted(reply, listing);
  const times = data.map(({ createdAt }) => createdAt);
  must(
    times.every((time, index) => time <= (times[index - 1] ?? time)),
    "newest first",
    times,
  );
  return data.map(({ tokenAddress }) => tokenAddress);
}

await runActions({
  "mirrors the tokens of its manager and no other": async () => {
    const tokens: string[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const page = await readPage(offset);
      tokens.push(...page);
      if (page.length < PAGE) break;
    }
    must(tokens.length === 1 && tokens[0] === token, `only ${token}`, tokens);
  },
  "pages all holders by 100 until totalHolders": async () => {
    const seen = new Set<string>();
    for (let total = 1; seen.size < total; ) {
      const page = `limit=${HOLDERS_PAGE}&offset=${seen.size}`;
      const reply = await getJson(`${DATA}/tokens/${token}/holders?${page}`);
      const { holders, totalHolders } = accepted(reply, holding);
      must(holders.length > 0, "a holder on every page", { total, seen: seen.size });
      for (const { id } of holders) seen.add(id);
      total = Number(totalHolders);
    }
    must(seen.size > 1, "a trader and the pool", [...seen]);
  },
  "reads swaps in wei": async () => {
    const reply = await getJson(`${DATA}/tokens/${token}/swaps?limit=100`);
    const { swaps } = accepted(reply, swapping);
    must(swaps.length === 2, "both swaps", swaps.length);
    for (const { amounts } of swaps) {
      const legs = [...Object.values(amounts.uniswap), ...Object.values(amounts.isp)];
      must(
        legs.some((leg) => BigInt(leg) < 0n) && legs.some((leg) => BigInt(leg) > 0n),
        "two legs",
        legs,
      );
    }
  },
});
