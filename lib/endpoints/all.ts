import type { ServiceContext } from "@/lib/context";
import type { Endpoint } from "@/lib/http/router";
import { ADMIN_PLAIN_ENDPOINTS } from "./admin/export";
import { OPERATION_ENDPOINTS } from "./bindings";
import { brandEndpoint } from "./brand";
import { CALLBACKS } from "./callbacks";
import { CONTENT } from "./content";
import { DOCUMENTS } from "./documents";
import { EMBEDS } from "./embed";
import { MCP } from "./mcp";
import { OPERATOR_ENDPOINTS } from "./operator";
import { codeEndpoint } from "./page-scripts";

/** Every endpoint that the server handles itself. Next handles pages and their files. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...Object.values(OPERATION_ENDPOINTS),
  ...CONTENT,
  ...EMBEDS,
  ...DOCUMENTS,
  ...MCP,
  ...CALLBACKS,
  ...OPERATOR_ENDPOINTS,
  ...ADMIN_PLAIN_ENDPOINTS,
];

const ADMIN_PREFIX = "/api/admin/";

/** The endpoints of a server. Without administrators, those of the console do not exist. */
export function endpointsOf({
  env: { hasConsole, NODE_ENV },
  brandAssets,
}: Pick<ServiceContext, "env" | "brandAssets">): readonly Endpoint[] {
  const code = NODE_ENV === "production" ? [codeEndpoint()] : [];
  const all = [...ENDPOINTS, ...code, ...brandAssets.map(brandEndpoint)];
  if (hasConsole) return all;
  return all.filter((endpoint) => {
    const { path } = endpoint.kind === "plain" ? endpoint : endpoint.operation;
    return !path.startsWith(ADMIN_PREFIX);
  });
}
