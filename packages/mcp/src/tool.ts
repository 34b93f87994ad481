import type { callWithRetries } from "@slipway-launchpad/client";
import type { z } from "zod";
import type { Confirmations } from "./confirmations";

export type JsonSchema = z.core.JSONSchema.BaseSchema;
/** The arguments of a call, without those that are null. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Dependencies of tools and resources; each transport provides its own. */
export type ToolContext = {
  /** Sends the request of an operation; a retry never repeats a launch. */
  call: typeof callWithRetries;
  /** Origin of the service, and the `fetch` that reaches it. */
  baseUrl: string;
  fetch: typeof fetch;
  confirmations: Confirmations;
};

/** Hints for the user interface of a client; see the specification of MCP tools. */
export type ToolHints = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/** One tool. `run` returns the `data` of its result. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: "object"; properties: Record<string, JsonSchema> };
  /** The schema of `data`. */
  dataSchema: JsonSchema;
  hints: ToolHints;
  /** The next step after a success. */
  next?: string;
  /** How to repeat a call whose outcome is unknown; with its idempotencyKey if absent. */
  repeat?: string;
  /** Whether the data contains third-party text, such as names of tokens. */
  isUntrusted: boolean;
  /** @throws ApiError, ToolProblem */
  run(ctx: ToolContext, args: ToolArguments): Promise<unknown>;
};

/** The arguments cannot be used. The text names what to do. */
export class ToolProblem extends Error {
  override readonly name = "ToolProblem";
}

/** Reads without any effect. */
export const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};
/** Stores something; the same call twice stores it once. */
export const ADDS_ONCE: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};
/** Sends a transaction that nobody can undo. */
export const SENDS: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};
