"use client";

// biome-ignore lint/style/noRestrictedImports: the one place that makes it safe
import { type MutationFunction, type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { runOnline } from "@/lib/web/run-online";

type SoleOptions<Data, Variables> = Omit<
  UseMutationOptions<Data, Error, Variables, object>,
  "onMutate"
> & {
  mutationFn: MutationFunction<Data, Variables>;
  /** Whether a call continues what was sent before: then it waits for the network. */
  isResumed?: (variables: Variables) => boolean;
};

/**
 * A mutation that runs once at a time. A button is disabled only after the next render, so `mutate`
 * ignores a second click before that. `reset` discards a running call: its `onSuccess` and `onError`
 * do not run, only its `onSettled`, because the service may have executed it.
 *
 * While the browser is offline it fails with `OfflineError`, so that nothing is sent later. `networkMode`
 * replaces that: `online` waits for the network, `always` runs without one.
 */
export function useSoleMutation<Data, Variables = void>(options: SoleOptions<Data, Variables>) {
  const isHeld = useRef(false);
  /** Identifies the calls since the last reset. */
  const current = useRef<object>({});
  const { mutationFn, isResumed, networkMode, onSuccess, onError } = options;
  const mutation = useMutation({
    ...options,
    networkMode: networkMode ?? "always",
    mutationFn: (variables, context) => {
      const work = () => mutationFn(variables, context);
      return networkMode === undefined ? runOnline(work, isResumed?.(variables)) : work();
    },
    onMutate: () => current.current,
    onSuccess: (data, variables, started, context) =>
      started === current.current ? onSuccess?.(data, variables, started, context) : undefined,
    onError: (error, variables, started, context) =>
      started === current.current ? onError?.(error, variables, started, context) : undefined,
  });
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
    current.current = {};
    forget();
  }, [forget]);
  return { ...mutation, mutate, reset };
}
