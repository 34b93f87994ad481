import { CallRevertedError, type Launch } from "@/lib/drivers/chain/chain-types";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { CallEncoder } from "@/lib/drivers/chain/encode-calls";
import type { LaunchReader } from "@/lib/drivers/chain/readers/create-launch-reader";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import { AppError } from "@/lib/shared/errors";
import type { LaunchAnswer, LaunchDryRun } from "./schema/answers";

/**
 * Simulates a launch without queueing it.
 * @throws AppError invalid_body with the contract's error, dependency_unavailable
 */
export async function dryRunLaunch(
  chain: DryRun & CallEncoder & LaunchReader,
  launch: Launch,
  walletProvider: LaunchDryRun["walletProvider"],
): Promise<LaunchAnswer> {
  try {
    const [expectedAddress] = await Promise.all([
      chain.predictToken(launch),
      chain.estimateGas(chain.launchCall(launch)),
    ]);
    return {
      success: true,
      message: "Dry run: the launch would be accepted",
      dryRun: true,
      walletProvider,
      expectedAddress,
    };
  } catch (cause) {
    if (cause instanceof CallRevertedError) {
      throw new AppError("invalid_body", cause.message, { cause });
    }
    return rethrowChainError(cause);
  }
}
