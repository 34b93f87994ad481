import type { Count } from "./stage-reports";

/** More failures than this are not caused by a busy machine. */
const RERUN_MAX = 5;

/**
 * Gives failed tests a second run by themselves, without the load of the other stages. A test that
 * passes then is unreliable: it is listed as such, and does not fail the run.
 * @param rerun runs the named tests of a stage again; null if the stage cannot
 * @returns the counts to report, and the failures that did not happen again
 */
export async function rerunFailed(
  counts: readonly Count[],
  rerun: (index: number, places: readonly string[]) => Promise<Count> | null,
): Promise<{ counts: Count[]; unreliable: string[] }> {
  const unreliable: string[] = [];
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  if (failed > RERUN_MAX) return { counts: [...counts], unreliable };
  const settled: Count[] = [];
  for (const [index, count] of counts.entries()) {
    const { passed, failures = [], failedPlaces = [] } = count;
    const isNamed = count.failed > 0 && failures.length === count.failed && failedPlaces.length > 0;
    const second = isNamed ? await rerun(index, failedPlaces) : null;
    const again = second === null ? failures : repeated(failures, second);
    const once = failures.filter((failure) => !again.includes(failure));
    if (second === null || once.length === 0 || second.passed < once.length) {
      settled.push(count);
    } else {
      unreliable.push(...once);
      const both = { passed: passed + once.length, failed: again.length };
      settled.push(again.length === 0 ? both : { ...both, failures: again });
    }
  }
  return { counts: settled, unreliable };
}

/** The failures of tests that failed again; all if some of the second run are of other tests. */
function repeated(first: readonly string[], { failed, failures = [] }: Count): string[] {
  const again = first.filter((one) => failures.some((other) => titleOf(other) === titleOf(one)));
  return again.length === failed ? again : [...first];
}

/** A failure is the title of its test and, from the second line, its message. */
const titleOf = (failure: string) => failure.split("\n", 1)[0];
