import { parseArgs } from "node:util";
import { startHostedClassifier } from "@/tests/setup/media/hosted-classifier";
import { HOSTILE_IMAGES } from "@/tests/setup/media/hostile-images";
import { draw, validImages } from "@/tests/setup/media/images";
import { type Stack, startStack } from "@/tests/setup/stack/start-stack";
import { makeVideo, sendVideoForm, untilApproved, uploadPicture } from "./support/media-uploads";
import { takePhotographs } from "./support/photographs";
import { openWebProcess, startIdleThread, type WebProcess } from "./support/web-process";

/**
 * Uploads through the whole running server: the time of a 1 MB JPEG, the event-loop delay of the
 * server meanwhile and during a video encoding, the memory that a 50 MB video adds, and the time to
 * reject hostile files. The baseline is the same uploads to a server with a hosted classifier that
 * responds at once. Needs Linux. `npx tsx bench/media.ts`.
 */
const { values } = parseArgs({
  options: {
    uploads: { type: "string", default: "60" },
    "video-bytes": { type: "string", default: "52000000" },
  },
});
const PHOTOGRAPH_BYTES = 1_000_000;
const ROUNDS = 10;
/**
 * Upper bounds. The loop's is the longest time between two ticks, which are at least 10 ms apart.
 */
const BOUNDS = { imageMedianMs: 250, loopMaxMs: 50, videoAddsMb: 100, hostileMaxMs: 200 };

/** Measures how much of the delay is caused by the machine. */
const bystander = startIdleThread();

type Server = { stack: Stack; web: WebProcess };

function at(part: number, list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? 0);
}

/** Measures the uploads of `send` and the event-loop delay meanwhile. */
async function measure({ web }: Server, send: () => Promise<number[]>) {
  await Promise.all([web.loopMaxMs(), bystander.loopMaxMs()]);
  const times = await send();
  const loopMaxMs = Math.round(await web.loopMaxMs());
  const idleLoopMaxMs = Math.round(await bystander.loopMaxMs());
  const [medianMs, p95Ms, maxMs] = [at(0.5, times), at(0.95, times), at(1, times)];
  return { uploads: times.length, medianMs, p95Ms, maxMs, loopMaxMs, idleLoopMaxMs };
}

async function uploadAll({ stack }: Server, files: readonly Buffer[], status = 200) {
  const times: number[] = [];
  for (const bytes of files) times.push(await uploadPicture(stack.baseUrl, bytes, status));
  return times;
}

/** Uploads images one after the other while a video is processed. */
async function uploadWhileEncoding({ stack }: Server, files: readonly Buffer[], video: FormData) {
  const uid = await sendVideoForm(stack.baseUrl, video);
  const work = { isDone: false };
  const approved = untilApproved(stack.baseUrl, uid).finally(() => {
    work.isDone = true;
  });
  const times: number[] = [];
  for (let turn = 0; !work.isDone; turn += 1) {
    const bytes = files[turn % files.length];
    if (bytes !== undefined) times.push(await uploadPicture(stack.baseUrl, bytes, 200));
  }
  await approved;
  return times;
}

/** Resident memory that a video adds until its last byte is received, and until it is approved. */
async function measureMemory({ stack, web }: Server, video: FormData) {
  const before = await web.residentMb();
  await web.resetPeak();
  const uid = await sendVideoForm(stack.baseUrl, video);
  const uploadAddsMb = Math.round((await web.peakMb()) - before);
  const seconds = Math.round(await untilApproved(stack.baseUrl, uid));
  return { uploadAddsMb, videoAddsMb: Math.round((await web.peakMb()) - before), seconds };
}

async function measureServer(server: Server, photographs: readonly Buffer[], video: FormData) {
  const pictures = await measure(server, () => uploadAll(server, photographs));
  const both = await measure(server, () => uploadWhileEncoding(server, photographs, video));
  return { pictures, both };
}

async function onServer<T>(
  overrides: Parameters<typeof startStack>[0],
  task: (server: Server) => Promise<T>,
): Promise<T> {
  const stack = await startStack(overrides);
  try {
    const server = { stack, web: await openWebProcess(stack) };
    // Warm-up: the first uploads start threads and compile code.
    await uploadAll(server, photographs.slice(0, 10));
    return await task(server);
  } finally {
    await stack.stop();
  }
}

const photographs = await takePhotographs(Number(values.uploads), PHOTOGRAPH_BYTES);
const video = await makeVideo(Number(values["video-bytes"]));
const valid = await validImages();
const hostile = HOSTILE_IMAGES.flatMap(([, make]) =>
  Array<Buffer>(ROUNDS).fill(make((name) => valid[name] ?? Buffer.alloc(0))),
);
const largest = Array<Buffer>(ROUNDS).fill(
  await draw(1_860, 1_860).png({ compressionLevel: 0 }).toBuffer(),
);

const ours = await onServer({}, async (server) => ({
  // Measured before images have grown the heap, which the video could then reuse.
  memory: await measureMemory(server, video),
  ...(await measureServer(server, photographs, video)),
  hostile: await measure(server, () => uploadAll(server, hostile, 400)),
  largest: await measure(server, () => uploadAll(server, largest)),
}));
const classifier = await startHostedClassifier();
const baseline = await onServer(classifier.variables, (server) =>
  measureServer(server, photographs, video),
);
await classifier.stop();
await bystander.stop();

console.table({
  "JPEG of 1 MB": ours.pictures,
  "JPEG of 1 MB, moderation responds at once": baseline.pictures,
  "JPEG of 1 MB while a video is encoded": ours.both,
  "the same, moderation responds at once": baseline.both,
  "PNG of 10 MB": ours.largest,
  "hostile files": ours.hostile,
});
console.table({ "video of 50 MB": ours.memory });
const ratio = Number((ours.pictures.medianMs / baseline.pictures.medianMs).toFixed(2));
console.log(JSON.stringify({ bench: "media", ratio, ...ours, baseline, bounds: BOUNDS }));
const found: typeof BOUNDS = {
  imageMedianMs: ours.pictures.medianMs,
  loopMaxMs: Math.max(ours.pictures.loopMaxMs, ours.both.loopMaxMs),
  videoAddsMb: ours.memory.videoAddsMb,
  hostileMaxMs: ours.hostile.maxMs,
};
for (const name of ["imageMedianMs", "loopMaxMs", "videoAddsMb", "hostileMaxMs"] as const) {
  if (found[name] < BOUNDS[name]) continue;
  console.error(`${name} is ${found[name]}, not under ${BOUNDS[name]}`);
  process.exitCode = 1;
}
