import { launchPrepared } from "@/lib/features/launch/schema/prepare";
import { OPERATIONS } from "@/lib/operations/all";
import { operationTool } from "../operation-tool";
import { ADDS_ONCE, SENDS, type Tool } from "../tool";
import { WITHOUT } from "./launch-tools";

/** Tools that prepare calls for the user's own wallet, and those that create managers. */
export const WALLET_TOOLS: readonly Tool[] = [
  operationTool({
    operation: OPERATIONS.prepareLaunch,
    name: "prepare_launch",
    title: "Prepare a launch that the user's wallet pays for",
    description:
      "Checks a launch and returns unsigned calls for the user's own wallet, with the expected address " +
      "of the token and the cost. Sends nothing. Use launch instead when the launchpad should pay the " +
      "gas. `from` is the wallet that signs; firstBuyWei is ETH that the creator spends on a first buy in " +
      "the same transaction; with launchProtection the buy pays the opening fee, 50% by default " +
      "(firstBuy.feeBps). The calls expire after a few minutes.",
    without: [...WITHOUT],
    output: { schema: launchPrepared, select: (response) => response },
    hints: ADDS_ONCE,
    next:
      "Show the user the summary, the fee of a first buy, the cost and the calls. Hand data.sendCalls " +
      "to the user's wallet as the parameters of wallet_sendCalls; never ask for a private key. Then " +
      "call launch_status with data.jobId.",
  }),
  operationTool({
    operation: OPERATIONS.prepareTrade,
    name: "prepare_trade",
    title: "Prepare a trade for the user's wallet",
    description:
      "Returns unsigned calls for the wallet `from` to buy or sell a token at the current price " +
      "within slippageBps, with the expected amount and the cost. Sends nothing.",
    next:
      "Show the user the summary and the cost. Hand data.sendCalls to the user's wallet as the " +
      "parameters of wallet_sendCalls; never ask for a private key.",
  }),
  operationTool({
    operation: OPERATIONS.prepareClaim,
    name: "prepare_claim",
    title: "Prepare a claim of fees for the user's wallet",
    description:
      "Returns unsigned calls for the wallet `from` to claim the fees that it earned, including as a referrer of trades. Sends nothing.",
    next:
      "Show the user the summary and the cost. Hand data.sendCalls to the user's wallet as the " +
      "parameters of wallet_sendCalls; never ask for a private key.",
  }),
  operationTool({
    operation: OPERATIONS.createRevenueManager,
    name: "create_revenue_manager",
    title: "Create a revenue manager",
    description:
      "Creates a contract that pays protocolFee of the creator share to one recipient; launches " +
      "name it as revenueManagerAddress. protocolFee is in basis points: 100 is 1%. Pass exactly one " +
      "recipient field. Sends a transaction: ask the user first. Takes up to a minute.",
    hints: SENDS,
    next: "Pass data.managerAddress as revenueManagerAddress to preview_launch.",
  }),
  operationTool({
    operation: OPERATIONS.createFeeSplitManager,
    name: "create_fee_split_manager",
    title: "Create a fee split",
    description:
      "Creates a contract that splits the creator share among up to 100 recipients; launches name it as " +
      "feeSplitManagerAddress. Pass exactly one owner field. Sends a transaction: ask the user first. " +
      "Takes up to a minute. For a split of one token only, pass feeSplitRecipients to preview_launch " +
      "instead.",
    hints: SENDS,
    next: "Pass data.managerAddress as feeSplitManagerAddress to preview_launch.",
  }),
];
