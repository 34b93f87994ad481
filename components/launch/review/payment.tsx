"use client";

import { useFormContext } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { useSiteName } from "@/components/layout/site-facts";
import { CostConsent } from "@/components/trade/cost-consent";
import { formatBps } from "@/components/trade/format-bps";
import { TradeAccountNote } from "@/components/trade/trade-account-note";
import { TradeButton } from "@/components/trade/trade-button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-cards";
import { Skeleton } from "@/components/ui/skeleton";
import { accountStatus, type TradingAccount } from "@/components/wallet/use-account";
import { normalizeSymbol } from "@/lib/features/launch/rules/token-symbol";
import type { PrepareLaunchAnswer } from "@/lib/features/launch/schema/prepare";
import type { Config } from "@/lib/features/system/schema";
import { impactLevel } from "@/lib/features/trade/rules/figures";
import { CHAINS } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { chainIn } from "@/lib/web/queries";
import { accountAction, GET_TEST_ETHER } from "@/lib/web/trade/run/next-action";
import { isShort } from "./use-dry-run";

type PaymentProps = {
  config: Config | undefined;
  account: TradingAccount;
  /** The costs of a launch that the wallet pays; null while unknown. */
  preview: Pick<PrepareLaunchAnswer, "cost" | "firstBuy"> | null;
  isChecking: boolean;
  /** Whether the user accepted the fee of the first buy. */
  feeAccepted: boolean;
  onFeeAccepted: (accepted: boolean) => void;
};

type FirstBuy = NonNullable<PrepareLaunchAnswer["firstBuy"]>;

/** Whether the first buy pays a fee so high that the user has to accept it. */
export function needsFeeConsent<Preview extends Pick<PrepareLaunchAnswer, "firstBuy">>(
  preview: Preview | null,
): preview is Preview & { firstBuy: FirstBuy } {
  return preview?.firstBuy != null && impactLevel(preview.firstBuy.feeBps) === "severe";
}

/** The payer of the launch, and its cost for a wallet. Nothing where a wallet cannot pay. */
export function Payment(props: PaymentProps) {
  const siteName = useSiteName();
  const { config } = props;
  const form = useFormContext<LaunchDraft>();
  const [payer, chain] = form.watch(["payer", "chain"]);
  const facts = chainIn(config, chain);
  if (facts?.capabilities.walletFundedLaunch !== true) return null;
  return (
    <Card className="grid gap-4 p-4 sm:p-5">
      <RadioCards
        legend="Who pays the gas"
        name="payer"
        value={payer}
        className="sm:grid-cols-2"
        options={[
          { value: "service", title: `${siteName} pays`, text: "No wallet needed." },
          {
            value: "wallet",
            title: "Pay gas myself",
            text: "Your wallet sends the launch, and can buy first.",
          },
        ]}
        onChoose={(value) => form.setValue("payer", value, { shouldDirty: true })}
      />
      {payer === "wallet" && (
        <>
          <FirstBuyField />
          <Wallet {...props} />
        </>
      )}
    </Card>
  );
}

function FirstBuyField() {
  const { register, formState } = useFormContext<LaunchDraft>();
  return (
    <Field
      label="First buy"
      hint="ETH to buy tokens for the creator in the launch transaction, from the starting price. With launch protection, it pays the highest fee of a purchase. The purchase is public."
      aside="ETH"
      optional
      error={formState.errors.firstBuyEth?.message}
    >
      {(control) => (
        <Input {...control} {...register("firstBuyEth")} inputMode="decimal" className="nums" />
      )}
    </Field>
  );
}

function Wallet({
  config,
  account,
  preview,
  isChecking,
  feeAccepted,
  onFeeAccepted,
}: PaymentProps) {
  const chain = useFormContext<LaunchDraft>().watch("chain");
  const address = account.status === "present" ? account.address : null;
  const lacks = preview !== null && isShort(preview.cost);
  const sandbox = chainIn(config, chain)?.sandbox ?? false;
  const situation = {
    account: accountStatus(account),
    sandbox,
    canSignIn: false,
    chainName: CHAINS[chain].name,
  };
  const action = accountAction(situation) ?? (lacks && sandbox ? GET_TEST_ETHER : null);
  return (
    <div>
      {address !== null && <Cost preview={preview} isChecking={isChecking} />}
      {address !== null && needsFeeConsent(preview) && (
        <CostConsent
          title={`Fee of the first buy: ${formatBps(preview.firstBuy.feeBps)}`}
          text="Launch protection charges the first buy too. Most of the fee funds the bid wall. I accept the fee."
          accepted={feeAccepted}
          onAccepted={onFeeAccepted}
        />
      )}
      {lacks && (
        <p role="alert" className="mt-3 text-danger text-sm">
          Not enough ETH: the wallet has {ether(preview.cost.balanceWei)} ETH.
        </p>
      )}
      {action !== null && (
        <TradeButton action={action} chain={chain} config={config} address={address} />
      )}
      <TradeAccountNote account={account} />
    </div>
  );
}

function Cost({ preview, isChecking }: Pick<PaymentProps, "preview" | "isChecking">) {
  const { watch } = useFormContext<LaunchDraft>();
  const symbol = normalizeSymbol(watch("symbol"));
  if (preview === null) return isChecking ? <Skeleton className="h-16 w-full" /> : null;
  const { cost, firstBuy } = preview;
  return (
    <dl aria-label="Cost" className="grid gap-1.5 text-sm">
      <Line title="Max gas fee">{ether(cost.feeWei)} ETH</Line>
      {firstBuy !== null && (
        <>
          <Line title="First buy">{ether(firstBuy.valueWei)} ETH</Line>
          <Line title={`Fee (${formatBps(firstBuy.feeBps)})`}>{ether(firstBuy.feeWei)} ETH</Line>
          <Line title="The creator gets at least">
            {ether(firstBuy.minTokens)} <bdi>{symbol}</bdi>
          </Line>
        </>
      )}
      <Line title="Max total">{ether(cost.totalWei)} ETH</Line>
    </dl>
  );
}

function Line({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{title}</dt>
      <dd className="nums text-right font-medium">{children}</dd>
    </div>
  );
}

function ether(wei: string): string {
  return formatDecimal(formatWei(BigInt(wei)));
}
