import { type LaunchCall, type LaunchChain, LaunchRevertedError } from "../../chain/launch-chain";
import { AppError } from "../../domain/errors";
import type { ResolvedIdentity } from "../../domain/identity";
import type { LaunchAnswer } from "../../schemas/launch";

/**
 * Simulates a launch and answers what would happen; queues nothing.
 * @throws AppError invalid_body with the contract's refusal, dependency_unavailable
 */
export async function rehearseLaunch(
  chain: LaunchChain,
  call: LaunchCall,
  walletProvider: Pick<ResolvedIdentity, "type" | "address"> | null,
): Promise<LaunchAnswer> {
  try {
    const [expectedAddress] = await Promise.all([chain.predictToken(call), chain.simulate(call)]);
    return {
      success: true,
      message: "Dry run: the launch would be accepted",
      dryRun: true,
      walletProvider,
      expectedAddress,
    };
  } catch (cause) {
    if (cause instanceof LaunchRevertedError) {
      throw new AppError("invalid_body", cause.message, { cause });
    }
    throw new AppError("dependency_unavailable", "The chain does not answer. Nothing was queued.", {
      cause,
      retryAfterSeconds: 5,
    });
  }
}
