import { createRecent } from "@/lib/shared/recent";
import type { PlainCall } from "../plain-endpoint";
import type { Caller } from "./callers";

/** Job engines and video providers call from a few addresses. */
const SIGNERS_MAX = 1_000;

/**
 * Limits calls that other services sign. A service sends as many as it needs: an engine behind the
 * limit of a caller would stop launches and payouts. Only a call that turns out to be unsigned is
 * counted, and the first one of an address, because a signature is known when the body was read.
 */
export type SignedCalls = {
  /** Whether this address has signed a call before. */
  isKnown(caller: Pick<Caller, "address">): boolean;
  /**
   * @param run answers the call and returns whether it was signed
   * @throws AppError rate_limited, before `run` unless the address has signed a call before
   */
  answer<T>(
    call: Pick<PlainCall, "caller" | "count">,
    run: () => Promise<{ reply: T; isSigned: boolean }>,
  ): Promise<T>;
};

export function createSignedCalls(): SignedCalls {
  const signers = createRecent<true>(SIGNERS_MAX);
  const isKnown = ({ address }: Pick<Caller, "address">) => signers.get(address) !== undefined;
  return {
    isKnown,
    async answer({ caller, count }, run) {
      if (!isKnown(caller)) count("unsignedCall");
      const { reply, isSigned } = await run();
      if (isSigned) signers.set(caller.address, true);
      return reply;
    },
  };
}
