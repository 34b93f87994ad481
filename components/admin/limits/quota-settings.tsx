"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { setQuota } from "@/lib/features/settings/operations";
import { quotaInput, type SettingsAnswer } from "@/lib/features/settings/schema";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { ActionButton } from "../action-button";
import { SettingRow, SettingsSection } from "./settings-section";

type Quota = SettingsAnswer["quotas"][number];

const TITLES: Readonly<Record<string, string>> = {
  launch: "Launches",
  dryRun: "Dry runs",
  prepare: "Prepared trades and claims",
  manager: "Managers",
  lookup: "Lookups of X and Farcaster usernames",
  newWallet: "New managed wallets, when the sender pays the gas",
  newWalletAll: "New managed wallets of all callers, when the sender pays the gas",
  payout: "Payouts per wallet",
  image: "Image uploads",
  imageBytes: "Megabytes of images",
  metadata: "Metadata uploads",
  videoUpload: "Video uploads",
  newAccount: "New accounts",
  mail: "Sign-in emails",
  mailTo: "Sign-in emails to one address or mailbox",
  mailAll: "Sign-in emails of all unknown browsers",
  mailKnown: "Sign-in emails of a known browser",
  mailKnownTo: "Sign-in emails of known browsers to one address",
  mailKnownFrom: "Sign-in emails of known browsers",
  codeGuess: "Sign-in codes entered for one address",
  wrongCode: "Wrong sign-in codes for all addresses",
  account: "Account requests",
  report: "Reports and appeals",
  reportOfToken: "Reports of one token by one network",
  walletAction: "Withdrawals and share changes per wallet",
  accountTrade: "Trades per managed wallet",
  webhook: "Requests about webhooks",
  webhookCreate: "New webhooks",
  webhookHost: "Challenges and tests per webhook host",
  webhookAction: "Tests, replays and new secrets per webhook",
  file: "Images, videos and site files",
  content: "Lookups of images and videos",
  drawing: "New thumbnails",
  linkPicture: "New share images",
  faucet: "Faucet requests",
  rpc: "RPC calls",
  rpcTransaction: "RPC transactions",
  status: "Status requests",
  request: "Requests with a body",
  unsignedCall: "Job engine and video calls without a signature",
  page: "Pages",
  names: "Requests for names",
  nameLookup: "Lookups of names",
  data: "Data API",
} satisfies Record<Exclude<LimitPolicyName, "admin" | "signIn">, string>;

/** Null for an empty field; NaN for anything but digits, such as `0x10` or `1e3`. */
function readQuota(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** Requests per caller. */
export function QuotaSettings({ settings }: { settings: SettingsAnswer }) {
  return (
    <SettingsSection
      id="quotas-title"
      title="Quotas per caller"
      text="A caller is an IPv4 address or an IPv6 /64. Its networks have a multiple of its quota."
    >
      {settings.quotas.map((quota) => (
        <SettingRow
          key={quota.policy}
          title={
            <>
              {TITLES[quota.policy] ?? quota.policy}{" "}
              <code className="font-mono font-normal text-faint text-xs">{quota.policy}</code>
            </>
          }
          text={describe(quota)}
        >
          <ChangeQuota quota={quota} />
        </SettingRow>
      ))}
    </SettingsSection>
  );
}

function describe({ quota, default: configured, windowSeconds }: Quota): string {
  const window = windowOf(windowSeconds);
  if (quota === null) return `${configured} per ${window}`;
  return `${quota} per ${window}, set here; otherwise ${configured}`;
}

function windowOf(seconds: number): string {
  if (seconds === 60) return "minute";
  if (seconds === 3_600) return "hour";
  return seconds === 86_400 ? "day" : `${seconds / 60} minutes`;
}

function ChangeQuota({ quota }: { quota: Quota }) {
  const [text, setText] = useState("");
  const value = readQuota(text);
  const isRight = quotaInput.shape.quota.safeParse(value).success;
  const title = TITLES[quota.policy] ?? quota.policy;
  return (
    <ActionButton
      action={setQuota}
      input={isRight ? { policy: quota.policy, quota: value } : null}
      label="Change…"
      name={`Change the quota: ${title}`}
      title={`Quota: ${title}`}
      description={`Requests of one caller per ${windowOf(quota.windowSeconds)}.`}
      verb="Change"
      onOpen={() => setText(quota.quota?.toString() ?? "")}
    >
      <Field
        label="Quota"
        optional
        hint={`Empty: ${quota.default}.`}
        {...(isRight ? {} : { error: "must be a whole number from 1 to 1,000,000" })}
      >
        {(control) => (
          <Input
            {...control}
            value={text}
            inputMode="numeric"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </ActionButton>
  );
}
