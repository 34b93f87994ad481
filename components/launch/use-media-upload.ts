"use client";

import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/client/api-error";
import { call } from "@/lib/client/call";
import { uploadImage } from "@/lib/operations/media";
import { toDataUri } from "./crop-image";
import type { LaunchMedia } from "./launch-form";
import { sendVideo } from "./send-video";

/** Where an upload stands. `percent` is null while it can't be told. */
export type UploadState =
  | { phase: "idle" }
  | { phase: "uploading"; percent: number | null }
  | { phase: "checking"; message: string }
  | { phase: "failed"; message: string; retry: (() => void) | null };

const IMAGE_TIMEOUT_MS = 60_000;

/**
 * Uploads a picture or a video at once and reports its progress. A new upload ends the one before.
 * One that the network interrupted can be retried, and is when the browser is back online.
 */
export function useMediaUpload(onDone: (media: LaunchMedia) => void) {
  const [state, setState] = useState<UploadState>({ phase: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (upload: (signal: AbortSignal) => Promise<LaunchMedia>) => {
    running.current?.abort();
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
      const isInterrupted = error instanceof ApiError && error.kind === "network";
      const retry = isInterrupted ? () => void start(upload) : null;
      setState({ phase: "failed", message: problemOf(error), retry });
    }
  };
  const retry = state.phase === "failed" ? state.retry : null;
  useEffect(() => {
    if (retry === null) return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [retry]);
  return {
    state,
    startImage: (picture: Blob, name: string) =>
      void start(async (signal) => {
        const base64Image = await toDataUri(picture);
        setState({ phase: "checking", message: "Checking and storing…" });
        const { ipfsHash } = await call(
          uploadImage,
          { body: { base64Image } },
          { signal, timeoutMs: IMAGE_TIMEOUT_MS },
        );
        return { kind: "image", cid: ipfsHash, name };
      }),
    startVideo: (file: File) =>
      void start((signal) =>
        sendVideo(file, {
          signal,
          onProgress: (percent) => setState({ phase: "uploading", percent }),
          onCheck: (message) => setState({ phase: "checking", message }),
        }),
      ),
    cancel: () => {
      running.current?.abort();
      running.current = null;
      setState({ phase: "idle" });
    },
  };
}

/** What went wrong and what to do next. */
function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) {
    return error instanceof Error ? error.message : "The upload failed. Try again.";
  }
  if (error.status === 429) {
    return `Uploads are limited. The next one is taken in ${error.retryAfterSeconds ?? 60} s.`;
  }
  if (error.kind === "network" && !navigator.onLine) {
    return "You are offline. The upload starts again when the connection is back.";
  }
  return error.retryable ? `${error.message}. Try again in a moment.` : error.message;
}
