import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationDocs } from "@/lib/operations/operation-docs";

const { chain, ada, token, manager, launchpad } = EXAMPLE;

/** Texts and examples of these operations. */
export const CLAIM_DOCS = {
  prepareClaim: {
    summary: "Prepare a claim that a wallet sends",
    description:
      "Finds what an account can claim on a chain, from the fee streams that it holds, its shares " +
      "of managers and what it earned as a referrer, and returns the calls for " +
      "`wallet_sendCalls` (ERC-5792). Anyone can send them and pays the gas; the contracts only " +
      "pay the account. If `account` is a manager, only its shares of other managers are claimed. " +
      "To claim what it distributes, set `account` to a recipient. The largest 20 sources are claimed, several of " +
      "them in one call. Without anything to claim, the response is 400 `nothing_to_claim`.",
    examples: {
      params: { chain },
      body: { from: ada },
      otherBodies: { forAnotherAccount: { from: ada, account: EXAMPLE.grace } },
      response: {
        success: true,
        message: "Claim prepared: the wallet sends it",
        sendCalls: {
          version: "2.0.0",
          chainId: "0x14a34",
          from: ada,
          atomicRequired: false,
          calls: [{ to: launchpad, data: "0x1e83409a", value: "0x0" }],
        },
        sandbox: false,
        summary: `Claim 0.0042 ETH for ${ada} on Base Sepolia, from 2 sources.`,
        cost: {
          gas: "410000",
          maxFeePerGasWei: "1000000",
          feeWei: "410000000000",
          valueWei: "0",
          totalWei: "410000000000",
          balanceWei: "250000000000000000",
        },
        account: ada,
        totalWei: "4200000000000000",
        sources: [
          { kind: "token", address: token, amountWei: "3000000000000000" },
          { kind: "manager", address: manager, amountWei: "1200000000000000" },
        ],
      },
    },
  },
  getReferrals: {
    summary: "Get an address's referral earnings",
    description:
      "Extension. The amounts that an address earned as the referrer of trades on a chain, was paid and can " +
      "claim, summed over all deployments. A trade names its referrer, who receives the share of the trading " +
      "fee that the token's creator set (`referralShare`). `prepare-claim` claims it. Read from the chain: " +
      "503 `dependency_unavailable` while it is unreachable.",
    examples: {
      params: { chain, address: ada },
      response: {
        address: ada,
        earned: "0.0125",
        claimed: "0.01",
        claimable: "0.0025",
        hooks: [
          {
            hookAddress: EXAMPLE.launchHook,
            earned: "0.0125",
            claimed: "0.01",
            claimable: "0.0025",
          },
        ],
        meta: { network: "testnet", timestamp: EXAMPLE.createdAt },
      },
    },
  },
} satisfies Record<string, OperationDocs>;
