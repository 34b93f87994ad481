/** An error after the service has accepted something: it may continue, so its id must not be lost. */
export class AcceptedError extends Error {
  override readonly name = "AcceptedError";
  /** Members of the JSON document, such as the job id. */
  readonly accepted: object;
  /** The command that shows its outcome; null if this command did not cause it. */
  readonly resume: string | null;

  constructor(accepted: object, resume: string | null, cause: unknown) {
    super("It was accepted, but its end is unknown", { cause });
    this.accepted = accepted;
    this.resume = resume;
  }
}

/**
 * Runs what follows after the service has accepted something.
 * @throws AcceptedError, whose cause is the error of `work`
 */
export async function afterAccepted<Result>(
  { accepted, resume }: Pick<AcceptedError, "accepted" | "resume">,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new AcceptedError(accepted, resume, cause);
  }
}
