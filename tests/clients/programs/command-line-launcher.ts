import { z } from "zod";
import {
  accepted,
  CHAIN,
  DATA,
  getJson,
  LAUNCH,
  must,
  owner,
  PNG,
  poll,
  postJson,
  type Reply,
  runActions,
  token,
} from "./support";

/** A command line launcher: uploads, launches, polls, honours Retry-After, lists and shows. */

const text = z.string().min(1);
let imageIpfs = "";
let jobId = "";
let launched = "";
let lastRefusal: Reply | null = null;

const launch = () =>
  postJson(`${LAUNCH}/${CHAIN}/launch-memecoin`, {
    name: "From the terminal",
    symbol: "TERM",
    description: "Launched by a command",
    imageIpfs,
    creatorAddress: owner,
    flaunchAt: 0,
  });

await runActions({
  "uploads a PNG data URI": async () => {
    const reply = await postJson(`${LAUNCH}/upload-image`, {
      base64Image: `data:image/png;base64,${PNG}`,
    });
    imageIpfs = accepted(reply, z.object({ success: z.literal(true), ipfsHash: text })).ipfsHash;
  },
  "launches with flaunchAt 0": async () => {
    jobId = accepted(await launch(), z.object({ success: z.literal(true), jobId: text })).jobId;
  },
  "polls every 2 s, for 120 s at most, until the token is there": async () => {
    const status = z.object({
      state: z.enum(["waiting", "active", "completed", "failed"]),
      collectionToken: z.object({ address: text }).nullish(),
    });
    launched = await poll(
      async () => {
        const reply = await getJson(`${LAUNCH}/launch-status/${jobId}`);
        const { state, collectionToken } = accepted(reply, status);
        must(state !== "failed", "no failed launch", state);
        return state === "completed" ? (collectionToken?.address ?? null) : null;
      },
      { everyMs: 2_000, seconds: 120 },
    );
  },
  "lists what its wallet owns": async () => {
    const list = z.object({ data: z.array(z.object({ tokenAddress: text })) });
    await poll(
      async () => {
        const reply = await getJson(`${DATA}/tokens?ownerAddress=${owner}&limit=100`);
        const { data } = accepted(reply, list);
        return data.some(({ tokenAddress }) => tokenAddress === launched) ? true : null;
      },
      { everyMs: 500, seconds: 20 },
    );
  },
  "shows details: address, name, symbol, market cap and volume": async () => {
    const details = z.object({
      tokenAddress: text,
      name: text,
      symbol: text,
      price: z.object({ marketCapETH: text }),
      volume: z.object({ volume24h: text }),
    });
    accepted(await getJson(`${DATA}/tokens/${token}/details`), details);
  },
  "counts holders by pagination.total": async () => {
    const holders = z.object({ pagination: z.object({ total: z.number() }) });
    const reply = await getJson(`${DATA}/tokens/${token}/holders?limit=1`);
    must(accepted(reply, holders).pagination.total > 1, "a trader and the pool");
  },
  "is refused a third launch within a minute, with Retry-After": async () => {
    for (let count = 0; count < 2; count += 1) lastRefusal = await launch();
    must(lastRefusal?.status === 429, "status 429", lastRefusal);
    const seconds = lastRefusal?.headers.get("retry-after") ?? "";
    must(/^\d+$/.test(seconds) && Number(seconds) <= 60, "whole seconds, 60 at most", seconds);
  },
  "launches again after Retry-After": async () => {
    const seconds = Number(lastRefusal?.headers.get("retry-after"));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    accepted(await launch(), z.object({ success: z.literal(true), jobId: text }));
  },
});
