import { VERSION } from "@/lib/shared/version";

/**
 * Configurations of MCP clients. A test connects with each of them. `ORIGIN` is replaced by the
 * service's origin.
 */
export const AGENT_CONFIGS = {
  http: {
    title: ".mcp.json, .cursor/mcp.json",
    code: JSON.stringify(
      { mcpServers: { launchpad: { type: "http", url: "ORIGIN/mcp" } } },
      null,
      2,
    ),
  },
  vscode: {
    title: ".vscode/mcp.json",
    code: JSON.stringify({ servers: { launchpad: { type: "http", url: "ORIGIN/mcp" } } }, null, 2),
  },
  stdio: {
    title: "claude_desktop_config.json",
    code: JSON.stringify(
      {
        mcpServers: {
          launchpad: {
            command: "npx",
            // npx installs an address once: the version makes it another one after an upgrade.
            args: ["--yes", `ORIGIN/slipway.tgz?v=${VERSION}`, "mcp", "--url", "ORIGIN"],
          },
        },
      },
      null,
      2,
    ),
  },
} as const;

/** A configuration for one launchpad. */
export function agentConfig(name: keyof typeof AGENT_CONFIGS, origin: string): string {
  return AGENT_CONFIGS[name].code.replaceAll("ORIGIN", origin);
}
