import { rpcUrl } from "./values";

/** Variables of public names of addresses; each service is off without its URL. */
export const nameVariables = {
  ENS_RPC_URL: rpcUrl.optional().meta({
    example: "https://ethereum-rpc.publicnode.com",
    topic: "names",
    description:
      "RPC URL of Ethereum; shows primary ENS names beside addresses. Names whose records are not on " +
      "Ethereum are not found.",
  }),
  BASENAMES_RPC_URL: rpcUrl.optional().meta({
    example: "https://mainnet.base.org",
    topic: "names",
    description: "RPC URL of Base; shows Basenames beside addresses, in preference to ENS names.",
  }),
};
