import { zodResolver } from "@hookform/resolvers/zod";
import { createFormControl } from "react-hook-form";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sharesForm } from "@/components/account/shares/shares-form";
import type { SharesDraft } from "@/components/account/shares/stored-shares";
import { EMPTY_DRAFT, type LaunchDraft } from "@/components/launch/form/launch-form";
import { createLaunchSchema } from "@/components/launch/form/launch-rules";
import { keepErrorsCurrent } from "@/components/ui/hooks/use-current-errors";

const ADA = "0x1111111111111111111111111111111111111111";
const BOB = "0x2222222222222222222222222222222222222222";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

function splitOf(recipients: SharesDraft["recipients"]) {
  const schema = sharesForm({ chain: "robinhood", manager: ADA });
  const form = createFormControl<SharesDraft>({
    resolver: zodResolver(schema),
    mode: "onTouched",
    defaultValues: { splitMode: "custom", recipients },
  });
  for (const index of recipients.keys()) {
    form.register(`recipients.${index}.id`);
    form.register(`recipients.${index}.share`);
  }
  stops.push(keepErrorsCurrent(form, schema));
  const messages = () => {
    const { errors } = form.control._formState;
    const rows = recipients.map((_, index) => errors.recipients?.[index]);
    return {
      list: errors.recipients?.root?.message ?? errors.recipients?.message,
      ids: rows.map((row) => row?.id?.message),
      shares: rows.map((row) => row?.share?.message),
    };
  };
  return { form, messages };
}

const TWICE = "This recipient is already in the list.";

describe("errors of a form that depend on two fields", () => {
  it("are removed when shares that do not add up become equal", async () => {
    const { form, messages } = splitOf([
      { type: "wallet", id: ADA, share: "50" },
      { type: "wallet", id: BOB, share: "45" },
    ]);
    await form.trigger();
    expect(messages().list).toBe("Shares must add up to 100%: 5% is unassigned.");
    form.setValue("splitMode", "equal");
    expect(messages().list).toBeUndefined();
  });

  it("are updated, without those of other fields", async () => {
    const { form, messages } = splitOf([
      { type: "wallet", id: ADA, share: "50" },
      { type: "wallet", id: ADA, share: "45" },
      { type: "wallet", id: "", share: "" },
    ]);
    form.setValue("recipients.2", { type: "wallet", id: BOB, share: "1" });
    await form.trigger();
    expect(messages().list).toBe("Shares must add up to 100%: 4% is unassigned.");
    expect(messages().ids).toEqual([undefined, TWICE, undefined]);
    // The whole list is right; the second row is still the first one again.
    form.setValue("recipients.2.share", "5");
    expect(messages().list).toBeUndefined();
    expect(messages().ids).toEqual([undefined, TWICE, undefined]);
    form.setValue("recipients.0.id", "");
    expect(messages().ids).toEqual([undefined, undefined, undefined]);
  });

  it("show the present sum", async () => {
    const { form, messages } = splitOf([
      { type: "wallet", id: ADA, share: "50" },
      { type: "wallet", id: BOB, share: "45" },
    ]);
    await form.trigger();
    form.setValue("recipients.1.share", "60");
    expect(messages().list).toBe("Shares must add up to 100%: 10% over.");
  });

  it("are removed from the first buy when the opening time is", async () => {
    const schema = createLaunchSchema(undefined);
    const form = createFormControl<LaunchDraft>({
      resolver: zodResolver(schema),
      mode: "onTouched",
      defaultValues: {
        ...EMPTY_DRAFT,
        payer: "wallet",
        firstBuyEth: "0.1",
        opensAt: "2100-01-01T00:00",
      },
    });
    form.register("firstBuyEth");
    stops.push(keepErrorsCurrent(form, schema));
    await form.trigger("firstBuyEth");
    expect(form.getFieldState("firstBuyEth").error?.message).toBe(
      "is not possible with an opening time",
    );
    form.setValue("opensAt", "");
    expect(form.getFieldState("firstBuyEth").error).toBeUndefined();
    expect(form.getFieldState("name").error).toBeUndefined();
  });
});
