import { getContext } from "@/lib/context";
import { readEnv } from "@/lib/env";
import { failVideo } from "@/lib/features/storage/fail-video";
import { removeVideoFiles } from "@/lib/features/storage/remove-video-files";
import { moderateVideo } from "@/lib/features/video/moderate-video";
import { prepareVideo } from "@/lib/features/video/prepare-video";
import { publishVideo } from "@/lib/features/video/publish-video";
import { inngest } from "./client";
import { videoEncoded, videoUploaded } from "./events";
import { markFinal } from "./final-errors";

/** The embedded encoder uses all spare CPU; Cloudflare encodes elsewhere. */
const AT_ONCE = readEnv().CLOUDFLARE_ACCOUNT_ID === undefined ? 1 : 8;
/** Polling intervals for a provider that encodes by itself; two hours in total. */
const POLL_INTERVALS = [
  ...Array.from({ length: 12 }, () => "5s"),
  ...Array.from({ length: 30 }, () => "20s"),
  ...Array.from({ length: 50 }, () => "2m"),
];

/**
 * Publishes an uploaded video, or rejects it. Each step is idempotent, because the engine may run
 * it twice and the sweeper may start a second run. Step ids are permanent.
 */
export const processVideo = inngest.createFunction(
  {
    id: "process-video",
    triggers: [videoUploaded],
    retries: 4,
    concurrency: [{ limit: AT_ONCE }, { key: "event.data.uid", limit: 1 }],
    onFailure: async ({ event }) => {
      const { uid } = videoUploaded.schema.parse(event.data.event.data);
      const ctx = getContext();
      await failVideo({ ctx, input: { uid, reason: "Processing failed." } });
      await removeVideoFiles({ ctx, input: { uid } });
    },
  },
  async ({ event, step }) => {
    const ctx = getContext();
    const { uid } = event.data;
    const input = { uid };

    let state = await step.run("prepare", () => markFinal(() => prepareVideo({ ctx, input })));
    for (const [index, timeout] of POLL_INTERVALS.entries()) {
      if (state !== "processing") break;
      await step.waitForEvent(`await-encoding-${index}`, {
        event: videoEncoded,
        timeout,
        if: "async.data.uid == event.data.uid",
      });
      state = await step.run(`prepare-${index}`, () =>
        markFinal(() => prepareVideo({ ctx, input })),
      );
    }
    if (state === "processing") throw new Error(`Video ${uid} was not encoded in two hours`);
    const verdict = await step.run("moderate", () =>
      markFinal(() => moderateVideo({ ctx, input })),
    );
    if (verdict === "nsfw_checking") {
      await step.run("publish", () => markFinal(() => publishVideo({ ctx, input })));
    }
    return { uid, state: await step.run("clean-up", () => removeVideoFiles({ ctx, input })) };
  },
);
