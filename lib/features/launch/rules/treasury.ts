import type { Address } from "viem";
import type { AttachConsent } from "@/lib/features/managers/rules/attach-consent";
import type { Recipient, RecipientRequest } from "@/lib/features/managers/rules/fee-split";
import type { SplitKind } from "@/lib/features/managers/rules/manager-kind";

/** The requested treasury option of a token. */
export type TreasuryRequest =
  | { kind: "none" }
  | { kind: "revenue_manager"; manager: Address }
  /** `consent`: of the moderator; null for a fixed split, or when the request has none. */
  | { kind: "fee_split_manager"; manager: Address; consent: AttachConsent | null }
  | { kind: "fee_split"; creatorFirstBps: number; recipients: RecipientRequest[] };

/**
 * The treasury option with resolved identities. `moderator` may change the shares of a dynamic
 * split.
 */
export type Treasury =
  | Exclude<TreasuryRequest, { kind: "fee_split" }>
  | {
      kind: "fee_split";
      managerKind: SplitKind;
      creatorFirstBps: number;
      moderator: Address;
      recipients: Recipient[];
    };
