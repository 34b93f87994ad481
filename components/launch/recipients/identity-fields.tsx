"use client";

import type { Ref } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { IdentityType } from "@/lib/domain/identity";
import { tidyIdentity } from "./normalize-identity";

/** How each kind of identity is asked for. */
export const IDENTITY_WORDS = {
  email: { title: "Email", placeholder: "ada@example.com", inputMode: "email" },
  twitter: { title: "X", placeholder: "ada", inputMode: "text" },
  farcaster: { title: "Farcaster", placeholder: "ada", inputMode: "text" },
  wallet: { title: "Wallet", placeholder: "0x…", inputMode: "text" },
} as const satisfies Record<
  IdentityType,
  { title: string; placeholder: string; inputMode: "text" | "email" }
>;

/** What it means that a launch names no creator. */
export const NOBODY_TEXT =
  "The operator of this launchpad earns the creator’s fees, for good: nobody can claim them later.";

const LABELS = {
  email: "Email address",
  twitter: "X username",
  farcaster: "Farcaster username",
  wallet: "Wallet address",
} as const satisfies Record<IdentityType, string>;

const HINTS = {
  email: "Gets a wallet of their own; they sign in with this address to withdraw.",
  twitter: "Gets a wallet of their own; they sign in with X to withdraw.",
  farcaster: "Gets a wallet of their own; they sign in with Farcaster to withdraw.",
  wallet: "Earns directly, to this address.",
} as const satisfies Record<IdentityType, string>;

/** Asks for the name of one person of a given kind. */
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
  /** The path of the field in its form. */
  name: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
  onBlur: () => void;
}) {
  const { placeholder, inputMode } = IDENTITY_WORDS[type];
  const leave = () => {
    const tidy = tidyIdentity(type, value);
    if (tidy !== value) onChange(tidy);
    onBlur();
  };
  return (
    <Field label={LABELS[type]} hint={HINTS[type]} error={error}>
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
