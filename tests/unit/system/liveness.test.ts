import { expect, it } from "vitest";
import type { NodeState, Parts } from "@/lib/features/system/check-parts";
import { toLiveness } from "@/lib/features/system/get-liveness";

const ctx = { serverWallet: `0x${"1".repeat(40)}` as const };
const partsWith = (state: NodeState): Parts => ({
  nodes: [
    { chain: "base", state: "ok" },
    { chain: "robinhood", state },
  ],
  database: "ok",
  limiter: true,
  engine: true,
  ipfs: null,
  moderation: null,
  storage: null,
  hasRoom: null,
});

it.each([
  ["ok", true, "ok"],
  // It responds with its chain id; /healthz reports that launches are degraded.
  ["stalled", true, "ok"],
  ["down", false, "degraded"],
] as const)("checks.rpc of a chain whose node is %s: %j", (state, rpc, status) => {
  const found = toLiveness(ctx, partsWith(state));
  expect(found).toMatchObject({ status, checks: { rpc, store: true } });
});
