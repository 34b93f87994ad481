import { call, VideoRefusedError, waitForVideo } from "@slipway-launchpad/client";
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
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Error(describeUploadError(request)));
    request.onerror = () => reject(new Error("Connection lost. Try again."));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("POST", url);
    request.send(form);
  });
}

function describeUploadError({ status }: XMLHttpRequest): string {
  if (status === 413) return "The video is larger than 50 MB.";
  if (status === 410) return "The upload link expired. Try again.";
  if (status >= 500) return "The video could not be stored. Try again later.";
  return "This video format is not supported. Use MP4, MOV or WebM.";
}
