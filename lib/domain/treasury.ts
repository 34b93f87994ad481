import type { Address } from "viem";
import type { Recipient, RecipientRequest } from "./fee-split";

/** Who manages a token's fees, as it was asked for. One option a token. */
export type TreasuryRequest =
  | { kind: "none" }
  | { kind: "revenue_manager"; manager: Address }
  | { kind: "fee_split_manager"; manager: Address }
  | { kind: "fee_split"; creatorFirstBps: number; recipients: RecipientRequest[] };

/** The same with every identity resolved. `moderator` may change the shares of a dynamic split. */
export type Treasury =
  | Exclude<TreasuryRequest, { kind: "fee_split" }>
  | {
      kind: "fee_split";
      variant: "static" | "dynamic";
      creatorFirstBps: number;
      moderator: Address;
      recipients: Recipient[];
    };

/** Kinds of managers as the factory numbers them; 0 is not a manager of ours. */
export const MANAGER_KINDS = { revenue: 1, staticSplit: 2, dynamicSplit: 3 } as const;
