import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationExamples } from "@/lib/operations/operation-docs";

const { chain, token: tokenAddress, name, symbol, description, createdAt } = EXAMPLE;

const meta = { network: "testnet", timestamp: createdAt + 3_600 };
const pagination = { limit: 50, offset: 0 };
const item = {
  tokenAddress,
  symbol,
  name,
  marketCapETH: "1.3852",
  createdAt,
  image: `https://launchpad.example/ipfs/${EXAMPLE.imageIpfs}`,
  description,
};

export const LIST_EXAMPLES = {
  params: { chain },
  query: { limit: "50", offset: "0" },
  response: { data: [{ ...item, fairLaunchActive: false }], pagination, meta },
} satisfies OperationExamples;

export const NEW_LIST_EXAMPLES = {
  params: { chain },
  query: { limit: "50", offset: "0" },
  response: { data: [{ ...item, isActive: true }], pagination, meta },
} satisfies OperationExamples;

export const TOKEN_EXAMPLES = {
  params: { chain, tokenAddress },
  response: {
    ...item,
    socials: {
      website: "https://example.com",
      twitter: "https://x.com/example",
      telegram: "",
      discord: "",
      farcaster: "",
    },
    meta,
  },
} satisfies OperationExamples;

export const HOLDER_EXAMPLES = {
  params: { chain, tokenAddress },
  query: { limit: "50", offset: "0" },
  response: {
    tokenAddress,
    totalHolders: "2",
    holders: [
      { id: EXAMPLE.ada, balance: "99000000000000000000000000000" },
      { id: EXAMPLE.grace, balance: "1000000000000000000000000000" },
    ],
    pagination: { ...pagination, total: 2 },
  },
} satisfies OperationExamples;
