import sharp from "sharp";
import { z } from "zod";
import { FRAME_SIZE } from "@/lib/features/media/rules/moderation";
import { limitHost } from "@/lib/support/calls/limit-host";
import { readBytes } from "@/lib/support/read-bytes";
import {
  type Classifier,
  ClassifierUnavailableError,
  checkFrames,
  type RgbFrame,
} from "./classifier";
import { frameScores } from "./scores";

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const answer = z.object({ scores: frameScores });

/**
 * A hosted classifier. The contract:
 *
 *     POST <url>
 *     Authorization: Bearer <token>
 *     Content-Type: application/json
 *     {"frames": ["<base64 of a PNG of 224 x 224 pixels>", …]}          1 to 16 frames
 *
 *     200 {"scores": [{"Drawing": 0.1, "Hentai": 0, "Neutral": 0.9, "Porn": 0, "Sexy": 0}, …]}
 *
 * The response has one object per frame in the same order, with five probabilities that add up to
 * 1. Any other status or shape, or no response within 10 seconds, counts as unavailable.
 */
export function createHostedClassifier(options: {
  url: string;
  token: string;
  timeoutMs?: number;
}): Classifier {
  const { url, token, timeoutMs = TIMEOUT_MS } = options;

  async function send(body: string): Promise<string> {
    const limit = limitHost(new URL(url), timeoutMs);
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body,
        redirect: "error",
        signal: limit.signal,
      });
      const text = (await readBytes(response.body, ANSWER_BYTES_MAX)).toString();
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      return text;
    } finally {
      limit.end();
    }
  }

  async function requestScores(frames: readonly RgbFrame[]) {
    const pictures = await Promise.all(frames.map(toPng));
    const body = JSON.stringify({ frames: pictures.map((png) => png.toString("base64")) });
    const { scores } = answer.parse(JSON.parse(await send(body)));
    if (scores.length !== frames.length) {
      throw new Error(`${scores.length} scores for ${frames.length} frames`);
    }
    return scores;
  }

  return {
    async classify(frames) {
      checkFrames(frames);
      try {
        return await requestScores(frames);
      } catch (cause) {
        throw new ClassifierUnavailableError("The hosted moderator failed", { cause });
      }
    },
    close: async () => undefined,
  };
}

async function toPng(frame: RgbFrame): Promise<Buffer> {
  const raw = { width: FRAME_SIZE, height: FRAME_SIZE, channels: 3 } as const;
  return sharp(frame, { raw }).png({ compressionLevel: 1 }).toBuffer();
}
