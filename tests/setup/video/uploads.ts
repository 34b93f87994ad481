import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject } from "vitest";
import { uploadTicket, type Video, videoAnswer } from "@/lib/features/video/schema";
import { type Answer, request } from "../api/api";

const WAIT_MS = 60_000;

/** Requests an upload URL as a unique caller. */
export async function askForUpload(
  body: Record<string, unknown> = {},
  baseUrl = inject("baseUrl"),
) {
  const answer = await request("/api/v1/upload-video", { body, baseUrl });
  expect(answer.status).toBe(200);
  const { uploadURL, videoUID } = uploadTicket.parse(answer.body);
  return { uid: videoUID, path: new URL(uploadURL).pathname };
}

export function formOf(bytes: Uint8Array<ArrayBuffer>, field = "file"): FormData {
  const form = new FormData();
  form.set(field, new Blob([bytes]), "clip.mp4");
  return form;
}

/** Sends a form like a browser. */
export async function send(
  path: string,
  form: FormData,
  baseUrl = inject("baseUrl"),
): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, { method: "POST", body: form });
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, text, body: text.startsWith("{") ? JSON.parse(text) : undefined };
}

export async function statusOf(uid: string, baseUrl = inject("baseUrl")): Promise<Video> {
  const { status, body } = await request(`/api/v1/video-status?uid=${uid}`, { baseUrl });
  expect(status).toBe(200);
  return videoAnswer.parse(body).video;
}

/** Polls a video until it has ended; checks every response against the strict schema. */
export async function untilDone(
  uid: string,
  baseUrl = inject("baseUrl"),
  waitMs = WAIT_MS,
): Promise<Video> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const video = await statusOf(uid, baseUrl);
    if (["nsfw_approved", "nsfw_rejected", "error"].includes(video.state)) return video;
    if (Date.now() > deadline) throw new Error(`Video ${uid} is still ${video.state}`);
    await sleep(100);
  }
}

/** Uploads a file and returns its final state. */
export async function upload(
  bytes: Uint8Array<ArrayBuffer>,
  baseUrl = inject("baseUrl"),
): Promise<Video> {
  const { uid, path } = await askForUpload({}, baseUrl);
  expect(await send(path, formOf(bytes), baseUrl)).toMatchObject({
    status: 200,
    body: { success: true, uid },
  });
  return untilDone(uid, baseUrl);
}
