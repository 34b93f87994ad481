"use client";

import { type CallOptions, newIdempotencyKey } from "@slipway-launchpad/client";
import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import type { ChainSlug } from "@/lib/shared/chains";
import type { StoredValue } from "@/lib/web/create-store";
import { createdMeanwhile, type StoredDraft } from "../stored-drafts";
import { isKnown, isResumed, openRequestOf, stateAfter } from "./open-request";

/**
 * Parameter of the URL with the manager that was created on this page. A reload opens it in the
 * lookup, as the link to a manager does with `address`.
 */
export const CREATED_PARAMETER = "created";
/** Mining can take a minute. */
const TIMEOUT_MS = 75_000;

type Request<Body> = { chain: ChainSlug; body: Body };

/**
 * Creates a manager from a form. A repeated request, after a broken connection or a reload, has the
 * same idempotency key and never creates a second manager. The draft is stored until the manager is
 * created. A request without a response is sent again after a reload. While the result of a request
 * is unknown, another one is sent only after a question.
 */
export function useCreateManager<
  Draft extends FieldValues,
  Body,
  Answer extends { managerAddress: string },
>(options: {
  kind: "revenue" | "split";
  form: UseFormReturn<Draft>;
  stored: StoredValue<StoredDraft<Draft>>;
  toRequest: (draft: Draft) => Request<Body>;
  send: (request: Request<Body>, options: CallOptions) => Promise<Answer>;
}) {
  const { kind, form, stored, toRequest, send } = options;
  const [isAsking, setAsking] = useState(false);
  const isMounted = useRef(false);
  const creation = useSoleMutation({
    mutationFn: async (draft: Draft) => {
      const apiRequest = toRequest(draft);
      const request = JSON.stringify(apiRequest);
      const before = stored.read()?.sent;
      const isAgain = before?.request === request && isKnown(before);
      const key = isAgain ? before.key : newIdempotencyKey();
      const at = isAgain ? before.at : Date.now();
      const wasOpen = isAgain && before.isOpen;
      const note = (state: { isOpen: boolean; isAnswered: boolean }) =>
        stored.write({
          draft: stored.read()?.draft ?? draft,
          sent: { draft, request, key, at, ...state },
        });
      // Another tab may have sent its own request meanwhile.
      const isLatest = () => stored.read()?.sent?.key === key;
      note({ isOpen: true, isAnswered: false });
      try {
        const answer = await send(apiRequest, { idempotencyKey: key, timeoutMs: TIMEOUT_MS });
        const { managerAddress: address } = answer;
        const { chain } = apiRequest;
        // The form was left, and opened again while the first request was running.
        const isNoted = createdMeanwhile.read()?.address === address;
        if (isMounted.current && isNoted) createdMeanwhile.write(null);
        if (!isMounted.current && isLatest()) createdMeanwhile.write({ kind, chain, address });
        if (isLatest()) stored.write(null);
        return answer;
      } catch (error) {
        if (isLatest()) note(stateAfter(error, wasOpen));
        throw error;
      }
    },
    onSuccess: ({ managerAddress }, draft) => {
      // The user may be on another page.
      if (!isMounted.current) return;
      const { chain } = toRequest(draft);
      replaceQuery({ chain, [CREATED_PARAMETER]: managerAddress });
    },
  });
  const { mutate } = creation;
  const { reset, subscribe } = form;
  const isRead = useRef(false);
  // After the first render, which must match the server's: the server has no stored draft.
  useEffect(() => {
    isMounted.current = true;
    const held = stored.read();
    if (held !== null && !isRead.current) {
      reset(held.draft);
      const { sent } = held;
      const draft = sent?.draft ?? held.draft;
      // A form without `sent.draft` may have been edited since: that is another request.
      if (isResumed(sent) && JSON.stringify(toRequest(draft)) === sent.request) mutate(draft);
    }
    isRead.current = true;
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        setAsking(false);
        stored.write({ draft: values, sent: stored.read()?.sent ?? null });
      },
    });
    return () => {
      isMounted.current = false;
      unsubscribe();
    };
  }, [reset, subscribe, stored, mutate, toRequest]);
  const create = (draft: Draft) => {
    setAsking(false);
    mutate(draft);
  };
  return {
    ...creation,
    /** Creates the manager, or asks first while the result of another request is unknown. */
    submit(draft: Draft) {
      const earlier = openRequestOf(stored);
      if (earlier === null || earlier.request === JSON.stringify(toRequest(draft))) create(draft);
      else setAsking(true);
    },
    /** Whether the user has to choose between the earlier request and the form. */
    isAsking,
    /** Sends the earlier request again, with its key. */
    checkEarlier() {
      const draft = openRequestOf(stored)?.draft;
      if (draft === undefined) setAsking(false);
      else create(draft);
    },
    createAnother: create,
    reset() {
      replaceQuery({});
      creation.reset();
    },
  };
}

function replaceQuery(query: Record<string, string>): void {
  const text = new URLSearchParams(query).toString();
  const { pathname } = window.location;
  window.history.replaceState(null, "", text === "" ? pathname : `${pathname}?${text}`);
}
