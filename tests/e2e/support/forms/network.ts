import type { Page } from "playwright/test";

const LATENCY_MS = 1_200;
const BYTES_PER_SECOND = 30_000;

/** A slow mobile network: 1.2 s latency and 30 kB per second. */
export async function slowNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
}
