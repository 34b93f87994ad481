import type { Tool } from "./tool";
import { LAUNCH_TOOLS } from "./tools/launch-tools";
import { READ_TOOLS } from "./tools/read-tools";
import { UPLOAD_TOOL } from "./tools/upload-tool";
import { WALLET_TOOLS } from "./tools/wallet-tools";

/** Every tool, in the order in which an agent needs them. */
export const TOOLS: readonly Tool[] = [
  ...READ_TOOLS,
  UPLOAD_TOOL,
  ...LAUNCH_TOOLS,
  ...WALLET_TOOLS,
];
