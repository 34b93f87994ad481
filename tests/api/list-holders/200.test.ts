import { expect, it } from "vitest";
import { tokenHolders } from "@/lib/features/market/schema/tokens";
import { request } from "../../setup/api/api";
import { untilListed } from "../../setup/api/until-listed";
import { launchToken } from "../../setup/chain/launch-token";

it("GET holders: 200, lists the whole supply of a new token", async () => {
  const token = await launchToken({ name: "Held" });
  const path = `/v1/base-sepolia/tokens/${token}/holders`;
  const { holders, totalHolders, tokenAddress } = await untilListed(
    path,
    tokenHolders,
    (answer) => answer.holders.length > 0,
  );
  expect(tokenAddress).toBe(token);
  expect(totalHolders).toBe(String(holders.length));
  const sum = holders.reduce((total, { balance }) => total + BigInt(balance), 0n);
  expect(sum).toBe(100_000_000_000n * 10n ** 18n);
  const past = tokenHolders.parse((await request(`${path}?offset=100`)).body);
  expect(past).toEqual({
    tokenAddress: token,
    totalHolders,
    holders: [],
    pagination: { limit: 50, offset: 100, total: Number(totalHolders) },
  });
});
