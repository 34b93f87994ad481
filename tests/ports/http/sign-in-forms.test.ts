import { expect, it } from "vitest";
import { requestAuth } from "../../setup/api/request-auth";
import { createLonelyContext } from "../support/open-pipeline";

const FORM = "application/x-www-form-urlencoded";
const pairs = (count: number) => Array.from({ length: count }, (_, n) => [`field${n}`, "x"]);
const bodyOf = (type: string, count: number) =>
  type === FORM
    ? new URLSearchParams(pairs(count)).toString()
    : JSON.stringify(Object.fromEntries(pairs(count)));

const ctx = createLonelyContext();
const send = (type: string, body: string) => {
  const headers = { "content-type": type };
  const url = "http://localhost/api/auth/signin/email";
  return requestAuth(ctx, new Request(url, { method: "POST", headers, body }));
};

it.each([FORM, "application/json"])(
  "refuses sign-in forms with over 32 fields: %s",
  async (type) => {
    for (const count of [33, 4_000]) {
      const refused = await send(type, bodyOf(type, count));
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain("at most 32 fields");
    }
    // Without a mail server there is no sign-in by email.
    expect((await send(type, bodyOf(type, 32))).status).toBe(404);
  },
);

it("refuses queries with over 32 fields", async () => {
  const read = (count: number) => {
    const query = new URLSearchParams(pairs(count)).toString();
    return requestAuth(ctx, new Request(`http://localhost/api/auth/csrf?${query}`));
  };
  const refused = await read(33);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("at most 32 fields");
  expect((await read(32)).status).toBe(200);
});
