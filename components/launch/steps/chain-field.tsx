import type { UseFormRegisterReturn } from "react-hook-form";
import { useSiteFacts } from "@/components/layout/site-facts";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";

/** Selects the chain on which a token or manager is created. */
export function ChainField({
  field,
  hint,
  error,
  className,
}: {
  field: UseFormRegisterReturn;
  hint: string;
  error?: string | undefined;
  className?: string;
}) {
  const dataChains = useSiteFacts().dataChains;
  return (
    <Field label="Chain" hint={hint} error={error} {...(className && { className })}>
      {(control) => (
        <Select {...control} {...field}>
          {CHAIN_SLUGS.map((slug) => (
            <option key={slug} value={slug}>
              {CHAINS[slug].name}
              {CHAINS[slug].network === "testnet" ? " (testnet)" : ""}
              {dataChains.includes(slug) ? "" : " (no charts or token lists here)"}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
