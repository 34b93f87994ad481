import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parentPort } from "node:worker_threads";
import { setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { type GraphModel, loadGraphModel } from "@tensorflow/tfjs-converter";
import * as tf from "@tensorflow/tfjs-core";
import { MobileNetV2MidModel } from "nsfwjs/models/mobilenet_v2_mid";
import { z } from "zod";
import { FRAME_SIZE, MODERATION_CLASSES, type Scores } from "@/lib/features/media/rules/moderation";
import type { RgbFrame } from "./classifier";

/**
 * The classifier's thread: sends `ready`, then the scores of each list of frames. The model comes from
 * nsfwjs; the code of nsfwjs itself would load every backend of tfjs.
 */

const request = z.object({ id: z.number(), frames: z.array(z.instanceof(Uint8Array)) });

/** The parts of a model file that tfjs reads. */
const modelFile = z.object({
  format: z.literal("graph-model"),
  userDefinedMetadata: z.object({ signature: z.looseObject({}) }),
  modelTopology: z.looseObject({}),
  weightsManifest: z.array(
    z.object({
      weights: z.array(
        z.object({
          name: z.string(),
          shape: z.array(z.number()),
          dtype: z.enum(["float32", "int32"]),
          quantization: z
            .object({ min: z.number(), scale: z.number(), dtype: z.enum(["uint8", "uint16"]) })
            .optional(),
        }),
      ),
    }),
  ),
});
const moduleOf = <T extends z.ZodType>(content: T) => z.object({ default: content });

if (parentPort === null) throw new Error("This file is a worker thread");
const port = parentPort;

const wasm = createRequire(import.meta.url).resolve("@tensorflow/tfjs-backend-wasm/package.json");
setWasmPaths(`${join(dirname(wasm), "wasm-out")}/`);
// Without this check a failed start would only show with the first frame.
if (!(await tf.setBackend("wasm")) || tf.getBackend() !== "wasm") {
  throw new Error("The wasm backend of tfjs failed to start");
}
const model = await loadModel();

port.on("message", async (message: unknown) => {
  const { id, frames } = request.parse(message);
  const scores: Scores[] = [];
  for (const frame of frames) scores.push(await classify(frame));
  port.postMessage({ type: "scores", id, scores });
});
port.postMessage({ type: "ready", backend: tf.getBackend() });

async function loadModel(): Promise<GraphModel> {
  const loaded: unknown = await MobileNetV2MidModel.modelJson();
  const file = moduleOf(modelFile).parse(loaded).default;
  const parts: Buffer[] = [];
  for (const load of MobileNetV2MidModel.weightBundles) {
    const part: unknown = await load();
    parts.push(Buffer.from(moduleOf(z.base64()).parse(part).default, "base64"));
  }
  return loadGraphModel({
    load: async () => ({
      format: file.format,
      userDefinedMetadata: file.userDefinedMetadata,
      modelTopology: file.modelTopology,
      weightSpecs: file.weightsManifest.flatMap(({ weights }) => weights),
      weightData: new Uint8Array(Buffer.concat(parts)).buffer,
    }),
  });
}

async function classify(frame: RgbFrame): Promise<Scores> {
  const output = tf.tidy(() => {
    const pixels = tf.tensor4d(frame, [1, FRAME_SIZE, FRAME_SIZE, 3], "int32");
    const predicted = model.predict(tf.div(tf.cast(pixels, "float32"), 255));
    if (!(predicted instanceof tf.Tensor)) throw new Error("The model has several outputs");
    return predicted;
  });
  try {
    // In the order of the model's classes.
    const values = await output.data();
    const scoreOf = (name: (typeof MODERATION_CLASSES)[number]) =>
      values[MODERATION_CLASSES.indexOf(name)] ?? 0;
    return {
      Drawing: scoreOf("Drawing"),
      Hentai: scoreOf("Hentai"),
      Neutral: scoreOf("Neutral"),
      Porn: scoreOf("Porn"),
      Sexy: scoreOf("Sexy"),
    };
  } finally {
    output.dispose();
  }
}
