import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { managerPartsQuery } from "@/components/managers/manager-parts-query";
import {
  ACCOUNT_EXAMPLES,
  MANAGER_EARNERS_EXAMPLES,
} from "@/lib/features/market/operations/market-examples";

const MANAGER = "0x33F66d12eaCcD1d9f8dB0069e84Cf83C90f98c4c";
const OWED = "0x1111111111111111111111111111111111111111";
const PAID = "0x2222222222222222222222222222222222222222";

afterEach(() => vi.unstubAllGlobals());

describe("the paid amounts on the page of a manager", () => {
  it("come from one list, and from one request for each account that it does not contain", async () => {
    const [owed] = MANAGER_EARNERS_EXAMPLES.response.earners;
    const identity = { type: "farcaster", name: "grace", verified: true } as const;
    const paths: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      const { pathname } = new URL(url, "http://launchpad.example");
      paths.push(pathname);
      if (pathname.endsWith("/earners")) {
        const earners = [{ ...owed, address: OWED, claimed: "3", identity }];
        return Response.json({ ...MANAGER_EARNERS_EXAMPLES.response, earners });
      }
      const [part] = ACCOUNT_EXAMPLES.response.managers;
      const managers = [{ ...part, managerAddress: MANAGER, claimed: "2" }];
      return Response.json({ ...ACCOUNT_EXAMPLES.response, identity: null, managers });
    });
    const parts = await new QueryClient().fetchQuery(
      managerPartsQuery("base", MANAGER, [OWED, PAID]),
    );
    expect(parts).toEqual([
      { account: OWED, claimed: "3", identity },
      { account: PAID, claimed: "2", identity: null },
    ]);
    expect(paths).toEqual([
      `/v1/base/managers/${MANAGER}/earners`,
      expect.stringMatching(new RegExp(`/${PAID}$`)),
    ]);
  });
});
