import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationExamples } from "@/lib/operations/operation-docs";

const { chain, ada, grace, manager: managerAddress, transactionHash: txHash } = EXAMPLE;

export const REVENUE_MANAGER_EXAMPLES = {
  params: { chain },
  body: { protocolFee: 2000, recipientEmail: "ada@example.com" },
  otherBodies: {
    anotherOwner: { protocolFee: "250", recipientAddress: ada, ownerAddress: grace },
  },
  response: {
    success: true,
    managerAddress,
    txHash,
    owner: ada,
    recipientAddress: ada,
    protocolFee: 2000,
    walletProvider: { walletProviderUserId: "email:ada@example.com", walletAddress: ada },
  },
} satisfies OperationExamples;

export const FEE_SPLIT_MANAGER_EXAMPLES = {
  params: { chain },
  body: {
    ownerEmail: "ada@example.com",
    recipients: [
      { type: "email", id: "ada@example.com", split: "6000000" },
      { type: "twitter", id: "grace", split: "4000000" },
    ],
  },
  otherBodies: {
    equalSplit: {
      ownerAddress: ada,
      recipients: [
        { type: "wallet", id: ada },
        { type: "farcaster", id: "grace" },
      ],
      creatorShare: 1000,
    },
    addresses: { ownerTwitterUsername: "ada", recipients: [ada, grace] },
  },
  response: {
    success: true,
    message: "Fee split manager created",
    managerAddress,
    txHash,
    owner: ada,
    recipients: [
      {
        address: ada,
        percentage: "60.00000",
        originalInput: { type: "email", id: "ada@example.com" },
      },
      { address: grace, percentage: "40.00000", originalInput: { type: "twitter", id: "grace" } },
    ],
    totalRecipients: 2,
  },
} satisfies OperationExamples;
