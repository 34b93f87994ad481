"use client";

import { Search } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { isAddress } from "viem";
import { explainChain } from "@/components/launch/form/unserved-chain";
import { useSiteFacts } from "@/components/layout/site-facts";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { validateManagerAddress } from "@/components/recipients/recipient-rules";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { CHAINS, type ChainSlug, isChainSlug } from "@/lib/shared/chains";
import { CREATED_PARAMETER } from "./creation/use-create-manager";
import { ManagerPanel } from "./manager-panel";

/** Finds a manager by address. The URL holds the selected manager. */
export function ManagerLookup() {
  const pathname = usePathname();
  const params = useSearchParams();
  const selected = params.get("address") ?? params.get(CREATED_PARAMETER) ?? "";
  const { chains, brand } = useSiteFacts();
  const wanted = params.get("chain") ?? "";
  const chain = isChainSlug(wanted) ? wanted : brand.defaultChain;
  const isServed = chains.includes(chain);
  const show = (next: { chain: ChainSlug; address: string }) =>
    window.history.replaceState(null, "", `${pathname}?${new URLSearchParams(next)}`);
  return (
    <div data-slot="manager-lookup" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <LookupForm chain={chain} selected={selected} onShow={show} />
      {isServed && isAddress(selected, { strict: false }) && (
        <ManagerPanel
          // The result of a release belongs to one manager.
          key={`${chain} ${selected}`}
          chain={chain}
          address={toChecksumAddress(selected)}
        />
      )}
    </div>
  );
}

type LookupFormProps = {
  chain: ChainSlug;
  selected: string;
  onShow: (next: { chain: ChainSlug; address: string }) => void;
};

function LookupForm({ chain, selected, onShow }: LookupFormProps) {
  const [typed, setTyped] = useState(selected);
  const [issue, setIssue] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = cleanIdentityInput("wallet", typed);
    const found = validateManagerAddress(address);
    setIssue(found);
    if (found === null) onShow({ chain, address });
    else field.current?.focus();
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid gap-x-3 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
    >
      <ChainSelect chain={chain} onChange={(next) => onShow({ chain: next, address: selected })} />
      <Field label="Address" error={issue ?? undefined}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setIssue(null);
            }}
            onBlur={() => setTyped(cleanIdentityInput("wallet", typed))}
            placeholder="0x…"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      <Button type="submit" className="h-11 sm:mt-[1.6875rem]">
        <Search aria-hidden="true" className="size-4" />
        Look up
      </Button>
    </form>
  );
}

/** A link can select a chain that is not served here. */
function ChainSelect({
  chain,
  onChange,
}: {
  chain: ChainSlug;
  onChange: (chain: ChainSlug) => void;
}) {
  const { chains } = useSiteFacts();
  const unserved = explainChain(chain, chains);
  return (
    <Field label="Chain" error={unserved ?? undefined}>
      {(control) => (
        <Select
          {...control}
          value={chain}
          onChange={({ target }) => isChainSlug(target.value) && onChange(target.value)}
        >
          {(unserved === null ? chains : [...chains, chain]).map((slug) => (
            <option key={slug} value={slug}>
              {CHAINS[slug].name}
              {chains.includes(slug) ? "" : " (not served here)"}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
