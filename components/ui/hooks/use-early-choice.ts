"use client";

import { type RefObject, useEffect, useRef } from "react";

/**
 * Takes over a radio that was chosen before the page's script ran, or that the browser restored. React
 * leaves it checked and reports no change, so the page would show one choice and act on another.
 * @returns goes on the element that holds the radios
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
