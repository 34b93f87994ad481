import { ApiError, call } from "@slipway-launchpad/client";
import { getLaunchStatus } from "@/lib/features/launch/operations";
import type { LaunchStatus } from "@/lib/features/launch/schema/answers";
import { getVideoStatus } from "@/lib/features/video/operations";
import { timeoutSignal } from "@/lib/shared/abort";
import { operationQuery } from "./operation-query";
import { every } from "./queries";

const LAUNCH_INTERVAL_MS = 700;
/** Of a launch that a wallet sends: each request looks for the token on the chain. */
const WALLET_INTERVAL_MS = 2_000;
const LATE_INTERVAL_MS = 10_000;

/**
 * The status of a launch, polled until it ends; a failed one that may still be mined is polled
 * longer.
 */
export function launchStatusQuery(jobId: string) {
  const byService = every(LAUNCH_INTERVAL_MS);
  const byWallet = every(WALLET_INTERVAL_MS);
  return {
    ...operationQuery(getLaunchStatus, { params: { jobId } }),
    refetchInterval: (query: { state: { data?: LaunchStatus; error: Error | null } }) => {
      const { data } = query.state;
      if (data?.state === "completed") return false;
      if (data?.state === "waiting" && data.permit !== undefined) return byWallet(query);
      if (data?.state !== "failed") return byService(query);
      return data.transactionMayHaveSucceeded ? LATE_INTERVAL_MS : false;
    },
  };
}

const MEDIA_CHECK_MS = 10_000;

/**
 * Whether the launchpad no longer has an uploaded image. Requested from the server, because browsers
 * cache images forever. Not cached either, because the same image can be uploaded again.
 */
export function lostImageQuery(cid: string) {
  return {
    queryKey: ["lost-image", cid],
    queryFn: async () => {
      const signal = timeoutSignal(MEDIA_CHECK_MS);
      const { status, headers } = await fetch(`/ipfs/${cid}`, {
        method: "HEAD",
        cache: "no-store",
        signal,
      });
      // With a wait, only its provider does not have it at the moment.
      return status === 404 && !headers.has("retry-after");
    },
    gcTime: 0,
  };
}

/**
 * Whether an approved video can no longer be launched: it was removed, or its record has expired. Not
 * cached, like `lostImageQuery`.
 */
export function lostVideoQuery(uid: string) {
  return {
    queryKey: ["lost-video", uid],
    queryFn: async () => {
      const options = { signal: timeoutSignal(MEDIA_CHECK_MS) };
      try {
        const { video } = await call(getVideoStatus, { query: { uid } }, options);
        return video.state === "error" || video.state === "nsfw_rejected";
      } catch (error) {
        if (error instanceof ApiError && error.code === "video_not_found") return true;
        throw error;
      }
    },
    gcTime: 0,
  };
}

/** An uploaded video. */
export function videoQuery(uid: string) {
  return { ...operationQuery(getVideoStatus, { query: { uid } }), staleTime: 30_000 };
}
