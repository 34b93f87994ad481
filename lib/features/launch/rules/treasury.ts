import type { Address } from "viem";
import type { Recipient, RecipientRequest } from "@/lib/features/managers/rules/fee-split";
import type { SplitKind } from "@/lib/features/managers/rules/manager-kind";

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
      managerKind: SplitKind;
      creatorFirstBps: number;
      moderator: Address;
      recipients: Recipient[];
    };
