import type { Address } from "viem";
import type { ManagerKind } from "./manager-kind";
import type { EventPosition } from "./market-event";

export type EventShare = { account: Address; share: number };

/** What a manager or the factory that made it said. Source: contracts/src/interfaces/IManager.sol. */
export type ManagerEvent = EventPosition & { manager: Address } & (
    | { kind: "managerCreated"; managerKind: ManagerKind; owner: Address }
    | { kind: "revenueTerms"; recipient: Address; feeBps: number }
    | { kind: "splitTerms"; creatorFirstBps: number; recipients: EventShare[] }
    | { kind: "managerOwner"; owner: Address }
    | { kind: "tokenAttached"; token: Address; payee: Address }
    | { kind: "payeeChanged"; token: Address; payee: Address }
    /** `token` is null for ETH that was sent to the manager as a whole. */
    | {
        kind: "received";
        token: Address | null;
        payee: Address;
        amountWei: bigint;
        payeeWei: bigint;
      }
    | { kind: "paid"; account: Address; amountWei: bigint }
    | { kind: "sharesChanged"; generation: number; recipients: EventShare[] }
    /** `synced`: the tokens that the call named, or null when nobody can tell. */
    | { kind: "protocolRecipient"; recipient: Address; synced: Address[] | null }
  );

export type ManagerEventKind = ManagerEvent["kind"];
