import type { Hex } from "viem";

/** A replaced signing secret, encrypted, and the ISO time until which it signs as well. */
export type PreviousSecret = { sealed: Hex; until: string };

type Secrets = {
  previousSecrets: readonly PreviousSecret[];
  /** Written by servers of the previous release, which know only one. */
  previousSecret: Hex | null;
  previousUntil: Date | null;
};

/** The replaced secrets of a webhook that still sign at a time, newest first. */
export function previousSecretsAt(
  { previousSecrets, previousSecret, previousUntil }: Secrets,
  at: Date,
): PreviousSecret[] {
  const isListed = previousSecrets.some(({ sealed }) => sealed === previousSecret);
  const single =
    previousSecret === null || previousUntil === null || isListed
      ? []
      : [{ sealed: previousSecret, until: previousUntil.toISOString() }];
  return [...single, ...previousSecrets].filter(({ until }) => new Date(until) > at);
}
