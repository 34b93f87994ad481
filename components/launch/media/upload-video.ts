import type { LaunchMedia } from "@/components/launch/form/launch-form";
import { ownPath } from "@/components/media/own-path";
import { call } from "@/lib/client/call";
import { VideoRefusedError } from "@/lib/client/video-errors";
import { waitForVideo } from "@/lib/client/wait-for-video";
import { uploadVideo } from "@/lib/operations/video";
import type { Video } from "@/lib/schemas/video";

/** What a person is told while the service works on a video. */
const WORDS: Partial<Record<Video["state"], string>> = {
  uploading: "Waiting for the last bytes…",
  processing: "Making it play everywhere…",
  nsfw_checking: "Looking at its frames…",
};

/**
 * Uploads a video and waits until it is approved.
 * @param onProgress percent of the bytes that are sent
 * @param onCheck what the service does with them
 * @throws Error in words for people; ApiError; an abort
 */
export async function sendVideo(
  file: File,
  options: {
    signal: AbortSignal;
    onProgress: (percent: number) => void;
    onCheck: (message: string) => void;
  },
): Promise<LaunchMedia> {
  const { signal, onProgress, onCheck } = options;
  const { uploadURL, videoUID: uid } = await call(uploadVideo, { body: {} }, { signal });
  await sendFile(ownPath(uploadURL), file, signal, onProgress);
  const video = await waitForVideo(uid, {
    signal,
    onUpdate: ({ state }) => onCheck(WORDS[state] ?? "Working on it…"),
  }).catch((error: unknown) => {
    throw error instanceof VideoRefusedError ? new Error(wordsOf(error.video)) : error;
  });
  const { thumbnailUrl, thumbnailIpfsHash: thumbnailCid } = video;
  return { kind: "video", uid, name: file.name, thumbnailUrl, thumbnailCid };
}

function wordsOf({ state, error = "" }: Video): string {
  if (state === "nsfw_rejected") {
    return "The video was refused: its content was flagged. Choose another one.";
  }
  return `The video can’t be used. ${error} Try an MP4 of at most five minutes.`;
}

/** `fetch` does not tell how much of a body is sent. */
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
      request.status < 300 ? resolve() : reject(new Error(refusalOf(request)));
    request.onerror = () => reject(new Error("The connection broke. Try again."));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("POST", url);
    request.send(form);
  });
}

function refusalOf({ status }: XMLHttpRequest): string {
  if (status === 413) return "The video is larger than 50 MB.";
  if (status === 410) return "The upload took too long to begin. Try again.";
  if (status >= 500) return "There is no room for videos at the moment. Try again later.";
  return "This file can’t be used as a video. Try an MP4, MOV or WebM.";
}
