import type { AnswerOf } from "@slipway-launchpad/client";

/** The status of a launch as text lines. */
export function describeLaunch(status: AnswerOf<"getLaunchStatus">): string[] {
  if (status.state === "completed") {
    const { name, symbol, address, creator } = status.collectionToken;
    const manager = status.revenueManagerAddress ?? status.feeSplitManagerAddress;
    return [
      `Launched ${name} (${symbol})`,
      `  token        ${address}`,
      `  creator      ${creator}`,
      ...(manager === null ? [] : [`  manager      ${manager}`]),
      ...(status.feeSplitRecipients ?? []).map(({ percentage, address: account, originalInput }) =>
        `  ${percentage.padStart(9)}%  ${account} ${originalInput === account ? "" : originalInput}`.trimEnd(),
      ),
      `  transaction  ${status.transactionHash}`,
    ];
  }
  if (status.state === "failed") {
    return [
      `Failed: ${status.error}`,
      ...(status.transactionHash === null ? [] : [`  transaction  ${status.transactionHash}`]),
      ...(status.transactionMayHaveSucceeded
        ? ["It may have succeeded. Check the block explorer before you launch again."]
        : []),
    ];
  }
  if (status.state === "waiting" && status.permit !== undefined) {
    const { from, expiresAt } = status.permit;
    return [`Waiting: ${from} can send it until ${new Date(expiresAt * 1_000).toISOString()}`];
  }
  const verb = status.state === "waiting" ? "Waiting" : "Launching";
  const { queuePosition, estimatedWaitTime } = status;
  return [`${verb}: ${queuePosition} ahead in the queue, about ${estimatedWaitTime} s`];
}
