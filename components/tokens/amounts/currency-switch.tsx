"use client";

import { Segmented } from "@/components/ui/segmented";
import { useCurrency } from "./use-currency";

const CURRENCIES = [
  { value: "ETH", title: "ETH" },
  { value: "USD", title: "USD" },
] as const;

/** What amounts are shown in, on every page of this browser. For where dollars are known. */
export function CurrencySwitch() {
  const [currency, setCurrency] = useCurrency();
  return (
    <Segmented
      label="Currency"
      name="currency"
      value={currency}
      options={CURRENCIES}
      onChoose={setCurrency}
    />
  );
}
