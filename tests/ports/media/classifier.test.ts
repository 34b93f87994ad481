import { randomUUID } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Classifier, ClassifierUnavailableError } from "@/lib/drivers/moderation/classifier";
import { createEmbeddedClassifier } from "@/lib/drivers/moderation/embedded-classifier";
import { createHostedClassifier } from "@/lib/drivers/moderation/hosted-classifier";
import { watchClassifier } from "@/lib/drivers/moderation/watch-classifier";
import {
  FRAME_BYTES,
  MODERATION_CLASSES,
  type Scores,
} from "@/lib/features/media/rules/moderation";
import { bundleWorker } from "../../setup/media/classifier-bundle";
import { NEUTRAL_FRAMES } from "../../setup/media/frames";
import { listen } from "../../setup/servers/listen";

const NEUTRAL: Scores = { Drawing: 0, Hentai: 0, Neutral: 1, Porn: 0, Sexy: 0 };
const TOKEN = "moder4tor-value";
const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  const { origin } = await listen(server);
  cleanUps.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `${origin}/classify`;
}

/**
 * A hosted classifier by the contract in lib/drivers/moderation/hosted-classifier.ts: it counts
 * white pixels.
 */
const contract = z.strictObject({ frames: z.array(z.base64()).min(1).max(16) });
const honest: RequestListener = async (request, response) => {
  const { frames } = contract.parse(JSON.parse(await text(request)));
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return response.writeHead(401).end();
  const scores = frames.map(async (frame) => {
    const { data, info } = await sharp(Buffer.from(frame, "base64"))
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3 || data.byteLength !== FRAME_BYTES) throw new Error("no such frame");
    const light = data.reduce((sum, byte) => sum + byte, 0) / data.byteLength / 255;
    return { ...NEUTRAL, Neutral: 1 - light, Drawing: light };
  });
  response.writeHead(200).end(JSON.stringify({ scores: await Promise.all(scores) }));
};

const DRIVERS: [string, () => Promise<Classifier>][] = [
  [
    "embedded",
    async () => {
      const worker = await bundleWorker("lib/drivers/moderation/classifier-worker.ts");
      cleanUps.push(worker.remove);
      return createEmbeddedClassifier({ workerPath: worker.path });
    },
  ],
  ["hosted", async () => createHostedClassifier({ url: await serve(honest), token: TOKEN })],
];

describe.each(DRIVERS)("%s classifier", (_, open) => {
  let classifier: Classifier;
  beforeAll(async () => {
    classifier = await open();
  });
  afterAll(() => classifier.close());

  it("scores each frame in order", async () => {
    const { black, white, gradient } = NEUTRAL_FRAMES;
    const together = await classifier.classify([black, white, gradient]);
    const [alone] = await classifier.classify([white]);
    expect(together).toHaveLength(3);
    expect(together[1]).toEqual(alone);
    expect(together[0]).not.toEqual(alone);
    for (const scores of together) {
      expect(Object.keys(scores).toSorted()).toEqual([...MODERATION_CLASSES]);
      expect(Object.values(scores).reduce((sum, one) => sum + one)).toBeCloseTo(1, 3);
    }
  });

  it("answers simultaneous calls with their own results", async () => {
    const frames = Object.values(NEUTRAL_FRAMES);
    const alone = await classifier.classify(frames);
    const atOnce = await Promise.all(frames.map((frame) => classifier.classify([frame])));
    expect(atOnce.flat()).toEqual(alone);
  });

  it("rejects frames of another size", async () => {
    await expect(classifier.classify([new Uint8Array(100)])).rejects.toThrow(RangeError);
  });
});

describe("the real model", () => {
  let classifier: Classifier;
  beforeAll(async () => {
    const worker = await bundleWorker("lib/drivers/moderation/classifier-worker.ts");
    cleanUps.push(worker.remove);
    classifier = createEmbeddedClassifier({ workerPath: worker.path });
  });
  afterAll(() => classifier.close());

  // The worker starts on the wasm backend only, so a response proves wasm.
  it.each(Object.entries(NEUTRAL_FRAMES))("flags nothing in %s", async (_, frame) => {
    const [scores = NEUTRAL] = await classifier.classify([frame]);
    expect(scores.Porn + scores.Hentai).toBeLessThan(0.3);
    expect(scores.Sexy).toBeLessThan(0.3);
  });

  it("scores frames as the code of nsfwjs 4.4.0 does", async () => {
    const { black, gradient } = NEUTRAL_FRAMES;
    const [first = NEUTRAL, second = NEUTRAL] = await classifier.classify([black, gradient]);
    expect(first.Drawing).toBeCloseTo(0.024494, 5);
    expect(first.Neutral).toBeCloseTo(0.950719, 5);
    expect(second.Drawing).toBeCloseTo(0.09326, 5);
    expect(second.Hentai).toBeCloseTo(0.035598, 5);
    expect(second.Porn).toBeCloseTo(0.000658, 5);
  });

  it("restarts after it was closed", async () => {
    await classifier.close();
    expect(await classifier.classify([NEUTRAL_FRAMES.black])).toHaveLength(1);
  });
});

describe("an embedded classifier whose thread fails", () => {
  let classifier: Classifier;
  beforeAll(async () => {
    const worker = await bundleWorker("tests/setup/media/broken-worker.ts");
    cleanUps.push(worker.remove);
    classifier = createEmbeddedClassifier({
      workerPath: worker.path,
      queueMax: 2,
      jobMsMax: 3_000,
    });
  });
  afterAll(() => classifier.close());

  function frame(fault: number, marker = "") {
    const bytes = new Uint8Array(FRAME_BYTES);
    bytes.set([fault, ...Buffer.from(marker)]);
    return bytes;
  }

  it.each([
    ["throws", 1],
    ["stays silent", 2],
    ["answers nonsense", 4],
  ])("reports an error when it %s, and recovers", async (_, fault) => {
    await expect(classifier.classify([frame(fault)])).rejects.toThrow(ClassifierUnavailableError);
    expect(await classifier.classify([frame(0)])).toEqual([NEUTRAL]);
  });

  it("retries a job in a second thread when the first one crashes", async () => {
    const marker = join(tmpdir(), `slipway-${randomUUID()}`);
    expect(await classifier.classify([frame(3, marker)])).toEqual([NEUTRAL]);
  });

  it("rejects a job that times out", async () => {
    const jobs = [2, 0, 0, 0].map((fault) => classifier.classify([frame(fault)]));
    const results = await Promise.allSettled(jobs);
    expect(results.map(({ status }) => status)).toEqual([
      "rejected",
      "fulfilled",
      "fulfilled",
      "rejected",
    ]);
  });

  it("ends its thread when no job has come for a while, and starts one for the next job", async () => {
    const worker = await bundleWorker("tests/setup/media/broken-worker.ts");
    cleanUps.push(worker.remove);
    const resting = createEmbeddedClassifier({ workerPath: worker.path, idleMs: 20 });
    const threadOf = async () => (await resting.classify([frame(5)]))[0]?.Drawing;
    const first = await threadOf();
    await expect.poll(threadOf, { timeout: 20_000, interval: 200 }).not.toBe(first);
    await resting.close();
  });

  it("reports that no thread can start", async () => {
    const missing = createEmbeddedClassifier({ workerPath: "/nowhere/worker.mjs" });
    await expect(missing.classify([frame(0)])).rejects.toThrow(ClassifierUnavailableError);
  });
});

describe("a hosted classifier that fails", () => {
  const scores = (...all: object[]) => JSON.stringify({ scores: all });
  const FAULTS: [string, RequestListener][] = [
    ["refuses the token", (_, response) => response.writeHead(401).end()],
    ["is broken", (_, response) => response.writeHead(500).end(scores(NEUTRAL))],
    ["answers no JSON", (_, response) => response.end("<html>")],
    ["answers too few scores", (_, response) => response.end(scores())],
    ["answers no probabilities", (_, response) => response.end(scores({ ...NEUTRAL, Porn: 1 }))],
    ["misses a class", (_, response) => response.end(scores({ Neutral: 1 }))],
    ["answers without end", (_, response) => response.end("x".repeat(1_000_000))],
    ["redirects", (_, response) => response.writeHead(302, { location: "/" }).end()],
    ["hangs up", (request) => request.socket.destroy()],
    ["stays silent", () => undefined],
  ];
  it.each(FAULTS)("says so when it %s", async (_, handle) => {
    const url = await serve(handle);
    const classifier = createHostedClassifier({ url, token: TOKEN, timeoutMs: 500 });
    const failure = classifier.classify([NEUTRAL_FRAMES.black]);
    await expect(failure).rejects.toThrow(ClassifierUnavailableError);
  });
});

describe("the health of a classifier", () => {
  it("follows its latest call, and is unknown before the first and long after a failure", async () => {
    let isUp = true;
    let minutes = 0;
    const url = await serve((request, response) =>
      isUp ? honest(request, response) : response.writeHead(503).end(),
    );
    const now = () => new Date(minutes * 60_000);
    const frames = [NEUTRAL_FRAMES.sky];
    const watched = watchClassifier(createHostedClassifier({ url, token: TOKEN }), now);
    expect(watched.isHealthy()).toBeNull();
    await watched.classify(frames);
    expect(watched.isHealthy()).toBe(true);
    isUp = false;
    await expect(watched.classify(frames)).rejects.toThrow(ClassifierUnavailableError);
    expect(watched.isHealthy()).toBe(false);
    // The alert pages after two minutes: one failed image must not.
    minutes = 1.6;
    expect(watched.isHealthy()).toBeNull();
    await expect(watched.classify(frames)).rejects.toThrow(ClassifierUnavailableError);
    minutes = 6;
    expect(watched.isHealthy()).toBe(false);
    minutes = 7;
    expect(watched.isHealthy()).toBeNull();
    isUp = true;
    await watched.classify(frames);
    expect(watched.isHealthy()).toBe(true);
    // The caller's mistake is not a failure of the classifier.
    await expect(watched.classify([new Uint8Array(1)])).rejects.toThrow(RangeError);
    expect(watched.isHealthy()).toBe(true);
  });
});
