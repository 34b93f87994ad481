import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import type { LaunchMedia } from "@/components/launch/form/launch-form";
import { requireMedia } from "@/components/launch/media/use-lost-media";
import type { Video } from "@/lib/features/video/schema";

const UID = "a".repeat(32);
const VIDEO: LaunchMedia = {
  kind: "video",
  uid: UID,
  name: "light.mp4",
  thumbnailUrl: null,
  thumbnailCid: null,
};

afterEach(() => void vi.unstubAllGlobals());

/** Checks a draft with the video before its launch. */
function check(answer: () => Promise<Response>): Promise<void> {
  vi.stubGlobal("fetch", vi.fn(answer));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return requireMedia(queries, { media: VIDEO });
}

const status = (state: Video["state"]) => async () => {
  const none = { thumbnailUrl: null, thumbnailIpfsHash: null, streamUrl: null, duration: null };
  const size = { width: null, height: null, size: null };
  const video = { uid: UID, state, ...none, ...size, created: "2026-01-01T00:00:00.000Z" };
  return Response.json({ success: true, video });
};
const failure = (code: string, httpStatus: number) => async () =>
  Response.json({ success: false, error: code, code }, { status: httpStatus });

const LOST = "The video is no longer available. Upload it again or choose another file.";

it.each([
  ["was rejected or removed by the operator", status("nsfw_rejected")],
  ["was removed to make room", status("error")],
  ["has expired", failure("video_not_found", 404)],
])("a draft is not launched if its video %s", async (_, answer) => {
  await expect(check(answer)).rejects.toThrow(LOST);
});

it.each([
  ["is approved", status("nsfw_approved")],
  ["is still processed", status("processing")],
  ["cannot be checked", failure("dependency_unavailable", 503)],
  ["has an address that a proxy does not know", failure("not_found", 404)],
  ["cannot be requested", () => Promise.reject(new TypeError("fetch failed"))],
])("a draft may be launched if its video %s", async (_, answer) => {
  await expect(check(answer)).resolves.toBeUndefined();
});
