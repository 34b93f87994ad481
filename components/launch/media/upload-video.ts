import {
  ApiError,
  call,
  toApiError,
  VideoRefusedError,
  waitForVideo,
} from "@slipway-launchpad/client";
import type { LaunchMedia } from "@/components/launch/form/launch-form";
import { ownPath } from "@/components/media/own-path";
import { uploadVideo as createUpload } from "@/lib/features/video/operations";
import type { Video } from "@/lib/features/video/schema";

/** Progress labels per processing state. */
const STATE_LABELS: Partial<Record<Video["state"], string>> = {
  uploading: "Finishing upload…",
  processing: "Processing video…",
  nsfw_checking: "Checking content…",
};

/**
 * Uploads a video and waits until it is approved.
 * @param onProgress percentage of bytes sent
 * @param onCheck label of the current processing state
 * @throws Error with a message for users, ApiError, or an abort error
 */
export async function uploadChosenVideo(
  file: File,
  options: {
    signal: AbortSignal;
    onProgress: (percent: number) => void;
    onCheck: (message: string) => void;
  },
): Promise<LaunchMedia> {
  const { signal, onProgress, onCheck } = options;
  const { uploadURL, videoUID: uid } = await call(createUpload, { body: {} }, { signal });
  await sendFile(ownPath(uploadURL), file, signal, onProgress);
  const video = await waitForVideo(uid, {
    signal,
    onUpdate: ({ state }) => onCheck(STATE_LABELS[state] ?? "Processing…"),
  }).catch((error: unknown) => {
    throw error instanceof VideoRefusedError ? new Error(describeRejection(error.video)) : error;
  });
  const { thumbnailUrl, thumbnailIpfsHash: thumbnailCid } = video;
  return { kind: "video", uid, name: file.name, thumbnailUrl, thumbnailCid };
}

function describeRejection({ state, error = "" }: Video): string {
  if (state === "nsfw_rejected") {
    return "The video was rejected: its content was flagged. Choose another video.";
  }
  return `The video can’t be used. ${error} Try an MP4 of at most five minutes.`;
}

/** Uses XMLHttpRequest because `fetch` does not report upload progress. */
function sendFile(
  url: string,
  file: File,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append("file", file);
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(Math.floor((100 * loaded) / Math.max(1, total)));
    request.onload = () => (request.status < 300 ? resolve() : reject(toUploadError(request)));
    request.onerror = () => reject(connectionLost());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("POST", url);
    request.send(form);
  });
}

function connectionLost(): ApiError {
  return new ApiError({
    kind: "network",
    code: "network_error",
    message: "The connection was lost",
  });
}

/** The reason that this service names; that of a hosted provider or a proxy by its status. */
function toUploadError(request: XMLHttpRequest): Error {
  const { status } = request;
  if (status === 413) return new Error("The video is larger than 50 MB.");
  if (status === 410) return new Error("The upload link expired. Try again.");
  const headers = new Headers();
  const retryAfter = request.getResponseHeader("retry-after");
  if (retryAfter !== null) headers.set("retry-after", retryAfter);
  const error = toApiError(new Response(null, { status, headers }), readJson(request.responseText));
  // `toApiError` has found no code of this service.
  if (error.code !== `http_${status}` || status === 429 || status === 408) return error;
  return new Error(
    status >= 500
      ? "The video could not be stored. Try again later."
      : "This video format is not supported. Use MP4, MOV, MKV or WebM.",
  );
}

/** Undefined for a body that is not JSON, such as the page of a proxy. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
