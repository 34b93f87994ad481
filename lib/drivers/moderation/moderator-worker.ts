import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parentPort } from "node:worker_threads";
import * as tf from "@tensorflow/tfjs";
import { setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { load } from "nsfwjs/core";
import { MobileNetV2MidModel } from "nsfwjs/models/mobilenet_v2_mid";
import { z } from "zod";
import { FRAME_SIZE, MODERATION_CLASSES, type Scores } from "@/lib/features/media/rules/moderation";
import type { RgbFrame } from "./moderator";

/** The classifier's thread: sends `ready`, then the scores of each list of frames. */

const request = z.object({ id: z.number(), frames: z.array(z.instanceof(Uint8Array)) });

if (parentPort === null) throw new Error("This file is a worker thread");
const port = parentPort;

// The library logs a greeting when it loads.
console.info = () => undefined;
const wasm = createRequire(import.meta.url).resolve("@tensorflow/tfjs-backend-wasm/package.json");
setWasmPaths(`${join(dirname(wasm), "wasm-out")}/`);
// Without this check it may silently run in plain JavaScript, thirty times slower.
if (!(await tf.setBackend("wasm")) || tf.getBackend() !== "wasm") {
  throw new Error("The wasm backend of tfjs failed to start");
}
const model = await load("MobileNetV2Mid", {
  modelDefinitions: [MobileNetV2MidModel],
  size: FRAME_SIZE,
});

port.on("message", async (message: unknown) => {
  const { id, frames } = request.parse(message);
  const scores: Scores[] = [];
  for (const frame of frames) scores.push(await classify(frame));
  port.postMessage({ type: "scores", id, scores });
});
port.postMessage({ type: "ready", backend: tf.getBackend() });

async function classify(frame: RgbFrame): Promise<Scores> {
  const tensor = tf.tensor3d(frame, [FRAME_SIZE, FRAME_SIZE, 3], "int32");
  try {
    const predictions = await model.classify(tensor, MODERATION_CLASSES.length);
    const found = new Map(predictions.map((one) => [one.className, one.probability]));
    const scoreOf = (name: (typeof MODERATION_CLASSES)[number]) => found.get(name) ?? 0;
    return {
      Drawing: scoreOf("Drawing"),
      Hentai: scoreOf("Hentai"),
      Neutral: scoreOf("Neutral"),
      Porn: scoreOf("Porn"),
      Sexy: scoreOf("Sexy"),
    };
  } finally {
    tensor.dispose();
  }
}
