/** Responses of the Launch API to a launch status request. */
export const ADDRESS = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
export const HASH = `0x${"a".repeat(64)}`;
const shared = { success: true, chain: "base", queuePosition: 0, estimatedWaitTime: 0 };
export const ACTIVE = { body: { ...shared, state: "active" } };
export const COMPLETED = {
  body: {
    ...shared,
    state: "completed",
    transactionHash: HASH,
    collectionToken: {
      address: ADDRESS,
      imageIpfs: "Qm",
      name: "First Light",
      symbol: "LIGHT",
      tokenURI: "ipfs://Qm",
      creator: ADDRESS,
    },
    revenueManagerAddress: null,
    feeSplitManagerAddress: null,
    feeSplitRecipients: null,
  },
};
export const FAILED = {
  body: {
    ...shared,
    state: "failed",
    transactionHash: HASH,
    error: "No receipt",
    collectionToken: null,
    transactionMayHaveSucceeded: true,
  },
};
