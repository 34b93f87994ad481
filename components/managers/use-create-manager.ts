"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { CallOptions } from "@/lib/client/call";
import { newIdempotencyKey } from "@/lib/client/new-idempotency-key";
import type { ChainSlug } from "@/lib/domain/chains";

/** Mining may take a minute. */
const TIMEOUT_MS = 75_000;

type Request<Body> = { chain: ChainSlug; body: Body };

/**
 * Makes a manager with `send`. The same request, sent again after a broken connection, has the same
 * key and never makes a second one.
 */
export function useCreateManager<Body, Answer>(
  send: (request: Request<Body>, options: CallOptions) => Promise<Answer>,
) {
  const held = useRef<{ request: string; key: string } | null>(null);
  return useMutation({
    mutationFn: (asked: Request<Body>) => {
      const request = JSON.stringify(asked);
      if (held.current?.request !== request) held.current = { request, key: newIdempotencyKey() };
      return send(asked, { idempotencyKey: held.current.key, timeoutMs: TIMEOUT_MS });
    },
  });
}
