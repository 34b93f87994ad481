import { z } from "zod";
import { launchMemecoin } from "@/lib/features/launch/operations";
import { launchAccepted, launchDryRun } from "@/lib/features/launch/schema/answers";
import { outputSchema } from "@/lib/openapi/to-json-schema";
import { OPERATIONS } from "@/lib/operations/all";
import { LIMITS } from "@/lib/operations/limits";
import type { Operation } from "@/lib/operations/operation";
import { CONFIRM_SECONDS } from "../confirmations";
import { inputOf, operationTool, partsOf, toInput } from "../operation-tool";
import {
  READS,
  SENDS,
  type Tool,
  type ToolArguments,
  type ToolContext,
  ToolProblem,
} from "../tool";

/** Options that are paused or that these tools set themselves. */
export const WITHOUT = [
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

/** A launch whose response was lost exists; another preview would launch a second token. */
const CHECK_BEFORE_PREVIEW =
  "If launch was called with it before, check with launch_status (jobId of launch) or get_token " +
  "(expectedAddress of preview_launch) whether the token exists. Only if it does not, call " +
  "preview_launch again.";

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

/** Tools that launch tokens at the launchpad's expense. */
export const LAUNCH_TOOLS: readonly Tool[] = [
  {
    name: "dry_run_launch",
    title: "Dry run of a launch",
    description:
      "Checks the parameters of a launch and returns the expected address of the token. Nothing is " +
      `launched. ${LAUNCH_ARGUMENTS} At most ${LIMITS.dryRun.quota} per minute, unless the operator has changed it.`,
    inputSchema: LAUNCH_INPUT,
    dataSchema: outputSchema(launchDryRun),
    hints: READS,
    next: "Show the result to the user. To launch, call preview_launch with the same arguments.",
    isUntrusted: false,
    run: (ctx, args) => dryRun(ctx, args),
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
      "Show the user the chain, name, symbol and earners. If the user agrees, call launch with the same " +
      "arguments and data.confirmToken.",
    isUntrusted: false,
    async run(ctx, args) {
      const { token, expiresAt, idempotencyKey } = ctx.confirmations.issue(args);
      // With the key of the launch, `expectedAddress` is that of the launch.
      const checked = launchDryRun.parse(await dryRun(ctx, args, idempotencyKey));
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
      `the same job and launches nothing. At most ${LIMITS.launch.quota} launches per minute, ` +
      "unless the operator has changed it.",
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
    repeat:
      "Call launch again with the same arguments and confirmToken. Do not call preview_launch: its " +
      "confirmToken would launch a second token.",
    isUntrusted: false,
    async run(ctx, { confirmToken, proofOfWork, ...args }) {
      const redeemed = ctx.confirmations.redeem(String(confirmToken), args);
      if (redeemed === "expired") {
        throw new ToolProblem(`This confirmToken has expired. ${CHECK_BEFORE_PREVIEW}`);
      }
      if (redeemed === null) {
        throw new ToolProblem(
          "This confirmToken was not issued for exactly these arguments. Pass the arguments of " +
            `preview_launch unchanged. ${CHECK_BEFORE_PREVIEW}`,
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
];

function toLaunchInput(args: ToolArguments) {
  return toInput(launchMemecoin, LAUNCH_PARTS, args);
}

function dryRun(ctx: ToolContext, args: ToolArguments, idempotencyKey?: string): Promise<unknown> {
  const { params, query, body } = toLaunchInput(args);
  return ctx.call<Operation>(
    launchMemecoin,
    { params, query, body: { ...body, dryRun: true } },
    { baseUrl: ctx.baseUrl, fetch: ctx.fetch, idempotencyKey },
  );
}

function requiredOf({ required }: Tool["inputSchema"]): string[] {
  return required ?? [];
}
