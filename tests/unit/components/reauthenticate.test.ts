import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Reauthenticate } from "@/components/account/sign-in/reauthenticate";
import { CONFIG_EXAMPLES } from "@/lib/features/system/examples";
import { config } from "@/lib/features/system/schema";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { signInMethodsQuery } from "@/lib/web/account/account-queries";
import { configQuery } from "@/lib/web/queries";

const NOW = 1_700_000_000;
const email = (name: string, signedInAt: number) =>
  ({ type: "email", id: name, name, verified: true, signedInAt }) as const;

function formFor(identities: AccountAnswer["account"]["identities"]): string {
  const client = new QueryClient();
  client.setQueryData(signInMethodsQuery().queryKey, ["email"]);
  client.setQueryData(configQuery().queryKey, config.parse(CONFIG_EXAMPLES.response));
  const own: AccountAnswer = {
    success: true,
    account: { id: "1", createdAt: NOW, identities, wallets: [] },
    session: { authenticatedAt: NOW, recent: false, recentUntil: NOW },
  };
  const prompt = createElement(Reauthenticate, { own, reason: "A withdrawal" });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, prompt));
}

it("offers every email address of the account, the one of the latest sign-in first", () => {
  const html = formFor([email("old@example.com", NOW - 9), email("new@example.com", NOW)]);
  expect(html).toMatch(/<select.*<option[^>]*>new@example\.com<.*<option[^>]*>old@example\.com</);
});

it("shows the only email address of the account, which cannot be changed", () => {
  const html = formFor([email("old@example.com", NOW)]);
  expect(html).toMatch(/<input[^>]*readOnly=""[^>]*value="old@example\.com"/);
});
