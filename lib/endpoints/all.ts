import type { Endpoint } from "../http/router";
import { CALLBACKS } from "./callbacks";
import { CONTENT } from "./content";
import { DOCUMENTS } from "./documents";
import { MCP } from "./mcp";
import { OPERATION_ENDPOINTS } from "./operations";
import { OPERATOR_ENDPOINTS } from "./operator";

/** Every endpoint that the server handles itself. Next handles pages and their files. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...Object.values(OPERATION_ENDPOINTS),
  ...CONTENT,
  ...DOCUMENTS,
  ...MCP,
  ...CALLBACKS,
  ...OPERATOR_ENDPOINTS,
];
