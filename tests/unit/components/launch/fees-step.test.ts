import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentProps, createElement } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { EMPTY_DRAFT, type LaunchDraft } from "@/components/launch/form/launch-form";
import { CreatorFields } from "@/components/launch/steps/creator-fields";
import { FeeExample } from "@/components/launch/steps/fee-example";
import { TokenPreview } from "@/components/launch/wizard/token-preview";
import { CONFIG_EXAMPLES } from "@/lib/features/system/examples";
import { type Config, config } from "@/lib/features/system/schema";
import { configQuery } from "@/lib/web/queries";
import { renderWithFacts } from "../render-with-facts";

type Form = ComponentProps<typeof FormProvider<LaunchDraft>>;

const CONFIG = config.parse(CONFIG_EXAMPLES.response);
const WITHOUT_WALLETS: Config = {
  ...CONFIG,
  chains: CONFIG.chains.map((chain) => ({
    ...chain,
    capabilities: { ...chain.capabilities, walletFundedLaunch: false },
  })),
};

function Parts({ draft, limits }: { draft: LaunchDraft; limits: Config }) {
  const children = [
    createElement(CreatorFields, { key: "creator" }),
    createElement(FeeExample, { key: "example" }),
    createElement(TokenPreview, { key: "preview", limits }),
  ];
  const form: Form = { ...useForm<LaunchDraft>({ defaultValues: draft }), children };
  return createElement(FormProvider<LaunchDraft>, form);
}

/** The fees step and the preview of a draft that names no creator. */
function render(payer: LaunchDraft["payer"], limits: Config): string {
  const draft: LaunchDraft = { ...EMPTY_DRAFT, creator: { type: "none", id: "" }, payer };
  const client = new QueryClient();
  client.setQueryData(configQuery().queryKey, limits);
  const parts = createElement(Parts, { draft, limits });
  return renderWithFacts({}, createElement(QueryClientProvider, { client }, parts));
}

describe("a launch that names no creator", () => {
  it("shows that the wallet which sends it earns the fees", () => {
    const html = render("wallet", CONFIG);
    expect(html).toContain("The wallet that sends the launch earns the creator’s fees.");
    expect(html).toContain("Your wallet");
    expect(html).toContain("your wallet");
    expect(html).not.toMatch(/launchpad operator/i);
  });

  it.each([
    ["if the service pays", "service", CONFIG],
    ["on a chain where no wallet can pay", "wallet", WITHOUT_WALLETS],
  ] as const)("shows that the operator earns the fees %s", (_, payer, limits) => {
    const html = render(payer, limits);
    expect(html).toContain("The launchpad operator permanently earns the creator’s fees.");
    expect(html).toContain("Launchpad operator");
    expect(html).toContain("launchpad operator");
    expect(html).not.toMatch(/your wallet/i);
  });
});
