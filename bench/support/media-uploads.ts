import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { path as ffmpeg } from "@ffmpeg-installer/ffmpeg";
import { uploadTicket, videoAnswer } from "@/lib/features/video/schema";
import { dataUri } from "@/tests/setup/media/images";

const VIDEO_MS_MAX = 240_000;
let strangers = 0;

/** Each request has a different caller, because of the rate limits. */
function asNewCaller(): Record<string, string> {
  strangers += 1;
  const address = `198.18.${Math.floor(strangers / 250)}.${strangers % 250}`;
  return { "content-type": "application/json", "x-forwarded-for": address };
}

/** @returns milliseconds until the response was read completely */
export async function uploadPicture(
  baseUrl: string,
  bytes: Uint8Array,
  status: number,
): Promise<number> {
  const body = JSON.stringify({ base64Image: dataUri(bytes, "image/jpeg") });
  const headers = asNewCaller();
  const startedAt = performance.now();
  const url = `${baseUrl}/api/v1/upload-image`;
  const response = await fetch(url, { method: "POST", headers, body });
  const answer = await response.text();
  const tookMs = performance.now() - startedAt;
  if (response.status !== status) throw new Error(`${response.status}: ${answer}`);
  return tookMs;
}

/** @returns the video's uid, after its last byte was received */
export async function sendVideoForm(baseUrl: string, form: FormData): Promise<string> {
  const init = { method: "POST", headers: asNewCaller(), body: "{}" };
  const response = await fetch(`${baseUrl}/api/v1/upload-video`, init);
  const { uploadURL, videoUID } = uploadTicket.parse(await response.json());
  const url = `${baseUrl}${new URL(uploadURL).pathname}`;
  const sent = await fetch(url, { method: "POST", body: form });
  if (sent.status !== 200) throw new Error(`${sent.status}: ${await sent.text()}`);
  return videoUID;
}

/** @returns seconds until the video was approved */
export async function untilApproved(baseUrl: string, uid: string): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const answer = await fetch(`${baseUrl}/api/v1/video-status?uid=${uid}`);
    const { state, error } = videoAnswer.parse(await answer.json()).video;
    const tookMs = performance.now() - startedAt;
    if (state === "nsfw_approved") return tookMs / 1000;
    if (state === "error" || state === "nsfw_rejected" || tookMs > VIDEO_MS_MAX) {
      throw new Error(`The video is ${state}: ${error}`);
    }
    await sleep(250);
  }
}

/** A grainy 720p clip of a given size; its rotation forces an encoding. */
export async function makeVideo(bytes: number): Promise<FormData> {
  const folder = await mkdtemp(join(tmpdir(), "media-bench-"));
  const run = (args: string[]) => promisify(execFile)(ffmpeg, ["-v", "error", "-y", ...args]);
  const [flat, turned] = [join(folder, "flat.mp4"), join(folder, "turned.mp4")];
  const picture = "testsrc2=size=1280x720:rate=25,noise=alls=30:allf=t";
  const h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-b:v", "12M"];
  try {
    await run(["-f", "lavfi", "-i", picture, "-t", "120", ...h264, "-fs", String(bytes), flat]);
    await run(["-i", flat, "-c", "copy", "-metadata:s:v", "rotate=90", turned]);
    const form = new FormData();
    form.set("file", new Blob([await readFile(turned)]), "clip.mp4");
    return form;
  } finally {
    await rm(folder, { recursive: true });
  }
}
