/**
 * Rate limits per caller (IPv4 address, IPv6 /64): `quota` requests in any `windowSeconds`. The
 * networks of a caller (IPv4 /24, IPv6 /56 and /48) have a multiple of it:
 * `lib/http/limits/buckets.ts`. `whenStoreIsDown`: `closed` returns 503; `open` continues with this
 * process's own counts. Source: docs/interface.md, "Limits"; docs/decisions.md, "Launch API".
 */
export const LIMITS = {
  launch: { quota: 2, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  dryRun: { quota: 30, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  /** Calls of trades and claims. Prepared launches count as launches. */
  prepare: { quota: 60, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  manager: { quota: 10, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  /** Usernames that are looked up at X or Farcaster, where the operator's account has a quota. */
  lookup: { quota: 300, windowSeconds: 3600, exact: false, whenStoreIsDown: "open" },
  /** Managed wallets that are created for requests whose gas the service does not pay. */
  newWallet: { quota: 200, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** The same for all callers: one caller can have many networks. */
  newWalletAll: { quota: 5_000, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** Per wallet that is paid, not per caller. */
  payout: { quota: 10, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  image: { quota: 4, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  metadata: { quota: 30, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  signIn: { quota: 30, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  /** Sign-ins that create an account, which is stored permanently. */
  newAccount: { quota: 100, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  mail: { quota: 10, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** Emails to one mailbox, requested by browsers that never signed in with it. */
  mailTo: { quota: 3, windowSeconds: 600, exact: true, whenStoreIsDown: "closed" },
  /** Emails of all browsers that never signed in with the address: one caller can have many networks. */
  mailAll: { quota: 1_000, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** Emails requested by a browser that has signed in with the address before. */
  mailKnown: { quota: 10, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** Emails of all known browsers to one address. */
  mailKnownTo: { quota: 20, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** Emails of known browsers of one caller: anyone can sign in with addresses of an own domain. */
  mailKnownFrom: { quota: 30, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** Attempts to enter a code for one address; links still work beyond that. */
  codeGuess: { quota: 30, windowSeconds: 86_400, exact: true, whenStoreIsDown: "closed" },
  /** Wrong codes for all addresses; links still work beyond that. */
  wrongCode: { quota: 2_000, windowSeconds: 86_400, exact: true, whenStoreIsDown: "closed" },
  account: { quota: 60, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  /** Requests of the operator's console. */
  admin: { quota: 300, windowSeconds: 60, exact: false, whenStoreIsDown: "open" },
  /** Reports and appeals of one caller. */
  report: { quota: 10, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** Reports of one token by one network. */
  reportOfToken: { quota: 3, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** Withdrawals and changes of shares, per wallet, also when it changes accounts. */
  walletAction: { quota: 10, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** Trades of a managed wallet, per wallet. */
  accountTrade: { quota: 60, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  videoUpload: { quota: 10, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** Requests of owners about their webhooks. */
  webhook: { quota: 120, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  /** New webhooks, accepted or not. */
  webhookCreate: { quota: 10, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** Challenges and tests that are sent to one host, for all callers together. */
  webhookHost: { quota: 60, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  /** Tests, replays and new secrets of one webhook. */
  webhookAction: { quota: 60, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  /** Requests for content and for files that Next sends. A list of tokens has up to 100 images, and browsers cache each. */
  file: {
    quota: 1_200,
    windowSeconds: 60,
    exact: false,
    whenStoreIsDown: "open",
    networkFactor: 2,
  },
  /** Lookups of content that this process has not served yet. */
  content: {
    quota: 600,
    windowSeconds: 60,
    exact: false,
    whenStoreIsDown: "open",
    networkFactor: 2,
  },
  /** Megabytes of image uploads, valid or not, counted before they are read. */
  imageBytes: { quota: 84, windowSeconds: 60, exact: false, whenStoreIsDown: "open" },
  /** Thumbnails that have to be created. */
  drawing: { quota: 240, windowSeconds: 60, exact: false, whenStoreIsDown: "open" },
  /** Open Graph images that have to be drawn, a third of a second each. */
  linkPicture: { quota: 20, windowSeconds: 60, exact: false, whenStoreIsDown: "open" },
  faucet: { quota: 10, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  rpc: { quota: 600, windowSeconds: 60, exact: false, whenStoreIsDown: "open", networkFactor: 2 },
  /** Transactions sent through `/rpc`, which a sandbox stores permanently. */
  rpcTransaction: { quota: 60, windowSeconds: 60, exact: false, whenStoreIsDown: "open" },
  /** Status of launches and videos. */
  status: { quota: 300, windowSeconds: 60, exact: false, whenStoreIsDown: "open" },
  /**
   * Requests with a body, rejected ones included: reading and checking each of them has a cost.
   */
  request: {
    quota: 240,
    windowSeconds: 60,
    exact: false,
    whenStoreIsDown: "open",
    networkFactor: 4,
  },
  /** Calls of services without a valid signature. */
  unsignedCall: { quota: 240, windowSeconds: 60, exact: false, whenStoreIsDown: "open" },
  /** Pages, which are rendered for each request. */
  page: { quota: 300, windowSeconds: 60, exact: false, whenStoreIsDown: "open", networkFactor: 2 },
  /** Requests for names of addresses, each of up to 50. */
  names: { quota: 120, windowSeconds: 60, exact: false, whenStoreIsDown: "open", networkFactor: 4 },
  /** Addresses whose names have to be looked up; those of further ones are null. */
  nameLookup: { quota: 240, windowSeconds: 60, exact: false, whenStoreIsDown: "open" },
  data: { quota: 300, windowSeconds: 60, exact: false, whenStoreIsDown: "open", networkFactor: 4 },
} as const satisfies Record<string, LimitPolicy>;

export type LimitPolicy = {
  quota: number;
  windowSeconds: number;
  /**
   * Counts exactly in a sliding window by a request to the store. Otherwise each process counts in
   * fixed windows and shares its counts in the background, so that reads never wait.
   */
  exact: boolean;
  /** Multiplies the quotas of networks where requests are cheap. */
  networkFactor?: number;
  whenStoreIsDown: "open" | "closed";
};
export type LimitPolicyName = keyof typeof LIMITS;
