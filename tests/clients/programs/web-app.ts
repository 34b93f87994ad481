import { z } from "zod";
import { accepted, CHAIN, getJson, LAUNCH, must, PNG, poll, postJson, runActions } from "./support";

/** A web app with strict schemas, which sends images as raw base64 and every option it supports. */

const nsfwDetection = z
  .strictObject({
    isNSFW: z.boolean(),
    score: z.number(),
    message: z.string(),
    details: z.array(z.unknown()),
  })
  .nullable();
const uploaded = z.strictObject({
  success: z.literal(true),
  ipfsHash: z.string().min(46),
  tokenURI: z.string().startsWith("ipfs://"),
  nsfwDetection,
});
const queued = z.object({
  success: z.literal(true),
  message: z.string(),
  jobId: z.string().min(1),
  queueStatus: z.strictObject({
    position: z.number(),
    waitingJobs: z.number(),
    activeJobs: z.number(),
    estimatedWaitSeconds: z.number(),
  }),
});
const refusal = z.object({ success: z.literal(false), error: z.string().min(1) });
const status = z.object({
  success: z.literal(true),
  state: z.enum(["waiting", "active", "completed", "failed"]),
  queuePosition: z.number(),
  estimatedWaitTime: z.number(),
});

const form: Record<string, unknown> = {
  name: "Web app",
  symbol: "WEB",
  description: "From a web app",
  creatorTwitterUsername: "webapp",
  sniperProtection: true,
};
const launch = () => postJson(`${LAUNCH}/${CHAIN}/launch-memecoin`, form);
let jobId = "";

await runActions({
  "uploads raw base64 and parses nsfwDetection": async () => {
    const reply = await postJson(`${LAUNCH}/upload-image`, { base64Image: PNG });
    form.imageIpfs = accepted(reply, uploaded).ipfsHash;
  },
  "learns from the refusal of sniperProtection what to drop": async () => {
    const { status, body } = await launch();
    must(status === 400, "status 400", { status, body });
    const { error } = refusal.parse(body);
    must(/omit|set to false/i.test(error), "a text that says what to drop", error);
    const { details } = z
      .object({ details: z.array(z.object({ path: z.string(), remedy: z.string().min(1) })) })
      .parse(body);
    must(
      details.some(({ path }) => path === "sniperProtection"),
      "the field",
      details,
    );
    for (const { path } of details) delete form[path];
    must(!("sniperProtection" in form) && "name" in form, "one field dropped", form);
  },
  "launches without it and parses queueStatus": async () => {
    jobId = accepted(await launch(), queued).jobId;
  },
  "parses every state until the launch is completed": async () => {
    const state = await poll(
      async () => {
        const { state } = accepted(await getJson(`${LAUNCH}/launch-status/${jobId}`), status);
        return state === "completed" || state === "failed" ? state : null;
      },
      { everyMs: 1_000, seconds: 90 },
    );
    must(state === "completed", "a completed launch", state);
  },
});
