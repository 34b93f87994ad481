import { expect, it, vi } from "vitest";
import { read } from "@/lib/http/bind";
import { OPERATIONS } from "@/lib/operations/all";
import { openPipeline } from "../support/open-pipeline";

const operation = OPERATIONS.listTokens;
const PATH = operation.path.replace("{chain}", "base");
const answer = {
  data: [],
  pagination: { limit: 50, offset: 0 },
  meta: { network: "mainnet" as const, timestamp: 1_700_000_000 },
};
const running: (() => void)[] = [];
const list = read(operation, async ({ input }) => {
  if (input.query.ranges !== undefined) await new Promise<void>((end) => running.push(end));
  return answer;
});
const baseUrl = openPipeline({ endpoints: [list] });

it("computes four lists with ranges at a time for one caller, and serves others meanwhile", async () => {
  const ranged = Array.from({ length: 6 }, (_, n) =>
    fetch(`${baseUrl()}${PATH}?sort=priceChange5m&marketCapMin=0.00000${n + 1}`),
  );
  await vi.waitFor(() => expect(running).toHaveLength(4));
  expect((await fetch(`${baseUrl()}${PATH}`)).status).toBe(200);
  expect((await fetch(`${baseUrl()}${PATH}?sort=volume24h`)).status).toBe(200);
  expect(running).toHaveLength(4);
  for (const end of running) end();
  await vi.waitFor(() => expect(running).toHaveLength(6), { timeout: 10_000 });
  for (const end of running) end();
  for (const response of await Promise.all(ranged)) expect(response.status).toBe(200);
});
