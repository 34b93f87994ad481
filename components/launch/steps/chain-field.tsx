import type { UseFormRegisterReturn } from "react-hook-form";
import { explainChain } from "@/components/launch/form/unserved-chain";
import { useSiteFacts } from "@/components/layout/site-facts";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/** Selects the chain on which a token or manager is created: one that this launchpad serves. */
export function ChainField({
  field,
  chain,
  hint,
  error,
  className,
}: {
  field: UseFormRegisterReturn;
  /** The selected chain. A link or stored form can select one that is not served here. */
  chain: ChainSlug;
  hint: string;
  error?: string | undefined;
  className?: string;
}) {
  const { chains, dataChains } = useSiteFacts();
  const unserved = explainChain(chain, chains);
  const noteOf = (slug: ChainSlug) => {
    if (!chains.includes(slug)) return " (not served here)";
    return dataChains.includes(slug) ? "" : " (no charts or token lists here)";
  };
  return (
    <Field
      label="Chain"
      hint={hint}
      error={error ?? unserved ?? undefined}
      {...(className && { className })}
    >
      {(control) => (
        <Select {...control} {...field}>
          {(unserved === null ? chains : [...chains, chain]).map((slug) => (
            <option key={slug} value={slug}>
              {CHAINS[slug].name}
              {CHAINS[slug].network === "testnet" ? " (testnet)" : ""}
              {noteOf(slug)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
