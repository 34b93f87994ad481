"use client";

// biome-ignore lint/style/noRestrictedImports: the one place that makes it safe
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useCallback, useRef } from "react";

/**
 * A mutation that runs once at a time. A button is disabled only after the next render, so `mutate`
 * ignores a second click before that.
 */
export function useSoleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
) {
  const isHeld = useRef(false);
  const mutation = useMutation(options);
  const { mutate: run, reset: forget } = mutation;
  const mutate = useCallback(
    (variables: Variables) => {
      if (isHeld.current) return;
      isHeld.current = true;
      run(variables, {
        onSettled: () => {
          isHeld.current = false;
        },
      });
    },
    [run],
  );
  const reset = useCallback(() => {
    isHeld.current = false;
    forget();
  }, [forget]);
  return { ...mutation, mutate, reset };
}
