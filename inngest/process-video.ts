import { getContext } from "@/lib/context";
import { readEnv } from "@/lib/env";
import { cleanUpVideo, removeVideo } from "@/lib/features/storage/remove-video";
import { moderateVideo } from "@/lib/features/video/moderate-video";
import { prepareVideo } from "@/lib/features/video/prepare-video";
import { publishVideo } from "@/lib/features/video/publish-video";
import { inngest } from "./client";
import { videoEncoded, videoUploaded } from "./events";
import { orFinal } from "./final-errors";

/** Encoding here takes all that the machine can spare; elsewhere it costs us nothing. */
const AT_ONCE = readEnv().CLOUDFLARE_ACCOUNT_ID === undefined ? 1 : 8;
/** How often a provider that encodes by itself is asked, at growing distances: two hours in all. */
const PAUSES = [
  ...Array.from({ length: 12 }, () => "5s"),
  ...Array.from({ length: 30 }, () => "20s"),
  ...Array.from({ length: 50 }, () => "2m"),
];

/**
 * Makes an uploaded video one that may be watched, or refuses it. Each step is idempotent by itself,
 * because an engine may run any of them twice and the sweeper may start a second run; step ids are
 * permanent.
 */
export const processVideo = inngest.createFunction(
  {
    id: "process-video",
    triggers: [videoUploaded],
    retries: 4,
    concurrency: [{ limit: AT_ONCE }, { key: "event.data.uid", limit: 1 }],
    onFailure: async ({ event }) => {
      const { uid } = videoUploaded.schema.parse(event.data.event.data);
      await removeVideo({ ctx: getContext(), input: { uid, reason: "Processing failed." } });
    },
  },
  async ({ event, step }) => {
    const ctx = getContext();
    const { uid } = event.data;
    const input = { uid };

    let state = await step.run("prepare", () => orFinal(() => prepareVideo({ ctx, input })));
    for (const [index, timeout] of PAUSES.entries()) {
      if (state !== "processing") break;
      await step.waitForEvent(`await-encoding-${index}`, {
        event: videoEncoded,
        timeout,
        if: "async.data.uid == event.data.uid",
      });
      state = await step.run(`prepare-${index}`, () => orFinal(() => prepareVideo({ ctx, input })));
    }
    if (state === "processing") throw new Error(`Video ${uid} was not encoded in two hours`);
    const verdict = await step.run("moderate", () => orFinal(() => moderateVideo({ ctx, input })));
    if (verdict === "nsfw_checking") {
      await step.run("publish", () => orFinal(() => publishVideo({ ctx, input })));
    }
    return { uid, state: await step.run("clean-up", () => cleanUpVideo({ ctx, input })) };
  },
);
