"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { call } from "@slipway-launchpad/client";
import { useMemo } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { parseEther } from "viem";
import { ChainField } from "@/components/launch/steps/chain-field";
import { FeeFlowDiagram, flowParts } from "@/components/launch/steps/fee-flow-diagram";
import { useSiteFacts } from "@/components/layout/site-facts";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { normalizeOnBlur, registerWithDefault } from "@/components/ui/hooks/register-field";
import { useCurrentErrors } from "@/components/ui/hooks/use-current-errors";
import { Input } from "@/components/ui/input";
import { splitFee } from "@/lib/features/fees/rules/fee-flow";
import { createRevenueManager } from "@/lib/features/managers/operations";
import { parsePercent, showPercent, tidyPercent } from "@/lib/web/format/percent";
import { CreateButton } from "./create-button";
import { useCreateManager } from "./creation/use-create-manager";
import { ManagerCreated } from "./manager-created";
import {
  createRevenueSchema,
  EMPTY_REVENUE_DRAFT,
  type RevenueDraft,
  toRevenueBody,
} from "./manager-forms";
import { PersonField } from "./person-field";
import { revenueManagerDraft } from "./stored-drafts";

const EXAMPLE_FEE_SHARE_BPS = 8_000;
const ONE_ETHER = parseEther("1");

const toRequest = (draft: RevenueDraft) => ({ chain: draft.chain, body: toRevenueBody(draft) });

/** Creates a revenue manager: a platform's share of the fees of every token launched with it. */
export function RevenueManagerForm() {
  const { chains, brand } = useSiteFacts();
  const schema = useMemo(() => createRevenueSchema(chains), [chains]);
  const form = useForm<RevenueDraft>({
    resolver: useMemo(() => zodResolver(schema), [schema]),
    mode: "onTouched",
    defaultValues: { ...EMPTY_REVENUE_DRAFT, chain: brand.defaultChain },
  });
  useCurrentErrors(form, schema);
  const creation = useCreateManager({
    kind: "revenue",
    form,
    stored: revenueManagerDraft,
    toRequest,
    send: ({ chain, body }, options) =>
      call(createRevenueManager, { params: { chain }, body }, options),
  });
  if (creation.data !== undefined && creation.variables !== undefined) {
    const { managerAddress, txHash, recipientAddress, protocolFee } = creation.data;
    return (
      <ManagerCreated
        chain={creation.variables.chain}
        address={managerAddress}
        treasury="revenue_manager"
        txHash={txHash}
        title="Revenue manager created"
        onAgain={creation.reset}
      >
        It takes {showPercent(protocolFee / 100)} of the creator share for{" "}
        <code>{recipientAddress}</code>.
      </ManagerCreated>
    );
  }
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(creation.submit)}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <RevenueFields form={form} />
      <CreateButton
        label="Create revenue manager"
        creation={creation}
        onCreateAnother={form.handleSubmit(creation.createAnother)}
      />
    </form>
  );
}

function RevenueFields({ form }: { form: UseFormReturn<RevenueDraft> }) {
  const { errors } = form.formState;
  const percent = parsePercent(form.watch("protocolFeePercent"), 2);
  return (
    <>
      <ChainField
        field={registerWithDefault(form, "chain")}
        chain={form.watch("chain")}
        hint="The manager only works on this chain."
      />
      <Field
        label="Protocol fee"
        hint="Percentage of the creator share, taken before the creator is paid. It can’t be changed later."
        error={errors.protocolFeePercent?.message}
        aside="percent"
      >
        {(control) => (
          <Input
            {...control}
            {...normalizeOnBlur(form, "protocolFeePercent", (text) => tidyPercent(text, 2))}
            inputMode="decimal"
            className="nums"
          />
        )}
      </Field>
      <PersonField control={form.control} name="recipient" legend="Protocol fee recipient" />
      <Field
        label="Owner"
        optional
        hint="Wallet that can change the recipient. Defaults to the recipient."
        error={errors.ownerAddress?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...normalizeOnBlur(form, "ownerAddress", (text) => cleanIdentityInput("wallet", text))}
            placeholder="0x…"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      {percent !== null && <Example protocolFeeBps={percent} />}
    </>
  );
}

function Example({ protocolFeeBps }: { protocolFeeBps: number }) {
  const flow = splitFee(ONE_ETHER, EXAMPLE_FEE_SHARE_BPS, {
    kind: "revenue_manager",
    protocolFeeBps,
  });
  return (
    <Card className="p-4 sm:p-5">
      <h3 className="mb-3 font-medium text-sm">Fee on 1 ETH traded, with an 80% creator share</h3>
      <FeeFlowDiagram parts={flowParts(flow, "Token creator", [])} feeWei={flow.feeWei} />
    </Card>
  );
}
