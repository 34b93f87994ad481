import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { pendingMail } from "@/lib/web/account/pending-mail";
import { renewLinkRequest } from "@/lib/web/account/renew-link-request";
import { stubStorage } from "../../setup/stub-storage";

const ACCOUNT = "account-1";
const EMAIL = "ada@example.com";
let bodies: unknown[];

beforeEach(() => {
  bodies = [];
  stubStorage();
  vi.stubGlobal("fetch", async (_: unknown, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)));
    return Response.json({ success: true, expiresAt: 1_700_000_000 });
  });
});
afterEach(() => vi.unstubAllGlobals());

function queriesOf(accountId: string): QueryClient {
  const queries = new QueryClient();
  const key: QueryKey = ownAccountQuery().queryKey;
  queries.setQueryData(key, { account: { id: accountId } });
  return queries;
}

describe("the link of an email that adds an address to an account", () => {
  it.each([EMAIL, "Ada@Example.com", " ADA@example.COM "])(
    "requests the addition again, for an address that was typed as %j",
    async (typed) => {
      pendingMail.write({ email: typed, state: "sent", linkTo: ACCOUNT });
      await renewLinkRequest(queriesOf(ACCOUNT), EMAIL);
      expect(bodies).toEqual([{ type: "email", email: EMAIL }]);
    },
  );

  it("requests nothing for another address or another account", async () => {
    pendingMail.write({ email: EMAIL, state: "sent", linkTo: ACCOUNT });
    await renewLinkRequest(queriesOf(ACCOUNT), "eve@example.com");
    await renewLinkRequest(queriesOf("account-2"), EMAIL);
    expect(bodies).toEqual([]);
  });
});
