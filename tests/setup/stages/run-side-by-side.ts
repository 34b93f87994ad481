/** A job. */
export type Job<T> = {
  name: string;
  /** The number of CPU slots it uses. */
  slots: number;
  /** Names of the jobs that must end first. */
  needs?: readonly string[];
  run(print: (text: string | Uint8Array) => void): Promise<T>;
};

/**
 * Runs jobs in parallel as long as their slots fit, each as soon as its dependencies allow, earlier
 * ones first. A job that exceeds all slots runs alone.
 * @param options.write receives what the jobs print. The earliest one that runs prints as it goes; the
 * others' output is kept until those before it have ended, so that no two are mixed.
 * @returns the results in the order of the jobs
 * @throws what a job threw, or when jobs wait for each other
 */
export async function runSideBySide<T>(
  jobs: readonly Job<T>[],
  options: { slots: number; write: (text: string | Uint8Array) => void },
): Promise<T[]> {
  const outputs = new Outputs(options.write);
  const results = new Map<string, T>();
  const running = new Map<string, { slots: number; ended: Promise<void> }>();
  const waiting = [...jobs];

  function startWhatFits(): void {
    for (const job of [...waiting]) {
      const taken = [...running.values()].reduce((sum, { slots }) => sum + slots, 0);
      const slots = Math.min(job.slots, options.slots);
      const isReady = (job.needs ?? []).every((name) => results.has(name));
      if (!isReady || taken + slots > options.slots) continue;
      waiting.splice(waiting.indexOf(job), 1);
      const output = outputs.open();
      const ended = job.run(output.print).then((result) => {
        results.set(job.name, result);
        running.delete(job.name);
        output.end();
      });
      running.set(job.name, { slots, ended });
    }
  }

  while (results.size < jobs.length) {
    startWhatFits();
    if (running.size === 0) {
      throw new Error(`jobs wait for each other: ${waiting.map(({ name }) => name).join(", ")}`);
    }
    await Promise.race([...running.values()].map(({ ended }) => ended));
  }
  return jobs.flatMap(({ name }) => results.get(name) ?? []);
}

type Output = { kept: (string | Uint8Array)[]; hasEnded: boolean };

/** The outputs of jobs in start order; the first is streamed. */
class Outputs {
  readonly #write: (text: string | Uint8Array) => void;
  readonly #open: Output[] = [];

  constructor(write: (text: string | Uint8Array) => void) {
    this.#write = write;
  }

  open() {
    const output: Output = { kept: [], hasEnded: false };
    this.#open.push(output);
    return {
      print: (text: string | Uint8Array) => {
        if (this.#open[0] === output) this.#write(text);
        else output.kept.push(text);
      },
      end: () => {
        output.hasEnded = true;
        this.#advance();
      },
    };
  }

  #advance(): void {
    while (this.#open[0]?.hasEnded) {
      this.#open.shift();
      for (const text of this.#open[0]?.kept.splice(0) ?? []) this.#write(text);
    }
  }
}
