"use client";

import { ApiError } from "@slipway-launchpad/client";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, KeyRound } from "lucide-react";
import { useFormContext } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { managerQuery } from "@/components/managers/manager-query";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { TradeAccountNote } from "@/components/trade/trade-account-note";
import { TradeButton } from "@/components/trade/trade-button";
import { TradeProblemNote } from "@/components/trade/trade-problem-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { StopWaiting } from "@/components/wallet/stop-waiting";
import { accountStatus, useAccount } from "@/components/wallet/use-account";
import { useWalletWait } from "@/components/wallet/use-wallet-wait";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { isHexAddress } from "@/lib/shared/address/is-hex-address";
import { CHAINS } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { chainIn, configQuery } from "@/lib/web/queries";
import { explained, problemOf } from "@/lib/web/trade/explained";
import { accountAction } from "@/lib/web/trade/run/next-action";

/** Whether a launch was rejected because the moderator of its manager did not consent to it. */
export function lacksConsent(error: Error | null): boolean {
  return (
    error instanceof ApiError && error.details.some(({ path }) => path === "feeSplitManagerConsent")
  );
}

/**
 * Lets the moderator of a dynamic split sign the consent to attach the token. Null if it is not
 * needed.
 * @param props.draft with the payer that `withPossiblePayer` returns
 */
export function ManagerConsent({ draft, error }: { draft: LaunchDraft; error: Error | null }) {
  const { chain, treasury, managerAddress, managerConsent, payer } = draft;
  if (treasury !== "fee_split_manager") return null;
  const address = cleanIdentityInput("wallet", managerAddress);
  // The review names an invalid address.
  if (!isHexAddress(address)) return null;
  const manager = toChecksumAddress(address);
  if (lacksConsent(error)) return <Request chain={chain} manager={manager} payer={payer} />;
  if (managerConsent?.manager !== manager || managerConsent.payer !== payer) return null;
  return (
    <p role="status" className="flex items-center gap-2 text-muted text-sm">
      <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-accent-text" />
      The moderator has signed. The manager accepts this token.
    </p>
  );
}

function Request({
  chain,
  manager,
  payer,
}: Pick<LaunchDraft, "chain" | "payer"> & { manager: `0x${string}` }) {
  const { setValue } = useFormContext<LaunchDraft>();
  const { data: config } = useQuery(configQuery());
  const { data: facts } = useQuery({ ...managerQuery(chain, manager), refetchInterval: false });
  const account = useAccount(chain);
  const wait = useWalletWait();
  const { mutate, error, isPending } = useSoleMutation({
    mutationFn: async (by: { config: NonNullable<typeof config>; moderator: `0x${string}` }) => {
      const signal = wait.begin();
      return explained(async () => {
        const { signConsent } = await import("@/lib/web/launch/sign-consent");
        return signConsent(chain, { manager, payer, ...by, signal });
      });
    },
    onSuccess: (consent) =>
      setValue("managerConsent", { chain, manager, payer, ...consent }, { shouldDirty: true }),
  });
  const owner = facts?.kind === "dynamic_split" ? facts.owner : null;
  const sandbox = chainIn(config, chain)?.sandbox ?? true;
  const isModerator = account.status === "present" && account.address === owner;
  const situation = {
    account: accountStatus(account),
    sandbox,
    canSignIn: false,
    chainName: CHAINS[chain].name,
  };
  const action = sandbox ? null : accountAction(situation);
  return (
    <Card className="grid gap-3 p-4 text-sm">
      <p className="flex items-center gap-2 font-medium">
        <KeyRound aria-hidden="true" className="size-4 shrink-0" />
        The manager’s moderator must agree
      </p>
      <p className="text-muted">
        {isModerator
          ? "Your account is the moderator of this manager. Sign to accept this token. Signing costs no gas."
          : `Only ${owner === null ? "the moderator" : shortenAddress(owner)} can add tokens to this manager. Connect that wallet, or sign in again as the moderator.`}
      </p>
      {isModerator && action === null && config !== undefined && (
        <Button
          variant="primary"
          className="justify-self-start"
          disabled={isPending}
          aria-busy={isPending}
          onClick={() => mutate({ config, moderator: account.address })}
        >
          {isPending ? "Confirm in your wallet…" : "Sign consent"}
        </Button>
      )}
      {isPending && <StopWaiting onStop={wait.stop} className="justify-self-start" />}
      {action !== null && (
        <TradeButton
          action={action}
          chain={chain}
          config={config}
          address={account.status === "present" ? account.address : null}
        />
      )}
      <TradeAccountNote account={account} />
      {error !== null && <TradeProblemNote problem={problemOf(error)} chain={chain} />}
    </Card>
  );
}
