"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { call } from "@slipway-launchpad/client";
import { useMemo } from "react";
import { FormProvider, type UseFormReturn, useForm } from "react-hook-form";
import { ChainField } from "@/components/launch/steps/chain-field";
import { useSiteFacts } from "@/components/layout/site-facts";
import { SplitEditor } from "@/components/recipients/split-editor";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { normalizeOnBlur, registerWithDefault } from "@/components/ui/hooks/register-field";
import { useCurrentErrors } from "@/components/ui/hooks/use-current-errors";
import { Input } from "@/components/ui/input";
import { createFeeSplitManager } from "@/lib/features/managers/operations";
import { splitKindOf } from "@/lib/features/managers/rules/manager-kind";
import { CHAINS } from "@/lib/shared/chains";
import { tidyPercent } from "@/lib/web/format/percent";
import { CreateButton } from "./create-button";
import { useCreateManager } from "./creation/use-create-manager";
import { ManagerCreated } from "./manager-created";
import {
  createSplitSchema,
  EMPTY_SPLIT_DRAFT,
  type SplitDraft,
  toSplitBody,
} from "./manager-forms";
import { PersonField } from "./person-field";
import { feeSplitDraft } from "./stored-drafts";

const toRequest = (draft: SplitDraft) => ({ chain: draft.chain, body: toSplitBody(draft) });

/** Creates a fee split manager: recipients who share the fees of every token launched with it. */
export function FeeSplitForm() {
  const { chains, brand } = useSiteFacts();
  const schema = useMemo(() => createSplitSchema(chains), [chains]);
  const form = useForm<SplitDraft>({
    resolver: useMemo(() => zodResolver(schema), [schema]),
    mode: "onTouched",
    defaultValues: { ...EMPTY_SPLIT_DRAFT, chain: brand.defaultChain },
  });
  useCurrentErrors(form, schema);
  const creation = useCreateManager({
    kind: "split",
    form,
    stored: feeSplitDraft,
    toRequest,
    send: ({ chain, body }, options) =>
      call(createFeeSplitManager, { params: { chain }, body }, options),
  });
  if (creation.data !== undefined && creation.variables !== undefined) {
    const { managerAddress, txHash, recipients } = creation.data;
    return (
      <ManagerCreated
        chain={creation.variables.chain}
        address={managerAddress}
        treasury="fee_split_manager"
        txHash={txHash}
        title="Fee split manager created"
        onAgain={creation.reset}
      >
        {recipients.length === 1 ? "1 recipient earns" : `${recipients.length} recipients share`}{" "}
        the fees of tokens launched with it.
      </ManagerCreated>
    );
  }
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={form.handleSubmit(creation.submit)}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        <SplitFields form={form} />
        <CreateButton
          label="Create fee split manager"
          creation={creation}
          onCreateAnother={form.handleSubmit(creation.createAnother)}
        />
      </form>
    </FormProvider>
  );
}

function SplitFields({ form }: { form: UseFormReturn<SplitDraft> }) {
  const chain = form.watch("chain");
  const canChange = splitKindOf(chain) === "dynamic_split";
  return (
    <>
      <ChainField
        field={registerWithDefault(form, "chain")}
        chain={chain}
        hint={
          canChange
            ? `The owner can change the shares later on ${CHAINS[chain].name}.`
            : `Shares are fixed on ${CHAINS[chain].name}.`
        }
      />
      <Card className="p-4 sm:p-5">
        <SplitEditor />
      </Card>
      <PersonField control={form.control} name="owner" legend="Owner" />
      <Field
        label="Paid to creator first"
        hint="Percentage that a token’s creator receives before the recipients."
        error={form.formState.errors.creatorFirstPercent?.message}
        aside="percent"
      >
        {(control) => (
          <Input
            {...control}
            {...normalizeOnBlur(form, "creatorFirstPercent", (text) => tidyPercent(text, 2))}
            inputMode="decimal"
            className="nums"
          />
        )}
      </Field>
    </>
  );
}
