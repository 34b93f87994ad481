import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { JsonSchemaType } from "@modelcontextprotocol/sdk/validation/types.js";
import { ApiError } from "@slipway-launchpad/client";
import { z } from "zod";
import { VERSION } from "@/lib/shared/version";
import { describeFailure } from "./describe-failure";
import { INSTRUCTIONS } from "./describe-skill";
import { resultSchema, toResult, toText } from "./render";
import { listResources, readResource, TOKEN_TEMPLATE } from "./resources";
import { type Tool, type ToolArguments, type ToolContext, ToolProblem } from "./tool";
import { TOOLS } from "./tools";

/** The code of the specification for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32_002;

const jsonSchema = z.custom<JsonSchemaType>((value) => typeof value === "object" && value !== null);
const validator = new AjvJsonSchemaValidator();
const validators = new Map<string, (value: unknown) => string | null>();

/** Reports failures of one request; `signal` aborts when its client cancels it. */
type Reporting = { onError(error: unknown, tool: string): void; signal: AbortSignal };

/** The server of one connection or one request. It stores nothing between requests. */
export function createMcpServer(
  ctx: ToolContext,
  options: { name: string; onError(error: unknown, tool: string): void },
): Server {
  const server = new Server(
    { name: options.name, title: "Token launchpad", version: VERSION },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator: validator,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    // All tools are on the first page, so no cursor is valid.
    if (params?.cursor !== undefined) throw invalidCursor();
    return { tools: TOOLS.map(describeTool) };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
    callTool(cancelledBy(ctx, signal), params, { ...options, signal }),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) => {
    if (params?.cursor !== undefined) throw invalidCursor();
    return { resourceTemplates: [TOKEN_TEMPLATE] };
  });
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }, { signal }) => {
    const page = await orProtocolError({ ...options, signal }, () =>
      listResources(cancelledBy(ctx, signal), params?.cursor),
    );
    if (page === null) throw invalidCursor();
    return page;
  });
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    const found = await orProtocolError({ ...options, signal }, () =>
      readResource(cancelledBy(ctx, signal), uri),
    );
    if (found === null) throw new McpError(RESOURCE_NOT_FOUND, "Resource not found", { uri });
    return { contents: [found] };
  });
  return server;
}

/** The context of one request: once its client cancels it, nothing more is sent. */
function cancelledBy(ctx: ToolContext, signal: AbortSignal): ToolContext {
  return {
    ...ctx,
    call: (operation, input, options) => ctx.call(operation, input, { ...options, signal }),
    // `call` passes a signal of its own, which ends with this one.
    fetch: (input, init) => ctx.fetch(input, { signal, ...init }),
  };
}

function invalidCursor(): McpError {
  return new McpError(
    ErrorCode.InvalidParams,
    "Invalid cursor: use nextCursor of the previous page",
  );
}

/** A tool as `tools/list` returns it. */
export function describeTool(tool: Tool) {
  const { name, title, description, inputSchema, hints } = tool;
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema: resultSchema(tool),
    annotations: { title, ...hints },
  };
}

async function callTool(
  ctx: ToolContext,
  { name, arguments: given = {} }: { name: string; arguments?: ToolArguments | undefined },
  { onError, signal }: Reporting,
): Promise<CallToolResult> {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) {
    throw new McpError(ErrorCode.InvalidParams, `Unknown tool. Use one of: ${NAMES.join(", ")}`);
  }
  const args = withoutNulls(given);
  const problem = checkArguments(tool, args);
  if (problem !== null) return failure(`${problem}\nNext: Correct the arguments and call again.`);
  try {
    const result = toResult(tool, await tool.run(ctx, args));
    return { content: [{ type: "text", text: toText(result) }], structuredContent: result };
  } catch (error) {
    if (error instanceof ApiError || error instanceof ToolProblem) {
      return failure(describeFailure(error, tool));
    }
    // The client gets no response to a call that it cancelled.
    signal.throwIfAborted();
    onError(error, name);
    return failure("Internal error. The result is unknown.\nNext: Try again later.");
  }
}

const NAMES = TOOLS.map(({ name }) => name);

function failure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** Small models send null for an argument that they do not use. */
function withoutNulls(args: ToolArguments): ToolArguments {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

/** Why the arguments are invalid, or null. */
function checkArguments(tool: Tool, args: ToolArguments): string | null {
  const { name, inputSchema } = tool;
  const known = Object.keys(inputSchema.properties);
  // JSON can have an own property of any name, and ajv does not see all of them.
  const unknown = Object.keys(args).filter((key) => !known.includes(key));
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 50)));
    return `Unknown argument: ${shown.join(", ")}. ${name} takes: ${known.join(", ") || "none"}.`;
  }
  const check = validators.get(name) ?? compile(tool);
  validators.set(name, check);
  return check(args);
}

function compile({ inputSchema }: Tool): (value: unknown) => string | null {
  const validate = validator.getValidator(jsonSchema.parse(inputSchema));
  return (value) => {
    const { valid, errorMessage } = validate(value);
    return valid
      ? null
      : `Invalid arguments: ${errorMessage.replaceAll("data/", "").slice(0, 1_000)}.`;
  };
}

/** Turns the errors of the service into errors of the protocol, for requests that have no `isError`. */
async function orProtocolError<T>(
  { onError, signal }: Reporting,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError) {
      const isNotFound = error.code === "token_not_found";
      const code = isNotFound ? RESOURCE_NOT_FOUND : ErrorCode.InternalError;
      throw new McpError(code, describeFailure(error));
    }
    signal.throwIfAborted();
    onError(error, "resources");
    throw new McpError(ErrorCode.InternalError, "Internal error. Try again later.");
  }
}
