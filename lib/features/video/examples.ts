import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationExamples } from "@/lib/operations/operation-docs";

const { videoUid: uid, uploadTicket: ticket, imageIpfs } = EXAMPLE;
const created = "2026-01-15T12:00:00.000Z";
const unknown = {
  uid,
  thumbnailUrl: null,
  thumbnailIpfsHash: null,
  streamUrl: null,
  duration: null,
  width: null,
  height: null,
  size: null,
  created,
};

export const UPLOAD_EXAMPLES = {
  body: { maxDurationSeconds: 60, userId: "ada" },
  otherBodies: { defaults: {} },
  response: {
    success: true,
    uploadURL: `https://launch.example.com/api/v1/upload-video/${ticket}`,
    videoUID: uid,
    message:
      'Send the video as the form field "file" to uploadURL within 30 minutes, then poll video-status.',
  },
} satisfies OperationExamples;

export const SEND_EXAMPLES = {
  params: { ticket },
  response: { success: true, uid },
} satisfies OperationExamples;

export const VIDEO_EXAMPLES = {
  query: { uid },
  response: {
    success: true,
    video: {
      uid,
      state: "nsfw_approved",
      thumbnailUrl: `https://launch.example.com/videos/${uid}/thumbnail.jpg`,
      thumbnailIpfsHash: imageIpfs,
      streamUrl: `https://launch.example.com/videos/${uid}/stream.m3u8`,
      duration: 12.5,
      width: 1280,
      height: 720,
      size: 4_812_033,
      created,
    },
  },
  otherResponses: {
    uploading: { success: true, video: { ...unknown, state: "uploading" } },
    failed: {
      success: true,
      video: { ...unknown, state: "error", size: 4_812_033, error: "The file is incomplete." },
    },
  },
} satisfies OperationExamples;

export const VIDEO_LIST_EXAMPLES = {
  body: { userId: "ada" },
  response: {
    success: true,
    videos: [{ uid, state: "nsfw_approved", thumbnailIpfsHash: imageIpfs, created }],
    count: 1,
  },
} satisfies OperationExamples;
