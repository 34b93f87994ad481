/** The public entry of the MCP server. */
export { answerMcp } from "./answer-mcp";
export { type Confirmations, createConfirmations } from "./confirmations";
export { createMcpServer, describeTool } from "./create-mcp-server";
export { describeSkill, toolLines } from "./describe-skill";
export { serveStdio } from "./serve-stdio";
export type { Tool, ToolContext } from "./tool";
export { TOOLS } from "./tools";
