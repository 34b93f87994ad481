"use client";

import { Segmented } from "@/components/ui/segmented";
import { useCurrency } from "./use-currency";

const CURRENCIES = [
  { value: "ETH", title: "ETH" },
  { value: "USD", title: "USD" },
] as const;

/** Currency of amounts on all pages of this browser, where USD values are known. */
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
