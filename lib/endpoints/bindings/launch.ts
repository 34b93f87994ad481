import { prepareClaim } from "@/lib/features/fees/prepare-claim";
import { getLaunchStatus } from "@/lib/features/launch/get-launch-status";
import { prepareLaunch } from "@/lib/features/launch/prepare-launch";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { createFeeSplitManager } from "@/lib/features/managers/create-fee-split-manager";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { uploadImage } from "@/lib/features/media/upload-image";
import { uploadImageFromUrl } from "@/lib/features/media/upload-image-from-url";
import { uploadMetadata } from "@/lib/features/media/upload-metadata";
import { getLaunchChallenge } from "@/lib/features/proof/get-launch-challenge";
import { fundAccount } from "@/lib/features/rpc/fund-account";
import { relayRpc } from "@/lib/features/rpc/relay-rpc";
import { prepareTrade } from "@/lib/features/trade/prepare-trade";
import { createUpload } from "@/lib/features/video/create-upload";
import { getVideoStatus } from "@/lib/features/video/get-video-status";
import { listVideos } from "@/lib/features/video/list-videos";
import { receiveVideo } from "@/lib/features/video/receive-video";
import { createWebhook } from "@/lib/features/webhooks/create-webhook";
import {
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
} from "@/lib/features/webhooks/manage-webhook";
import type { WebhookProof } from "@/lib/features/webhooks/require-webhook";
import { updateWebhook } from "@/lib/features/webhooks/update-webhook";
import { findOwnSession } from "@/lib/http/authorize";
import { action, read } from "@/lib/http/bind";
import { OPERATIONS } from "@/lib/operations/all";
import type { Endpoints } from "./binding-types";

const data = OPERATIONS;

/** The Launch API: launches, managers, media and webhooks; and the calls of chains. */
export const LAUNCH_ENDPOINTS = {
  launchMemecoin: action(data.launchMemecoin, ({ ctx, input, headers, caller, limit }) => {
    const findSession = () => findOwnSession(ctx, headers);
    return submitLaunch({ ctx, input: { ...keyed(input, headers), findSession, caller, limit } });
  }),
  getLaunchChallenge: action(data.getLaunchChallenge, ({ ctx, input, caller }) =>
    getLaunchChallenge({ ctx, input: { ...input.params, isExempt: caller.isExempt } }),
  ),
  prepareLaunch: action(data.prepareLaunch, ({ ctx, input, headers, caller, limit }) => {
    const findSession = () => findOwnSession(ctx, headers);
    return prepareLaunch({ ctx, input: { ...keyed(input, headers), findSession, caller, limit } });
  }),
  prepareTrade: action(data.prepareTrade, ({ ctx, input, limit }) => {
    const { params, body: request } = input;
    return prepareTrade({ ctx, input: { chain: params.chain, request, limit } });
  }),
  prepareClaim: action(data.prepareClaim, ({ ctx, input, limit }) => {
    const { params, body: request } = input;
    return prepareClaim({ ctx, input: { chain: params.chain, request, limit } });
  }),
  getLaunchStatus: read(data.getLaunchStatus, ({ ctx, input }) =>
    getLaunchStatus({ ctx, input: input.params }),
  ),
  createRevenueManager: action(
    data.createRevenueManager,
    ({ ctx, input, headers, caller, limit }) =>
      createRevenueManager({ ctx, input: { ...keyed(input, headers), caller, limit } }),
  ),
  createFeeSplitManager: action(
    data.createFeeSplitManager,
    ({ ctx, input, headers, caller, limit }) =>
      createFeeSplitManager({ ctx, input: { ...keyed(input, headers), caller, limit } }),
  ),

  uploadImage: action(data.uploadImage, ({ ctx, input, caller, limit }) =>
    uploadImage({ ctx, input: { base64: input.body.base64Image, caller, limit } }),
  ),
  uploadImageFromUrl: action(data.uploadImageFromUrl, ({ ctx, input, caller, limit, charge }) =>
    uploadImageFromUrl({ ctx, input: { url: input.body.imageUrl, caller, limit, charge } }),
  ),
  uploadMetadata: action(data.uploadMetadata, ({ ctx, input, caller, limit }) =>
    uploadMetadata({ ctx, input: { token: input.body, caller, limit } }),
  ),
  uploadVideo: action(data.uploadVideo, ({ ctx, input, caller, limit }) =>
    createUpload({ ctx, input: { request: input.body, caller, limit } }),
  ),
  sendVideo: action(data.sendVideo, ({ ctx, input, caller, headers, body }) => {
    const contentType = headers.get("content-type");
    return receiveVideo({ ctx, input: { token: input.params.ticket, caller, contentType, body } });
  }),
  getVideoStatus: read(data.getVideoStatus, ({ ctx, input }) =>
    getVideoStatus({ ctx, input: input.query }),
  ),
  listVideos: action(data.listVideos, ({ ctx, input }) => listVideos({ ctx, input: input.body })),

  createWebhook: action(data.createWebhook, async ({ ctx, input, headers, caller, limit }) => {
    const session = await findOwnSession(ctx, headers);
    return createWebhook({ ctx, input: { request: input.body, session, caller, limit } });
  }),
  listWebhooks: action(data.listWebhooks, async ({ ctx, headers }) =>
    listWebhooks({ ctx, input: { proof: await proofOf(ctx, headers) } }),
  ),
  getWebhook: action(data.getWebhook, async ({ ctx, input, headers }) =>
    getWebhook({ ctx, input: { ...input.params, proof: await proofOf(ctx, headers) } }),
  ),
  updateWebhook: action(data.updateWebhook, async ({ ctx, input, headers, limit }) => {
    const proof = await proofOf(ctx, headers);
    return updateWebhook({ ctx, input: { ...input.params, proof, request: input.body, limit } });
  }),
  deleteWebhook: action(data.deleteWebhook, async ({ ctx, input, headers }) =>
    deleteWebhook({ ctx, input: { ...input.params, proof: await proofOf(ctx, headers) } }),
  ),
  rotateWebhookSecret: action(data.rotateWebhookSecret, async ({ ctx, input, headers, limit }) => {
    const proof = await proofOf(ctx, headers);
    return rotateWebhookSecret({ ctx, input: { ...input.params, proof, limit } });
  }),
  listWebhookDeliveries: action(data.listWebhookDeliveries, async ({ ctx, input, headers }) => {
    const proof = await proofOf(ctx, headers);
    return listWebhookDeliveries({ ctx, input: { ...input.params, proof, query: input.query } });
  }),
  replayWebhookDelivery: action(
    data.replayWebhookDelivery,
    async ({ ctx, input, headers, limit }) => {
      const proof = await proofOf(ctx, headers);
      return replayWebhookDelivery({ ctx, input: { ...input.params, proof, limit } });
    },
  ),
  testWebhook: action(data.testWebhook, async ({ ctx, input, headers, limit }) => {
    const proof = await proofOf(ctx, headers);
    return testWebhook({ ctx, input: { ...input.params, proof, limit } });
  }),

  relayRpc: action(data.relayRpc, ({ ctx, input, limit, charge }) => {
    const limits = {
      call: () => limit("rpc"),
      transaction: () => limit("rpcTransaction"),
      charge: (calls: number) => charge("rpc", calls),
    };
    return relayRpc({ ctx, input, limit: limits });
  }),
  sandboxFaucet: action(data.sandboxFaucet, ({ ctx, input, limit }) =>
    fundAccount({ ctx, input, limit: () => limit("faucet") }),
  ),
} satisfies Partial<Endpoints>;

/** The credentials of a request for a webhook. */
async function proofOf(
  ctx: Parameters<typeof findOwnSession>[0],
  headers: Headers,
): Promise<WebhookProof> {
  const authorization = headers.get("authorization");
  return { session: await findOwnSession(ctx, headers), authorization };
}

/** The part of a request that an `Idempotency-Key` makes safe to repeat. */
function keyed<Chain, Body>(
  { params, body }: { params: { chain: Chain }; body: Body },
  headers: Headers,
) {
  return { chain: params.chain, request: body, idempotencyKey: headers.get("idempotency-key") };
}
