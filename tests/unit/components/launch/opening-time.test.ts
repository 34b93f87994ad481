import { zodResolver } from "@hookform/resolvers/zod";
import { createElement } from "react";
import { createFormControl } from "react-hook-form";
import { expect, it } from "vitest";
import { EMPTY_DRAFT, type LaunchDraft } from "@/components/launch/form/launch-form";
import { createLaunchSchema } from "@/components/launch/form/launch-rules";
import { ReviewSummary } from "@/components/launch/review/review-summary";
import { registerDate } from "@/components/ui/hooks/register-field";
import { renderWithFacts } from "../render-with-facts";

/** The opening time's field as a browser reports it: a date without a time is an empty value. */
function openField() {
  const form = createFormControl<LaunchDraft>({
    resolver: zodResolver(createLaunchSchema(undefined)),
    mode: "onTouched",
    defaultValues: EMPTY_DRAFT,
  });
  const target = {
    name: "opensAt",
    type: "datetime-local",
    value: "",
    validity: { badInput: false },
  };
  const field = registerDate(form, "opensAt", { current: null });
  field.ref(target);
  return {
    form,
    target,
    leave: () => field.onBlur({ type: "blur", target }),
    /** Opens the step again: browsers keep no part of an incomplete date. */
    reopen() {
      field.ref(null);
      target.validity.badInput = false;
      registerDate(form, "opensAt", { current: null }).ref(target);
    },
  };
}

/** The text of the review for the opening time of a draft. */
function reviewOf(opensAt: string): string | undefined {
  const draft = { ...EMPTY_DRAFT, opensAt };
  const html = renderWithFacts(
    {},
    createElement(ReviewSummary, { draft, address: null, onEdit: null }),
  );
  return /Opening time<\/span><div[^>]*>([^<]*)/.exec(html)?.[1];
}

it("refuses an opening time without its time, which would open trading at once", async () => {
  const { form, target, leave } = openField();
  target.validity.badInput = true;
  await leave();
  expect(await form.trigger("opensAt")).toBe(false);
  expect(form.getFieldState("opensAt").error?.message).toBe("must be a date and a time");
  expect(reviewOf(form.getValues("opensAt"))).toBe("–");
});

it("accepts an opening time that is empty, also after an incomplete one", async () => {
  const { form, target, leave } = openField();
  target.validity.badInput = true;
  await leave();
  target.validity.badInput = false;
  await leave();
  expect(await form.trigger("opensAt")).toBe(true);
  expect(reviewOf(form.getValues("opensAt"))).toBe("At once");
});

it("is empty again when the step is opened after an incomplete one", async () => {
  const { form, target, leave, reopen } = openField();
  target.validity.badInput = true;
  await leave();
  reopen();
  expect(await form.trigger("opensAt")).toBe(true);
  expect(reviewOf(form.getValues("opensAt"))).toBe("At once");
});
