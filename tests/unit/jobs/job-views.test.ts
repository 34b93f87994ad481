import { expect, it } from "vitest";
import { jobViewOf } from "@/lib/features/jobs/job-views";

const TOKEN = `0x${"1".repeat(40)}` as const;
const MANAGER = `0x${"2".repeat(40)}` as const;
const WALLET = `0x${"3".repeat(40)}` as const;

it("names a dropped token and links to it and to its manager", () => {
  const payload = {
    identity: { type: "email", id: "ada@example.com" } as const,
    wallet: WALLET,
    manager: MANAGER,
    token: TOKEN,
    gas: 1n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
  };
  expect(jobViewOf({ kind: "token_drop", payload, result: null })).toEqual({
    title: `${TOKEN} dropped from ${MANAGER}`,
    tokenAddress: TOKEN,
    managerAddress: MANAGER,
  });
});
