import { expect, it } from "vitest";
import { moderationQueue } from "@/lib/features/moderation/schema";

it("reads the moderation queue of a server of the previous release", () => {
  const decided = { reason: "scam", at: "2026-01-01T00:00:00.000Z" };
  const item = {
    kind: "video",
    key: "video",
    block: null,
    chain: null,
    tokenAddress: null,
    token: null,
    jobId: null,
    blocks: [],
    state: null,
    count: 1,
    newestAt: decided.at,
    reasons: [],
    reports: [],
    appeals: [],
  };
  const pictures = [{ cid: "cid", ...decided }];
  const videos = [{ uid: "video", ...decided }];
  const decisions = { tokens: [], pictures, videos, creators: [] };
  expect(moderationQueue.parse({ items: [item], decisions })).toMatchObject({
    items: [{ tokens: [], hasMoreTokens: false, appealCount: 0, textless: { count: 0 } }],
    total: 0,
    nextCursor: null,
    decisions: { pictures: [{ recognizesCopies: true }], videos: [{ recognizesCopies: true }] },
  });
});
