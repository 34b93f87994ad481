"use client";

import { type RefObject, useEffect, useRef } from "react";

/**
 * Applies a radio that was selected before hydration or restored by the browser. React keeps it
 * checked without a change event, so the page would show one choice and use another.
 * @returns a ref for the element that contains the radios
 */
export function useEarlyChoice<Value extends string>(
  value: Value,
  options: readonly { value: Value }[],
  onChoose: (value: Value) => void,
): RefObject<HTMLFieldSetElement | null> {
  const group = useRef<HTMLFieldSetElement>(null);
  const first = useRef({ value, options, onChoose });
  useEffect(() => {
    const { value, options, onChoose } = first.current;
    const checked = group.current?.querySelector<HTMLInputElement>("input:checked")?.value;
    const early = options.find((option) => option.value === checked);
    if (early !== undefined && early.value !== value) onChoose(early.value);
  }, []);
  return group;
}
