/**
 * Runs steps one after the other, also after one that fails.
 * @throws after all of them: the error of the one that failed, or an AggregateError of several
 */
export async function runEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => errors.push(error));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} steps failed`);
}
