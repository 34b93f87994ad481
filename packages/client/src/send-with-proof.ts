import type { z } from "zod";
import { getLaunchChallenge } from "@/lib/features/proof/operations";
import type { ProofChallenge } from "@/lib/schemas/proof-of-work";
import { ApiError } from "./api-error";
import { type CallInput, type CallOptions, call } from "./call";

/**
 * Sends a launch; if the launchpad demands a proof of work, requests a challenge, solves it and sends
 * the launch again.
 * @param input params and body of the launch
 * @param options.send sends the launch, each time with the same `Idempotency-Key`
 * @param options.solve returns the value of `proofOfWork`
 * @param options.request requests the challenge; once if absent
 * @throws what `send` and `solve` throw, ApiError
 * @internal
 */
export async function sendWithProof<Input extends object, Answer>(
  input: Input,
  options: {
    send: (input: Input) => Promise<Answer>;
    solve: (challenge: ProofChallenge) => Promise<string>;
    callOptions: CallOptions;
    request?: (
      operation: typeof getLaunchChallenge,
      input: CallInput<typeof getLaunchChallenge>,
      options: CallOptions,
    ) => Promise<z.output<(typeof getLaunchChallenge)["response"]>>;
  },
): Promise<Answer> {
  const { send, solve, callOptions, request = call } = options;
  try {
    return await send(input);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "proof_of_work_required")) throw error;
  }
  const { params, body }: { params?: unknown; body?: unknown } = input;
  const { challenge } = await request(
    getLaunchChallenge,
    { params: getLaunchChallenge.params.parse(params) },
    { ...callOptions, idempotencyKey: undefined },
  );
  // Null: the gas budget has recovered meanwhile.
  if (challenge === null) return send(input);
  const proofOfWork = await solve(challenge);
  return send({ ...input, body: { ...(typeof body === "object" ? body : {}), proofOfWork } });
}
