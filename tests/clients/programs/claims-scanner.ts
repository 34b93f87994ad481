import { z } from "zod";
import { accepted, DATA, getJson, must, owner, runActions, token } from "./support";

/** Lists what an owner can claim; it skips a token whose links are not strings. */

const PAGE = 100;
const LIMIT = 1_000;
const tokens: string[] = [];
const listing = z.object({ data: z.array(z.object({ tokenAddress: z.string() })) });
const described = z.object({
  tokenAddress: z.string(),
  name: z.string(),
  symbol: z.string(),
  socials: z.object({
    website: z.string(),
    twitter: z.string(),
    telegram: z.string(),
    discord: z.string(),
    farcaster: z.string(),
  }),
});

await runActions({
  "pages the tokens of an owner, up to 1,000": async () => {
    for (let offset = 0; offset < LIMIT; offset += PAGE) {
      const page = `limit=${PAGE}&offset=${offset}`;
      const reply = await getJson(`${DATA}/tokens?ownerAddress=${owner.toLowerCase()}&${page}`);
      const { data } = accepted(reply, listing);
      tokens.push(...data.map(({ tokenAddress }) => tokenAddress));
      if (data.length < PAGE) break;
    }
    must(tokens.includes(token), `${token} among them`, tokens);
  },
  "drops none of them for links that are not text": async () => {
    for (const address of tokens) {
      accepted(await getJson(`${DATA}/tokens/${address}`), described);
      const { socials } = described.shape;
      accepted(await getJson(`${DATA}/tokens/${address}/details`), z.object({ socials }));
    }
    must(tokens.length > 0, "a token", tokens);
  },
});
