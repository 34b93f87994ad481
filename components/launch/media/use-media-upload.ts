"use client";

import { ApiError, call } from "@slipway-launchpad/client";
import { useEffect, useRef, useState } from "react";
import type { LaunchMedia } from "@/components/launch/form/launch-form";
import { uploadImage } from "@/lib/features/media/operations";
import { bodyMs } from "@/lib/shared/http/body-ms";
import { toDataUri } from "./crop-image";
import { uploadChosenVideo } from "./upload-video";

/** State of an upload. `percent` is null while unknown. */
export type UploadState =
  | { phase: "idle" }
  | { phase: "uploading"; percent: number | null }
  | { phase: "checking"; message: string }
  | { phase: "failed"; message: string; isOffline: boolean; retry: (() => void) | null };

type Upload = (signal: AbortSignal) => Promise<LaunchMedia>;

export type MediaUpload = ReturnType<typeof useMediaUpload>;

/** Plus the time that a large image takes. */
const IMAGE_TIMEOUT_MS = 60_000;
const OFFLINE = "You’re offline. The upload will retry when you reconnect.";

/**
 * Uploads an image or video and reports progress. A new upload cancels the previous one. An upload
 * that the network interrupted can be retried, and is retried when the browser is back online.
 */
export function useMediaUpload(onDone: (media: LaunchMedia) => void) {
  const [state, setState] = useState<UploadState>({ phase: "idle" });
  const running = useRef<AbortController | null>(null);
  const latest = useRef<Upload | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (upload: Upload) => {
    running.current?.abort();
    latest.current = upload;
    const own = new AbortController();
    running.current = own;
    setState({ phase: "uploading", percent: null });
    try {
      const media = await upload(own.signal);
      if (running.current !== own) return;
      setState({ phase: "idle" });
      onDone(media);
    } catch (error) {
      if (running.current !== own || own.signal.aborted) return;
      const isInterrupted = error instanceof ApiError && wasInterrupted(error);
      const retry = isInterrupted ? () => void start(upload) : null;
      const isOffline = isInterrupted && !navigator.onLine;
      const message = isOffline ? OFFLINE : describeError(error);
      setState({ phase: "failed", message, isOffline, retry });
    }
  };
  useEffect(() => {
    if (state.phase !== "failed" || state.retry === null) return;
    const { retry, isOffline } = state;
    // The browser can be back online before the listener is there; no event follows then.
    if (isOffline && navigator.onLine) return retry();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [state]);
  const isRunning = state.phase === "uploading" || state.phase === "checking";
  const isUnfinished = isRunning || (state.phase === "failed" && state.retry !== null);
  useEffect(() => {
    if (!isUnfinished) return;
    // The draft survives a reload; the file does not, so the browser asks first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnfinished]);
  return {
    state,
    isRunning,
    /** Whether the upload still changes the draft, now or when the browser is back online. */
    isUnfinished,
    startImage: (picture: Blob, name: string) =>
      void start((signal) =>
        sendImage(picture, name, signal, () =>
          setState({ phase: "checking", message: "Checking and saving…" }),
        ),
      ),
    startVideo: (file: File) =>
      void start((signal) =>
        uploadChosenVideo(file, {
          signal,
          onProgress: (percent) => setState({ phase: "uploading", percent }),
          onCheck: (message) => setState({ phase: "checking", message }),
        }),
      ),
    /** Returns what starts the canceled upload again; null if none was unfinished. */
    cancel: (): (() => void) | null => {
      const canceled = isUnfinished ? latest.current : null;
      running.current?.abort();
      running.current = null;
      setState({ phase: "idle" });
      return canceled && (() => void start(canceled));
    },
  };
}

async function sendImage(
  picture: Blob,
  name: string,
  signal: AbortSignal,
  onCheck: () => void,
): Promise<LaunchMedia> {
  const base64Image = await toDataUri(picture);
  onCheck();
  const { ipfsHash } = await call(
    uploadImage,
    { body: { base64Image } },
    { signal, timeoutMs: IMAGE_TIMEOUT_MS + bodyMs(base64Image.length) },
  );
  return { kind: "image", cid: ipfsHash, name };
}

/** Whether the file did not arrive: the network failed, or was too slow for the service. */
function wasInterrupted({ kind, status }: ApiError): boolean {
  return kind === "network" || status === 408;
}

/** Describes the error and the next step. */
function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) {
    return error instanceof Error ? error.message : "The upload failed. Try again.";
  }
  // Some messages of the service name the next step themselves.
  if (error.message.includes("Try again")) return error.message;
  if (error.status === 429) {
    return `Upload limit reached. Try again in ${error.retryAfterSeconds ?? 60} seconds.`;
  }
  const reason = error.message.replace(/\.$/, "");
  return error.retryable ? `${reason}. Try again in a moment.` : error.message;
}
