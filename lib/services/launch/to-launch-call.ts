import type { LaunchCall } from "../../chain/launch-chain";
import type { LaunchJob } from "../../db/launches/launch-store";

/** What the contract is told about a job. */
export function toLaunchCall(
  job: Pick<
    LaunchJob,
    "token" | "tokenUri" | "creator" | "creatorShareBps" | "marketCapUsdc" | "launchId"
  >,
): LaunchCall {
  const { token, tokenUri, creator, creatorShareBps, marketCapUsdc, launchId } = job;
  const { name, symbol } = token;
  return { name, symbol, tokenUri, creator, creatorShareBps, marketCapUsdc, launchId };
}
