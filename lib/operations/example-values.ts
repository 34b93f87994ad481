/** Values that the examples of all operations share, so that they are consistent. */
export const EXAMPLE = {
  chain: "base-sepolia",
  token: "0xA0C7E43805b8F1d9c6AEC588Db92F02685B0A092",
  ada: "0x33F66d12eaCcD1d9f8dB0069e84Cf83C90f98c4c",
  grace: "0xe9e63302cBf8b1569aDFfF19fdfd5D64a8E7D461",
  manager: "0x93b4869067547fE82bb46D284db0c3F88A5e75DB",
  launchHook: "0xd7a062F7EF398153fa6F442A8327ab85905da8Ec",
  service: "0x2E494BE4c3314e14F8568c06FE95eE4ec6b867c2",
  name: "First Light",
  symbol: "LIGHT",
  description: "The first token on this launchpad.",
  imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
  tokenURI: "ipfs://QmbpZLe1sDFqwQdgZtKrJYWDxgjKGtvuJi8jsGtuS638D3",
  jobId: "yK3mPq8vT1sXb0aNc5dLrw",
  videoUid: "5d5bc37ffcf54c9b82e996823bffbb81",
  uploadTicket: "rPqk1v7cXw0nT5d2YH8gJ3sLzE9aB4mU6oKfQiVxC-Y",
  poolId: `0x${"c4".repeat(32)}`,
  block: 31_002_166,
  transactionHash: `0x${"5b".repeat(32)}`,
  /** 2026-01-15 12:00:00 UTC. */
  createdAt: 1_768_478_400,
} as const;
