"use client";

import { useQuery } from "@tanstack/react-query";
import { useController, useFormContext } from "react-hook-form";
import { parseEther } from "viem";
import { identityName } from "@/components/identity/identity-name";
import { type LaunchDraft, sharesOf } from "@/components/launch/form/launch-form";
import {
  IDENTITY_WORDS,
  IdentityField,
  NOBODY_TEXT,
} from "@/components/launch/recipients/identity-fields";
import { SplitEditor } from "@/components/launch/recipients/split-editor";
import { useOwnIdentities } from "@/components/launch/recipients/use-own-identities";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { tidyOnBlur } from "@/components/ui/hooks/normalize-on-blur";
import { Input } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-cards";
import { parsePercent, tidyPercent } from "@/lib/client/percent";
import { configQuery } from "@/lib/client/queries";
import { shortenAddress } from "@/lib/client/shorten-address";
import { CHAINS } from "@/lib/domain/chains";
import { type FeeFlowTreasury, splitFee } from "@/lib/domain/fee-flow";
import { SPLIT_TOTAL } from "@/lib/domain/fee-split";
import type { IdentityType } from "@/lib/domain/identity";
import { FeeFlowDiagram, flowParts } from "./fee-flow-diagram";
import { useManagerTerms } from "./use-manager-terms";

const EXAMPLE_VOLUME_WEI = parseEther("1");

/** Who earns the trading fees, and what that comes to. */
export function EarningsStep() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <CreatorFields />
      <TreasuryFields />
      <PeopleField />
      <FlowExample />
    </div>
  );
}

function CreatorFields() {
  const { watch, setValue } = useFormContext<LaunchDraft>();
  const creator = watch("creator");
  const own = useOwnIdentities().filter(
    ({ type, id }) => type !== creator.type || id !== creator.id,
  );
  const choose = (next: LaunchDraft["creator"]) =>
    setValue("creator", next, { shouldDirty: true, shouldValidate: next.id !== "" });
  const options = (["email", "twitter", "farcaster", "wallet"] as const).map((value) => ({
    value,
    title: IDENTITY_WORDS[value].title,
  }));
  return (
    <div className="grid gap-3">
      <RadioCards
        legend="Who is the creator?"
        name="creator-type"
        value={creator.type}
        options={[...options, { value: "none", title: "Nobody" }]}
        onChoose={(type) => choose({ type, id: "" })}
        className="grid-cols-2 sm:grid-cols-5"
      />
      {own.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          You are signed in.
          {own.map(({ type, id }) => (
            <Button key={`${type} ${id}`} size="small" onClick={() => choose({ type, id })}>
              Use {identityName({ type, name: id })}
            </Button>
          ))}
        </p>
      )}
      {creator.type === "none" ? (
        <p className="text-muted text-sm">{NOBODY_TEXT}</p>
      ) : (
        <CreatorName type={creator.type} />
      )}
    </div>
  );
}

function CreatorName({ type }: { type: IdentityType }) {
  const { field, fieldState } = useController<LaunchDraft, "creator.id">({ name: "creator.id" });
  return (
    <IdentityField
      type={type}
      name={field.name}
      inputRef={field.ref}
      value={field.value}
      error={fieldState.error?.message}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  );
}

function TreasuryFields() {
  const form = useFormContext<LaunchDraft>();
  const { watch, setValue, formState } = form;
  const { data: config } = useQuery(configQuery());
  const [treasury, chain] = watch(["treasury", "chain"]);
  const facts = config?.chains.find(({ slug }) => slug === chain);
  const can = (capability: "feeSplitLaunch" | "existingManager") =>
    facts === undefined || facts.capabilities[capability];
  const needsManager = treasury === "revenue_manager" || treasury === "fee_split_manager";
  const terms = useManagerTerms({ treasury, chain, managerAddress: watch("managerAddress") });
  return (
    <div className="grid gap-3">
      <RadioCards
        legend="How are the fees shared?"
        name="treasury"
        value={treasury}
        onChoose={(value) =>
          setValue("treasury", value, { shouldDirty: true, shouldValidate: true })
        }
        error={formState.errors.treasury?.message}
        className="sm:grid-cols-2"
        options={[
          {
            value: "none",
            title: "Creator only",
            text: "The creator earns everything that does not go to buybacks.",
          },
          {
            value: "fee_split",
            title: "Split among people",
            text: "Up to 100 people with shares that you set.",
            disabled: !can("feeSplitLaunch"),
          },
          {
            value: "revenue_manager",
            title: "Revenue manager",
            text: "One that exists: it keeps a protocol fee, the creator gets the rest.",
            disabled: !can("existingManager"),
          },
          {
            value: "fee_split_manager",
            title: "Fee split manager",
            text: "One that exists: its people share this token’s fees as well.",
            disabled: !can("existingManager"),
          },
        ]}
      />
      {(!can("existingManager") || !can("feeSplitLaunch")) && (
        <p className="text-muted text-xs">
          Some options are not offered on {CHAINS[chain].name} by this launchpad.
        </p>
      )}
      {needsManager && (
        <Field
          label="Manager address"
          hint={terms.note}
          error={
            formState.errors.managerAddress?.message ?? (terms.isWrong ? terms.note : undefined)
          }
        >
          {(control) => (
            <Input
              {...control}
              {...tidyOnBlur(form, "managerAddress", (text) => text.trim())}
              placeholder="0x…"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </Field>
      )}
      {treasury === "fee_split" && (
        <Card className="p-4 sm:p-5">
          <SplitEditor />
          <div className="mt-4 max-w-64 border-t pt-4">
            <Field
              label="Creator first"
              hint="Percent for the creator ahead of the people above."
              error={formState.errors.creatorSharePercent?.message}
            >
              {(control) => (
                <Input
                  {...control}
                  {...tidyOnBlur(form, "creatorSharePercent", (text) => tidyPercent(text, 2))}
                  inputMode="decimal"
                  className="nums"
                />
              )}
            </Field>
          </div>
        </Card>
      )}
    </div>
  );
}

function PeopleField() {
  const form = useFormContext<LaunchDraft>();
  const { watch, setValue, formState } = form;
  const percent = parsePercent(watch("peoplePercent"), 2);
  return (
    <div>
      <Field
        label="People’s part of the fee"
        hint="The rest builds the bid wall: it buys the token back and burns it."
        error={formState.errors.peoplePercent?.message}
        aside="percent"
      >
        {(control) => (
          <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-4">
            <input
              type="range"
              aria-label="People’s part of the fee, slider"
              min={0}
              max={100}
              step={1}
              value={percent === null ? 80 : percent / 100}
              onChange={(event) =>
                setValue("peoplePercent", event.target.value, {
                  shouldDirty: true,
                  shouldValidate: true,
                })
              }
              className="h-11 w-full accent-[var(--accent-text)]"
            />
            <Input
              {...control}
              {...tidyOnBlur(form, "peoplePercent", (text) => tidyPercent(text, 2))}
              inputMode="decimal"
              className="nums text-right"
            />
          </div>
        )}
      </Field>
    </div>
  );
}

/** Where the fee of one ether of trading goes, by the rules as they stand in the form. */
function FlowExample() {
  const draft = useFormContext<LaunchDraft>().watch();
  const people = parsePercent(draft.peoplePercent, 2);
  const terms = useManagerTerms(draft);
  const isManaged = draft.treasury === "revenue_manager" || draft.treasury === "fee_split_manager";
  const treasury = isManaged ? terms.treasury : treasuryOf(draft);
  return (
    <Card className="p-4 sm:p-5">
      <h3 className="font-medium text-sm">For every 1 ETH traded, 0.01 ETH is the fee</h3>
      <div className="mt-3">
        {people === null || treasury === null ? (
          <p className="text-muted text-sm">
            {isManaged
              ? "Shown once the manager above is found."
              : "Shown once the shares above sum to 100%."}
          </p>
        ) : (
          <FlowOf draft={draft} people={people} treasury={treasury} managed={terms.names} />
        )}
      </div>
    </Card>
  );
}

function FlowOf({
  draft,
  people,
  treasury,
  managed,
}: {
  draft: LaunchDraft;
  people: number;
  treasury: FeeFlowTreasury;
  /** Recipients of a manager that exists. */
  managed: readonly string[];
}) {
  const flow = splitFee(EXAMPLE_VOLUME_WEI, people, treasury);
  const names =
    draft.treasury === "fee_split_manager"
      ? managed.map((account) => shortenAddress(account))
      : draft.recipients.map(({ id }, index) => id.trim() || `Recipient ${index + 1}`);
  const parts = flowParts(flow, earnerTitle(draft), names);
  return <FeeFlowDiagram parts={parts} feeWei={flow.feeWei} />;
}

function earnerTitle({ creator }: LaunchDraft): string {
  if (creator.type === "none") return "This launchpad’s operator";
  return creator.id.trim() === "" ? "The creator" : creator.id.trim();
}

/** Null while the shares of the split are not all that there is to share. */
function treasuryOf(draft: LaunchDraft): FeeFlowTreasury | null {
  if (draft.treasury !== "fee_split") return { kind: "none" };
  const creatorShareBps = parsePercent(draft.creatorSharePercent, 2);
  const splitsMicroPercent = sharesOf(draft).map((share) => share ?? 0);
  const sum = splitsMicroPercent.reduce((total, share) => total + share, 0);
  if (creatorShareBps === null || sum !== SPLIT_TOTAL) return null;
  return { kind: "fee_split", creatorShareBps, splitsMicroPercent };
}
