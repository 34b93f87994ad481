import type { Launch } from "../../chain/launch-chain";
import type { NewLaunchJob } from "../../db/launches/launch-store";

/** What the contract is told about a job. */
export function toLaunch(
  job: Omit<NewLaunchJob, "id" | "expectedAddress" | "creatorIdentity">,
): Launch {
  const { token, tokenUri, creator, feeShareBps, marketCapUsdc, launchId, treasury } = job;
  const { name, symbol } = token;
  return { name, symbol, tokenUri, creator, feeShareBps, marketCapUsdc, launchId, treasury };
}
