import type { FieldPath } from "react-hook-form";
import type { LaunchDraft } from "./launch-form";

/** The wizard's steps in order, with the form fields of each. */
export const LAUNCH_STEPS = [
  {
    id: "details",
    title: "Token",
    fields: [
      "chain",
      "name",
      "symbol",
      "description",
      "websiteUrl",
      "twitterUrl",
      "telegramUrl",
      "discordUrl",
    ],
  },
  { id: "media", title: "Image", fields: ["media"] },
  {
    id: "fees",
    title: "Fees",
    fields: [
      "creator",
      "treasury",
      "managerAddress",
      "recipients",
      "creatorFirstPercent",
      "feeSharePercent",
      "launchProtection",
      "referralPercent",
    ],
  },
  { id: "price", title: "Price", fields: ["marketCapUsd", "opensAt"] },
  { id: "review", title: "Review", fields: [] },
] as const satisfies readonly {
  id: string;
  title: string;
  fields: readonly FieldPath<LaunchDraft>[];
}[];

export type LaunchStepId = (typeof LAUNCH_STEPS)[number]["id"];

export function isLaunchStep(value: string | null): value is LaunchStepId {
  return LAUNCH_STEPS.some(({ id }) => id === value);
}

/** Returns the step that contains a form field; `review` for issues without a field. */
export function getStep(field: string): LaunchStepId {
  const root = field.split(".")[0];
  return LAUNCH_STEPS.find(({ fields }) => fields.some((own) => own === root))?.id ?? "review";
}
