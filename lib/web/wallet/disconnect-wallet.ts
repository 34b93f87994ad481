import { disconnect } from "wagmi/actions";
import { untilReconnected, type Wagmi } from "./wagmi";

/**
 * Disconnects the person's wallet. A reconnection that still runs after a page load would connect it
 * again, so it ends first.
 */
export async function disconnectWallet(config: Wagmi): Promise<void> {
  await untilReconnected();
  await disconnect(config);
}
