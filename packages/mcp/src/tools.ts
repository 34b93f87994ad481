import { z } from "zod";
import { launchMemecoin } from "@/lib/features/launch/operations";
import { launchAccepted, launchDryRun } from "@/lib/features/launch/schema/answers";
import { launchPrepared } from "@/lib/features/launch/schema/prepare";
import { uploadImage, uploadImageFromUrl } from "@/lib/features/media/operations";
import { IMAGE_LIMITS } from "@/lib/features/media/rules/image";
import { outputSchema } from "@/lib/openapi/to-json-schema";
import { OPERATIONS } from "@/lib/operations/all";
import { LIMITS } from "@/lib/operations/limits";
import type { Operation } from "@/lib/operations/operation";
import { CONFIRM_SECONDS } from "./confirmations";
import { inputOf, operationTool, partsOf, toInput } from "./operation-tool";
import { readImage } from "./read-image";
import {
  ADDS_ONCE,
  READS,
  SENDS,
  type Tool,
  type ToolArguments,
  type ToolContext,
  ToolProblem,
} from "./tool";

const config = OPERATIONS.getConfig.response;
const chainSummary = config.shape.chains.element.pick({
  slug: true,
  chainId: true,
  name: true,
  nativeCurrency: true,
  sandbox: true,
  tokenData: true,
  capabilities: true,
});
const chainList = config
  .pick({ sandbox: true, marketCapUsdc: true })
  .extend({ chains: z.array(chainSummary) });
const tokenPrice = OPERATIONS.getTokenPrice.response.omit({ priceHistory: true });
const managerList = OPERATIONS.getAccount.response.pick({ address: true, managers: true });

const LIST_ALIASES = ["managerAddress", "orderBy", "sortBy", "sparkline"];
const megabytes = IMAGE_LIMITS.bytesMax / 2 ** 20;

/** Options that are paused or that these tools set themselves. */
const WITHOUT = [
  "sniperProtection",
  "fairLaunchSupply",
  "fairLaunchDuration",
  "dryRun",
  "proofOfWork",
];
const LAUNCH_PARTS = partsOf(launchMemecoin);
const LAUNCH_INPUT = inputOf(launchMemecoin, LAUNCH_PARTS, {
  without: [...WITHOUT, "idempotencyKey"],
});
const LAUNCH_ARGUMENTS =
  "Needs chain, name, symbol and imageIpfs (from upload_image). To choose who earns the fees, pass " +
  "one of creatorAddress, creatorEmail, creatorTwitterUsername and creatorFarcasterUsername, or " +
  "several earners in feeSplitRecipients.";

const preview = z.strictObject({
  ...launchDryRun.shape,
  confirmToken: z.string().meta({
    description: "Pass it to launch, together with the same arguments as here.",
  }),
  idempotencyKey: z.string().meta({
    description: "Idempotency-Key of this launch, for a client that retries it with the HTTP API.",
  }),
  confirmTokenExpiresAt: z.number().int().meta({ description: "In Unix seconds." }),
});

/** Every tool, in the order in which an agent needs them. */
export const TOOLS: readonly Tool[] = [
  operationTool({
    operation: OPERATIONS.getConfig,
    name: "list_chains",
    title: "List chains",
    description:
      "Lists the chains of this launchpad and what each supports. Call it first to learn which value " +
      "of `chain` to use. On a chain with `sandbox: true` nothing has real value.",
    output: {
      schema: chainList,
      select: ({ sandbox, marketCapUsdc, chains }) => ({
        sandbox,
        marketCapUsdc,
        chains: chains.map((chain) => {
          const { slug, chainId, name, nativeCurrency, tokenData, capabilities } = chain;
          return {
            slug,
            chainId,
            name,
            nativeCurrency,
            sandbox: chain.sandbox,
            tokenData,
            capabilities,
          };
        }),
      }),
    },
  }),
  operationTool({
    operation: OPERATIONS.searchTokens,
    name: "search_tokens",
    title: "Search tokens",
    description:
      "Finds tokens of one chain by the beginning of a word of the name, by symbol or by address. " +
      "Several tokens can have the same name: compare addresses.",
    isUntrusted: true,
  }),
  operationTool({
    operation: OPERATIONS.listTokens,
    name: "list_tokens",
    title: "List tokens",
    description:
      "Lists the tokens of one chain, largest market cap first, or by `sort`. Use `ownerAddress` for " +
      "the tokens of one creator. For the next page, add `limit` to `offset`.",
    without: LIST_ALIASES,
    isUntrusted: true,
  }),
  operationTool({
    operation: OPERATIONS.getTokenDetails,
    name: "get_token",
    title: "Get a token",
    description:
      "Returns name, symbol, image, description, links, market cap, volume and pool of one token.",
    isUntrusted: true,
  }),
  operationTool({
    operation: OPERATIONS.getTokenPrice,
    name: "get_price",
    title: "Get a token's price",
    description:
      "Returns the current price, market cap, volumes and all-time values of one token. `current` is " +
      "the market cap in ETH; `priceETH` is the price of one token. Use get_candles for the history.",
    output: {
      schema: tokenPrice,
      select: ({ priceHistory: _, ...current }) => current,
    },
  }),
  operationTool({
    operation: OPERATIONS.listCandles,
    name: "get_candles",
    title: "Get a token's price history",
    description:
      "Returns candles of one token, oldest first. open, high, low and close are market caps in ETH. " +
      "Request few: 24 candles of 1h are one day.",
    properties: {
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 1000,
        default: 300,
        description: "Maximum number of candles, the newest of the range.",
      },
    },
  }),
  operationTool({
    operation: OPERATIONS.listTrades,
    name: "list_trades",
    title: "List a token's trades",
    description:
      "Lists the trades of one token, newest first. For the next page, pass `nextCursor` as `cursor`.",
  }),
  operationTool({
    operation: OPERATIONS.listHolders,
    name: "list_holders",
    title: "List a token's holders",
    description:
      "Lists the holders of one token, largest balance first. `balance` has 18 decimals: divide it by " +
      "10^18. For the next page, add `limit` to `offset`.",
  }),
  operationTool({
    operation: OPERATIONS.getTokenFees,
    name: "get_token_fees",
    title: "Get who earns a token's fees",
    description:
      "Returns everyone who earns the trading fees of one token with percentages, and how much ETH was " +
      "earned, claimed and can be claimed.",
    isUntrusted: true,
  }),
  operationTool({
    operation: OPERATIONS.getAccount,
    name: "get_earnings",
    title: "Get an address's earnings",
    description:
      "Returns what one address has earned, claimed and can claim, in ETH, and the tokens it created. " +
      "Returns zeros for an address without any.",
    isUntrusted: true,
  }),
  operationTool({
    operation: OPERATIONS.getAccount,
    name: "list_managers",
    title: "List an address's fee managers",
    description:
      "Lists the fee managers in which one address has a share, with its roles and its income.",
    output: {
      schema: managerList,
      select: ({ address, managers }) => ({ address, managers }),
    },
  }),
  {
    name: "upload_image",
    title: "Upload an image",
    description:
      "Stores the image of a token and returns `ipfsHash`, which a launch needs as imageIpfs. Pass the " +
      "bytes as imageBase64 or an https URL as imageUrl, never a file path. PNG, JPEG, GIF, WebP or " +
      `AVIF, at most ${megabytes} MB. Unsafe images are rejected. At most ${LIMITS.image.quota} images ` +
      "per minute.",
    inputSchema: {
      type: "object",
      properties: {
        imageBase64: {
          type: "string",
          minLength: 1,
          maxLength: Math.ceil(IMAGE_LIMITS.bytesMax / 3) * 4 + 100,
          description:
            "The bytes of the image in base64, with or without `data:image/png;base64,`. Not a path.",
        },
        imageUrl: {
          type: "string",
          minLength: 1,
          maxLength: 2048,
          description:
            "A public https URL of the image. Private addresses and ports other than 443 are rejected.",
        },
      },
      additionalProperties: false,
    },
    dataSchema: outputSchema(uploadImage.response),
    hints: ADDS_ONCE,
    next: "Pass data.ipfsHash as imageIpfs to preview_launch.",
    isUntrusted: false,
    run(ctx, args) {
      const image = readImage(args);
      const options = { baseUrl: ctx.baseUrl, fetch: ctx.fetch };
      return "imageUrl" in image
        ? ctx.call(uploadImageFromUrl, { body: image }, options)
        : ctx.call(uploadImage, { body: image }, options);
    },
  },
  {
    name: "dry_run_launch",
    title: "Dry run of a launch",
    description:
      "Checks the parameters of a launch and returns the expected address of the token. Nothing is " +
      `launched. ${LAUNCH_ARGUMENTS} At most ${LIMITS.dryRun.quota} per minute.`,
    inputSchema: LAUNCH_INPUT,
    dataSchema: outputSchema(launchDryRun),
    hints: READS,
    next: "Show the result to the user. To launch, call preview_launch with the same arguments.",
    isUntrusted: false,
    run: dryRun,
  },
  {
    name: "preview_launch",
    title: "Preview a launch (step 1 of 2)",
    description:
      "First of the two steps of a launch. Checks the parameters and returns `confirmToken`, valid for " +
      `${CONFIRM_SECONDS / 60} minutes and for exactly these arguments. Nothing is launched yet. ${LAUNCH_ARGUMENTS}`,
    inputSchema: LAUNCH_INPUT,
    dataSchema: outputSchema(preview),
    hints: READS,
    next:
      "Show the user chain, name, symbol and earners. If the user agrees, call launch with the same " +
      "arguments and data.confirmToken.",
    isUntrusted: false,
    async run(ctx, args) {
      const checked = launchDryRun.parse(await dryRun(ctx, args));
      const { token, expiresAt, idempotencyKey } = ctx.confirmations.issue(args);
      return { ...checked, confirmToken: token, confirmTokenExpiresAt: expiresAt, idempotencyKey };
    },
  },
  {
    name: "launch",
    title: "Launch a token (step 2 of 2)",
    description:
      "Launches a token permanently: nobody can undo it. Needs the unchanged arguments of " +
      "preview_launch and its confirmToken. Ask the user first. Called again with the same " +
      "confirmToken, it returns " +
      `the same job and launches nothing. At most ${LIMITS.launch.quota} launches per minute.`,
    inputSchema: {
      ...LAUNCH_INPUT,
      properties: {
        ...LAUNCH_INPUT.properties,
        confirmToken: {
          type: "string",
          minLength: 1,
          maxLength: 200,
          description: "confirmToken of preview_launch.",
        },
        proofOfWork: {
          type: "string",
          minLength: 1,
          maxLength: 4_000,
          description:
            "Only after the error proof_of_work_required: Base64 of the JSON { challenge, solution: { " +
            "counter, derivedKey } }, for the challenge of launch_challenge.",
        },
      },
      required: [...requiredOf(LAUNCH_INPUT), "confirmToken"],
    },
    dataSchema: outputSchema(launchAccepted),
    hints: { ...SENDS, idempotentHint: true },
    next: "Call launch_status with data.jobId every few seconds until it is completed or failed.",
    isUntrusted: false,
    async run(ctx, { confirmToken, proofOfWork, ...args }) {
      const redeemed = ctx.confirmations.redeem(String(confirmToken), args);
      if (redeemed === "expired") {
        throw new ToolProblem(
          "This confirmToken has expired. If launch was called with it before, call launch_status " +
            "with that jobId; otherwise call preview_launch again.",
        );
      }
      if (redeemed === null) {
        throw new ToolProblem(
          "This confirmToken was not issued for exactly these arguments, or was issued to another " +
            "caller. Nothing was launched. Pass the arguments of preview_launch unchanged, or call " +
            "preview_launch again with the new ones.",
        );
      }
      const { body, ...input } = toLaunchInput(args);
      const proof = proofOfWork === undefined ? {} : { proofOfWork };
      const sent = { ...input, body: { ...body, ...proof } };
      return ctx.call<Operation>(launchMemecoin, sent, {
        baseUrl: ctx.baseUrl,
        fetch: ctx.fetch,
        idempotencyKey: redeemed.idempotencyKey,
      });
    },
  },
  operationTool({
    operation: OPERATIONS.getLaunchChallenge,
    name: "launch_challenge",
    title: "Get a challenge for the proof of work of a launch",
    description:
      "Returns the challenge to solve after launch fails with proof_of_work_required. Solve it " +
      "with a program as its schema describes: about 1,500 times PBKDF2-HMAC-SHA-256. On stdio, launch " +
      "solves it itself.",
    next: "Call launch with the same arguments, confirmToken and the solution as proofOfWork.",
  }),
  operationTool({
    operation: OPERATIONS.getLaunchStatus,
    name: "launch_status",
    title: "Get the state of a launch",
    description:
      "Returns the state of a launch: waiting, active, completed (with the token's address) or failed. " +
      "Wait a few seconds between calls. If it failed with `transactionMayHaveSucceeded`, " +
      "search for the token before you launch again.",
    isUntrusted: true,
  }),
  operationTool({
    operation: OPERATIONS.prepareLaunch,
    name: "prepare_launch",
    title: "Prepare a launch that the user's wallet pays for",
    description:
      "Checks a launch and returns unsigned calls for the user's own wallet, with the expected address " +
      "of the token and the cost. Sends nothing. Use launch instead when the launchpad should pay the " +
      "gas. `from` is the wallet that signs; firstBuyWei buys tokens in the same transaction. " +
      "The calls expire after a few minutes.",
    without: [...WITHOUT],
    output: { schema: launchPrepared, select: (response) => response },
    hints: ADDS_ONCE,
    next:
      "Show the user summary, cost and calls. Hand data.sendCalls to the user's wallet as the parameters " +
      "of wallet_sendCalls; never ask for a private key. Then call launch_status with data.jobId.",
  }),
  operationTool({
    operation: OPERATIONS.prepareTrade,
    name: "prepare_trade",
    title: "Prepare a trade for the user's wallet",
    description:
      "Returns unsigned calls for the wallet `from` to buy or sell a token at the current price " +
      "within slippageBps, with the expected amount and the cost. Sends nothing.",
    next:
      "Show the user summary and cost. Hand data.sendCalls to the user's wallet as the parameters of " +
      "wallet_sendCalls; never ask for a private key.",
  }),
  operationTool({
    operation: OPERATIONS.prepareClaim,
    name: "prepare_claim",
    title: "Prepare a claim of fees for the user's wallet",
    description:
      "Returns unsigned calls for the wallet `from` to claim the fees that it earned, including as a referrer of trades. Sends nothing.",
    next:
      "Show the user summary and cost. Hand data.sendCalls to the user's wallet as the parameters of " +
      "wallet_sendCalls; never ask for a private key.",
  }),
  operationTool({
    operation: OPERATIONS.createRevenueManager,
    name: "create_revenue_manager",
    title: "Create a revenue manager",
    description:
      "Creates a contract that pays protocolFee of the creator share to one recipient; launches " +
      "name it as revenueManagerAddress. protocolFee is in basis points: 100 is 1%. Pass exactly one " +
      "recipient field. Sends a transaction: ask the user first. Takes up to a minute.",
    hints: SENDS,
    next: "Pass data.managerAddress as revenueManagerAddress to preview_launch.",
  }),
  operationTool({
    operation: OPERATIONS.createFeeSplitManager,
    name: "create_fee_split_manager",
    title: "Create a fee split",
    description:
      "Creates a contract that splits the creator share among up to 100 recipients; launches name it as " +
      "feeSplitManagerAddress. Pass exactly one owner field. Sends a transaction: ask the user first. " +
      "Takes up to a minute. For a split of one token only, pass feeSplitRecipients to preview_launch " +
      "instead.",
    hints: SENDS,
    next: "Pass data.managerAddress as feeSplitManagerAddress to preview_launch.",
  }),
];

function toLaunchInput(args: ToolArguments) {
  return toInput(launchMemecoin, LAUNCH_PARTS, args);
}

function dryRun(ctx: ToolContext, args: ToolArguments): Promise<unknown> {
  const { params, query, body } = toLaunchInput(args);
  return ctx.call<Operation>(
    launchMemecoin,
    { params, query, body: { ...body, dryRun: true } },
    { baseUrl: ctx.baseUrl, fetch: ctx.fetch },
  );
}

function requiredOf({ required }: Tool["inputSchema"]): string[] {
  return required ?? [];
}
