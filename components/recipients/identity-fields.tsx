"use client";

import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { IdentityType } from "@/lib/shared/identity";
import { configQuery } from "@/lib/web/queries";
import { cleanIdentityInput } from "./clean-identity-input";

/** Labels and input settings per identity type. */
export const IDENTITY_LABELS = {
  email: { title: "Email", placeholder: "ada@example.com", inputMode: "email" },
  twitter: { title: "X", placeholder: "ada", inputMode: "text" },
  farcaster: { title: "Farcaster", placeholder: "ada", inputMode: "text" },
  wallet: { title: "Wallet", placeholder: "0x…", inputMode: "text" },
} as const satisfies Record<
  IdentityType,
  { title: string; placeholder: string; inputMode: "text" | "email" }
>;

const LABELS = {
  email: "Email address",
  twitter: "X username",
  farcaster: "Farcaster username",
  wallet: "Wallet address",
} as const satisfies Record<IdentityType, string>;

const HINTS = {
  email: "They get a managed wallet and sign in with this address to withdraw.",
  twitter: "They get a managed wallet and sign in with X to withdraw.",
  farcaster: "They get a managed wallet and sign in with Farcaster to withdraw.",
  wallet: "Fees are paid directly to this address.",
} as const satisfies Record<IdentityType, string>;

/** Warning on launchpads that do not look up the owners of usernames. */
const RISK =
  "Until they sign in, the wallet belongs to nobody: if the username changes hands first, its new owner gets the fees.";

/** Input for an identity of the given type. */
export function IdentityField({
  type,
  value,
  error,
  name,
  inputRef,
  onChange,
  onBlur,
}: {
  type: IdentityType;
  value: string;
  error: string | undefined;
  /** Field path in the form. */
  name: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
  onBlur: () => void;
}) {
  const { placeholder, inputMode } = IDENTITY_LABELS[type];
  const { data: config } = useQuery(configQuery());
  const isUsername = type === "twitter" || type === "farcaster";
  const isRisky = isUsername && config?.usernameLookup[type] === false;
  const hint = isRisky ? `${HINTS[type]} ${RISK}` : HINTS[type];
  const leave = () => {
    const tidy = cleanIdentityInput(type, value);
    if (tidy !== value) onChange(tidy);
    onBlur();
  };
  return (
    <Field label={LABELS[type]} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          ref={inputRef}
          name={name}
          value={value}
          inputMode={inputMode}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => onChange(event.target.value)}
          onBlur={leave}
          className={type === "wallet" ? "font-mono" : ""}
        />
      )}
    </Field>
  );
}
