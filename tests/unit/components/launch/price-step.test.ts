import { type ComponentProps, createElement } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it } from "vitest";
import { EMPTY_DRAFT, type LaunchDraft } from "@/components/launch/form/launch-form";
import { useEmptyDraft } from "@/components/launch/form/use-empty-draft";
import { PriceStep } from "@/components/launch/steps/price-step";
import type { SiteFacts } from "@/components/layout/site-facts";
import { renderWithFacts } from "../render-with-facts";

type Form = ComponentProps<typeof FormProvider<LaunchDraft>>;

function NewDraft() {
  const children = createElement(PriceStep);
  const form: Form = { ...useForm<LaunchDraft>({ defaultValues: useEmptyDraft() }), children };
  return createElement(FormProvider<LaunchDraft>, form);
}

/** The price step of a new draft: its market cap and the values it offers. */
function open(marketCapUsdc: SiteFacts["marketCapUsdc"]) {
  const html = renderWithFacts({ marketCapUsdc }, createElement(NewDraft));
  const button = /<button[^>]*aria-pressed="(true|false)"[^>]*>([^<]*)/g;
  return {
    text: /<input[^>]*name="marketCapUsd"[^>]*>/.exec(html)?.[0],
    offered: [...html.matchAll(button)].map(([, , label]) => label),
    selected: [...html.matchAll(button)].flatMap(([, is, label]) => (is === "true" ? label : [])),
  };
}

it("starts a draft with the operator's market cap and offers values within its limits", () => {
  const { text, offered, selected } = open({
    default: "7500500000",
    min: "5000000000",
    max: "20000000000",
  });
  expect(text).toContain('value="7500.5"');
  expect(offered).toEqual(["$7,500.5", "$10,000"]);
  expect(selected).toEqual(["$7,500.5"]);
});

it("offers round values around the default of a launchpad without own limits", () => {
  const { text, offered, selected } = open({
    default: "4000000000",
    min: "100000000",
    max: "1000000000000000",
  });
  expect(text).toContain(`value="${EMPTY_DRAFT.marketCapUsd}"`);
  expect(offered).toEqual(["$1,000", "$4,000", "$10,000", "$50,000"]);
  expect(selected).toEqual(["$4,000"]);
});
