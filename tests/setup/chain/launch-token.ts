import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { request } from "../api/api";
import { launchBody } from "../api/launch-body";
import { waitForLaunch } from "../api/wait-for-launch";

/** Launches a token through the Launch API and returns its address once the job has completed. */
export async function launchToken(
  overrides: Parameters<typeof launchBody>[0] = {},
  chain = "base-sepolia",
): Promise<string> {
  const path = `/api/v1/${chain}/launch-memecoin`;
  const { body } = await request(path, { body: launchBody(overrides) });
  const accepted = launchAccepted.parse(body);
  await waitForLaunch(accepted.jobId);
  return accepted.expectedAddress;
}
