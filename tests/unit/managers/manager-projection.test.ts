import type { Address } from "viem";
import { describe, expect, it } from "vitest";
import {
  type LedgerEvent,
  ManagerProjection,
} from "@/lib/features/managers/rules/manager-projection";

const MANAGER = "0x1000000000000000000000000000000000000000";
const TOKEN = "0x2000000000000000000000000000000000000000";
const PAYEE = "0x3000000000000000000000000000000000000000";
const [A, B] = [
  "0xa000000000000000000000000000000000000000",
  "0xb000000000000000000000000000000000000000",
] as const;

const SPLIT: LedgerEvent[] = [
  { manager: MANAGER, kind: "managerCreated", managerKind: "dynamic_split", owner: PAYEE },
  {
    manager: MANAGER,
    kind: "splitTerms",
    creatorFirstBps: 1_000,
    recipients: [{ account: A, share: 10_000_000 }],
  },
  { manager: MANAGER, kind: "tokenAttached", token: TOKEN, payee: PAYEE, seenWei: 0n },
];
const received = (amountWei: bigint, payeeWei: bigint, payee: Address = PAYEE): LedgerEvent => ({
  manager: MANAGER,
  kind: "received",
  token: TOKEN,
  payee,
  amountWei,
  payeeWei,
});

function project(...events: LedgerEvent[]) {
  const projection = new ManagerProjection();
  for (const event of [...SPLIT, ...events]) projection.apply(event);
  return projection;
}

describe("manager projection", () => {
  it("counts income after a share was handed on for the new recipients only", () => {
    const recipients = [{ account: B, share: 10_000_000 }];
    const changed: LedgerEvent = {
      manager: MANAGER,
      kind: "sharesChanged",
      generation: 1,
      recipients,
    };
    const projection = project(received(100n, 10n), changed, received(50n, 5n));
    expect(projection.pools()).toEqual([
      { manager: MANAGER, generation: 0, recordedWei: 90n },
      { manager: MANAGER, generation: 1, recordedWei: 45n },
    ]);
    expect(projection.shares.at(-1)).toEqual({
      manager: MANAGER,
      generation: 1,
      account: B,
      share: 10_000_000,
    });
  });

  it("gives later income of a dropped token to its payee", () => {
    const dropped: LedgerEvent = { manager: MANAGER, kind: "tokenDropped", token: TOKEN };
    const projection = project(received(100n, 10n), dropped, received(50n, 50n));
    expect(projection.tokens.get(TOKEN)).toMatchObject({ isDropped: true, seenWei: 150n });
    expect(projection.pools()).toMatchObject([{ recordedWei: 90n }]);
    expect(projection.accounts()).toMatchObject([{ account: PAYEE, creditedWei: 60n }]);
  });

  it("credits a new payee with later income", () => {
    const moved: LedgerEvent = { manager: MANAGER, kind: "payeeChanged", token: TOKEN, payee: B };
    const projection = project(received(100n, 10n), moved, received(50n, 5n, B));
    expect(projection.tokens.get(TOKEN)?.payee).toBe(B);
    expect(projection.accounts()).toMatchObject([
      { account: PAYEE, creditedWei: 10n },
      { account: B, creditedWei: 5n },
    ]);
  });
});
