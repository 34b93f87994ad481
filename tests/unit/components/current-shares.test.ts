import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { CurrentShares } from "@/components/account/shares/shares-dialog";

const PROPS: ComponentProps<typeof CurrentShares> = {
  own: {
    success: true,
    account: { id: "1", createdAt: 1, identities: [], wallets: [] },
    session: { authenticatedAt: 1, recent: true, recentUntil: 1 },
  },
  chain: "base",
  manager: "0x52908400098527886E0F7030069857D2E4169EE7",
  change: {
    isRunning: false,
    sent: null,
    answer: null,
    error: null,
    isManaged: true,
    stop: null,
    start: () => {},
    watch: () => {},
    clear: () => {},
  },
};

function shown(): string {
  const shares = createElement(CurrentShares, PROPS);
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, shares),
  );
}

afterEach(() => onlineManager.setOnline(true));

it("says that the browser is offline instead of loading the shares of a split for ever", () => {
  expect(shown()).not.toContain("error-state");
  onlineManager.setOnline(false);
  expect(shown()).toContain("You’re offline");
});
