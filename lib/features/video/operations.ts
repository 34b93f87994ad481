import { noBody, nothing, operation } from "@/lib/operations/operation";
import {
  uploadAnswer,
  uploadForm,
  uploadParams,
  uploadRequest,
  uploadTicket,
  videoAnswer,
  videoList,
  videoListRequest,
  videoParameters,
} from "./schema";

/** The largest file plus the multipart form around it. */
const FORM_BYTES_MAX = 52_428_800 + 64 * 1024;

/** Launch API: request an upload URL for a video. */
export const uploadVideo = operation({
  id: "uploadVideo",
  api: "launch",
  method: "POST",
  path: "/api/v1/upload-video",
  params: nothing,
  query: nothing,
  body: uploadRequest.prefault({}),
  bodyBytesMax: 16 * 1024,
  response: uploadTicket,
  limit: { policy: "videoUpload", when: "service" },
  cache: null,
  errors: [
    "invalid_body",
    "request_timeout",
    "payload_too_large",
    "unsupported_media_type",
    "rate_limited",
    "internal_error",
    "dependency_unavailable",
    "storage_full",
  ],
});

/** Launch API: the target of `uploadURL`. */
export const sendVideo = operation({
  id: "sendVideo",
  api: "launch",
  method: "POST",
  path: "/api/v1/upload-video/{ticket}",
  params: uploadParams,
  query: nothing,
  body: noBody,
  form: uploadForm,
  bodyBytesMax: FORM_BYTES_MAX,
  response: uploadAnswer,
  limit: null,
  cache: null,
  errors: [
    "invalid_body",
    "invalid_parameters",
    "content_removed",
    "upload_not_found",
    "request_timeout",
    "upload_used",
    "upload_expired",
    "payload_too_large",
    "unsupported_media_type",
    "rate_limited",
    "internal_error",
    "dependency_unavailable",
    "storage_full",
  ],
});

/** Launch API: the status of a video. */
export const getVideoStatus = operation({
  id: "getVideoStatus",
  api: "launch",
  method: "GET",
  path: "/api/v1/video-status",
  params: nothing,
  query: videoParameters,
  body: noBody,
  bodyBytesMax: 0,
  response: videoAnswer,
  limit: { policy: "status", when: "first" },
  cache: null,
  errors: ["invalid_parameters", "video_not_found", "rate_limited", "internal_error"],
});

/** Launch API: the videos of a user. */
export const listVideos = operation({
  id: "listVideos",
  api: "launch",
  method: "POST",
  path: "/api/v1/video-status",
  params: nothing,
  query: nothing,
  body: videoListRequest,
  bodyBytesMax: 16 * 1024,
  response: videoList,
  limit: { policy: "status", when: "first" },
  cache: null,
  errors: [
    "invalid_body",
    "request_timeout",
    "payload_too_large",
    "unsupported_media_type",
    "rate_limited",
    "internal_error",
  ],
});
