import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationExamples } from "@/lib/operations/operation-docs";

const { chain, token, ada, grace, manager, name, symbol, description, imageIpfs } = EXAMPLE;
const { tokenURI, jobId, transactionHash, videoUid, launchpad } = EXAMPLE;

const described = { name, symbol, description, imageIpfs };

export const LAUNCH_EXAMPLES = {
  params: { chain },
  body: { ...described, creatorEmail: "ada@example.com" },
  otherBodies: {
    customSplit: {
      ...described,
      creatorAddress: ada,
      feeSplitRecipients: [
        { type: "email", id: "ada@example.com", split: "6000000" },
        { type: "twitter", id: "grace", split: "4000000" },
      ],
      creatorShare: 1000,
    },
    equalSplit: { ...described, creatorAddress: ada, feeSplitRecipients: [ada, grace] },
    existingManager: { ...described, creatorAddress: ada, revenueManagerAddress: manager },
    everything: {
      ...described,
      websiteUrl: "https://example.com",
      twitterUrl: "https://x.com/example",
      telegramUrl: "https://t.me/example",
      discordUrl: "https://discord.gg/example",
      creatorFarcasterUsername: "ada",
      marketCap: "10000000000",
      creatorFeeSplit: "9000",
    },
    video: { name, symbol, description, videoUID: videoUid, creatorAddress: ada },
    dryRun: { ...described, creatorEmail: "ada@example.com", dryRun: true },
  },
  response: {
    success: true,
    message: "Memecoin launch request queued",
    jobId,
    queueStatus: { position: 0, waitingJobs: 1, activeJobs: 0, estimatedWaitSeconds: 2 },
    walletProvider: { type: "email", address: ada },
    expectedAddress: token,
  },
  otherResponses: {
    dryRun: {
      success: true,
      message: "Dry run: the launch would be accepted",
      dryRun: true,
      walletProvider: { type: "email", address: ada },
      expectedAddress: token,
    },
  },
} satisfies OperationExamples;

const cost = {
  gas: "1407600",
  maxFeePerGasWei: "1000000",
  feeWei: "1407600000000",
  valueWei: "10000000000000000",
  totalWei: "10001407600000000",
  balanceWei: "250000000000000000",
};
const firstBuy = {
  valueWei: "10000000000000000",
  expectedTokens: "612857142857142857142857142",
  minTokens: "606728571428571428571428570",
  feeBps: 100,
  feeWei: "100000000000000",
  maxWei: "85659123456789012",
};
const summary =
  `Launch ${name} (${symbol}) on Base Sepolia, sent and paid for by ${ada}. ` +
  `${ada} earns the creator fees. ${ada} buys at least 606728571.42857142857142857 ${symbol} for 0.01 ETH, ` +
  "which includes a fee of 1% (0.0001 ETH).";

export const PREPARE_EXAMPLES = {
  params: { chain },
  body: { ...described, from: ada, firstBuyWei: "10000000000000000" },
  otherBodies: {
    withoutFirstBuy: { ...described, from: ada, creatorEmail: "ada@example.com" },
    dryRun: { ...described, from: ada, firstBuyWei: "10000000000000000", dryRun: true },
  },
  response: {
    success: true,
    message: "Launch prepared: the wallet sends it",
    jobId,
    walletProvider: null,
    expectedAddress: token,
    sendCalls: {
      version: "2.0.0",
      chainId: "0x14a34",
      from: ada,
      atomicRequired: false,
      calls: [{ to: launchpad, data: "0x", value: "0x2386f26fc10000" }],
    },
    sandbox: false,
    summary,
    cost,
    firstBuy,
    expiresAt: EXAMPLE.createdAt + 600,
  },
  otherResponses: {
    dryRun: {
      success: true,
      message: "Dry run: the launch would be prepared",
      dryRun: true,
      walletProvider: null,
      expectedAddress: token,
      sandbox: false,
      summary,
      cost,
      firstBuy,
    },
  },
} satisfies OperationExamples;

const notQueued = { success: true, chain, queuePosition: 0, estimatedWaitTime: 0 };
const failed = { ...notQueued, state: "failed", collectionToken: null };

export const STATUS_EXAMPLES = {
  params: { jobId },
  response: {
    ...notQueued,
    state: "completed",
    transactionHash,
    collectionToken: { address: token, imageIpfs, name, symbol, tokenURI, creator: ada },
    revenueManagerAddress: null,
    feeSplitManagerAddress: manager,
    feeSplitRecipients: [
      { address: ada, percentage: "60.00000", originalInput: "ada@example.com" },
      { address: grace, percentage: "40.00000", originalInput: "grace" },
    ],
  },
  otherResponses: {
    waiting: { ...notQueued, state: "waiting", queuePosition: 3, estimatedWaitTime: 4 },
    prepared: {
      ...notQueued,
      state: "waiting",
      permit: { from: ada, expiresAt: EXAMPLE.createdAt + 600 },
    },
    active: { ...notQueued, state: "active", estimatedWaitTime: 2 },
    failed: { ...failed, transactionHash: null, error: "The launch was refused: InvalidSymbol" },
    failedAfterSending: {
      ...failed,
      transactionHash,
      error: `The transaction was not mined in time. Note: Transaction was submitted (${transactionHash}) - please check block explorer to verify status.`,
      transactionMayHaveSucceeded: true,
    },
    reverted: {
      ...failed,
      transactionHash,
      error: `The transaction reverted. Note: Transaction was submitted (${transactionHash}) - please check block explorer to verify status.`,
    },
  },
} satisfies OperationExamples;
