import {
  uploadAnswer,
  uploadForm,
  uploadParams,
  uploadRequest,
  uploadTicket,
  videoAnswer,
  videoList,
  videoListRequest,
  videoQuery,
} from "../schemas/video";
import { noBody, nothing, operation } from "./operation";
import { LIST_EXAMPLES, SEND_EXAMPLES, UPLOAD_EXAMPLES, VIDEO_EXAMPLES } from "./video-examples";

/** Room for the form around the largest file. */
const FORM_BYTES_MAX = 52_428_800 + 64 * 1024;

/** B: ask where to send a video. */
export const uploadVideo = operation({
  id: "uploadVideo",
  interface: "launch",
  method: "POST",
  path: "/api/v1/upload-video",
  summary: "Get a place to upload a video to",
  description:
    "Answers an `uploadURL` that takes one file within 30 minutes. Then poll `video-status`: a video " +
    "may be used at launch once it is `nsfw_approved`.",
  params: nothing,
  query: nothing,
  body: uploadRequest,
  bodyBytesMax: 16 * 1024,
  response: uploadTicket,
  limit: { policy: "videoUpload", when: "admission" },
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
  examples: UPLOAD_EXAMPLES,
});

/** B: the target of `uploadURL`. */
export const sendVideo = operation({
  id: "sendVideo",
  interface: "launch",
  method: "POST",
  path: "/api/v1/upload-video/{ticket}",
  summary: "Send the file of a video",
  description:
    "Where `uploadURL` points to: send the video as the field `file` of a multipart form. It takes " +
    "one file; an upload that is refused does not use it up. What the file really is shows in " +
    "`video-status`: one that is no video, is damaged or is too long ends in `error`.",
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
    "upload_not_found",
    "request_timeout",
    "upload_used",
    "upload_expired",
    "payload_too_large",
    "unsupported_media_type",
    "internal_error",
    "storage_full",
  ],
  examples: SEND_EXAMPLES,
});

/** B: how far a video is. */
export const getVideoStatus = operation({
  id: "getVideoStatus",
  interface: "launch",
  method: "GET",
  path: "/api/v1/video-status",
  summary: "Get the status of a video",
  description:
    "`uploading` → `processing` → `nsfw_checking` → `nsfw_approved` (ready for use), `nsfw_rejected` " +
    "or `error`. Values that are not known yet are null; there are URLs once it is approved. A " +
    "refused one says why in `error`.",
  params: nothing,
  query: videoQuery,
  body: noBody,
  bodyBytesMax: 0,
  response: videoAnswer,
  limit: null,
  cache: null,
  errors: ["invalid_parameters", "video_not_found", "internal_error"],
  examples: VIDEO_EXAMPLES,
});

/** B: the videos of a user. */
export const listVideos = operation({
  id: "listVideos",
  interface: "launch",
  method: "POST",
  path: "/api/v1/video-status",
  summary: "List the videos of a user",
  description: "The newest 100 videos that were asked for with this `userId`, newest first.",
  params: nothing,
  query: nothing,
  body: videoListRequest,
  bodyBytesMax: 16 * 1024,
  response: videoList,
  limit: null,
  cache: null,
  errors: [
    "invalid_body",
    "request_timeout",
    "payload_too_large",
    "unsupported_media_type",
    "internal_error",
  ],
  examples: LIST_EXAMPLES,
});
