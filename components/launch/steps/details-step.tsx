"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { type LaunchDraft, LINK_KIND_BY_FIELD } from "@/components/launch/form/launch-form";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { normalizeOnBlur } from "@/components/ui/hooks/register-field";
import { Input, Textarea } from "@/components/ui/input";
import { normalizeSymbol } from "@/lib/features/launch/rules/token-symbol";
import { completeLink } from "@/lib/shared/text/complete-link";
import { codePointLength } from "@/lib/shared/text/text";
import { ChainField } from "./chain-field";

const LIMITS = { name: 64, symbol: 8, description: 2000 } as const;
const LINKS = [
  { name: "websiteUrl", label: "Website", placeholder: "example.com" },
  { name: "twitterUrl", label: "X", placeholder: "@example" },
  { name: "telegramUrl", label: "Telegram", placeholder: "t.me/example" },
  { name: "discordUrl", label: "Discord", placeholder: "discord.gg/example" },
] as const;

/** Name, symbol, description, chain and links of the token. */
export function DetailsStep() {
  const { register, watch, formState } = useFormContext<LaunchDraft>();
  const { errors } = formState;
  const [name, description, chain] = watch(["name", "description", "chain"]);
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <Field
        label="Name"
        error={errors.name?.message}
        aside={`${codePointLength(name.trim())} / ${LIMITS.name}`}
      >
        {(control) => <Input {...control} {...register("name")} placeholder="First Light" />}
      </Field>
      <SymbolField />
      <Field
        label="Description"
        optional
        error={errors.description?.message}
        aside={`${codePointLength(description.trim())} / ${LIMITS.description}`}
        className="sm:col-span-2"
      >
        {(control) => (
          <Textarea
            {...control}
            {...register("description")}
            rows={3}
            placeholder="Describe your token in one or two sentences."
          />
        )}
      </Field>
      <ChainField
        field={register("chain")}
        chain={chain}
        hint="The chain where the token and its Uniswap v4 pool are created."
        error={errors.chain?.message}
        className="sm:col-span-2"
      />
      <LinkFields className="sm:col-span-2" />
    </div>
  );
}

function SymbolField() {
  const form = useFormContext<LaunchDraft>();
  const symbol = form.watch("symbol");
  return (
    <Field
      label="Symbol"
      error={form.formState.errors.symbol?.message}
      aside={`${codePointLength(normalizeSymbol(symbol))} / ${LIMITS.symbol}`}
    >
      {(control) => (
        <Input
          {...control}
          {...normalizeOnBlur(form, "symbol", normalizeSymbol)}
          placeholder="LIGHT"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono uppercase placeholder:normal-case"
        />
      )}
    </Field>
  );
}

function LinkFields({ className }: { className: string }) {
  const form = useFormContext<LaunchDraft>();
  const { errors } = form.formState;
  // Not while the values change: that would hide the field from which the last link is deleted.
  const [isOpen, setOpen] = useState(() => LINKS.some(({ name }) => form.getValues(name) !== ""));
  return (
    <details
      open={isOpen || LINKS.some(({ name }) => errors[name])}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={cn("group", className)}
    >
      <summary className="flex h-11 w-fit list-none items-center gap-2 rounded-control font-medium text-muted text-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="-rotate-90 size-4 transition-transform group-open:rotate-0"
        />
        Links
        <span className="font-normal text-faint">optional</span>
      </summary>
      <div className="mt-2 grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {LINKS.map(({ name: link, label, placeholder }) => (
          <Field key={link} label={label} error={errors[link]?.message}>
            {(control) => (
              <Input
                {...control}
                {...normalizeOnBlur(form, link, (text) =>
                  completeLink(LINK_KIND_BY_FIELD[link], text),
                )}
                inputMode="url"
                spellCheck={false}
                autoCapitalize="none"
                placeholder={placeholder}
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  );
}
