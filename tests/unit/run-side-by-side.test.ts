import { describe, expect, it } from "vitest";
import { type Job, runSideBySide } from "../setup/stages/run-side-by-side";

/** Jobs that end on request, with the printed output and the running jobs at each moment. */
function createBench(slots: number) {
  const running = new Set<string>();
  const ends = new Map<string, () => void>();
  const prints = new Map<string, (text: string) => void>();
  let printed = "";
  const job = (name: string, size: number, needs: string[] = []): Job<string> => ({
    name,
    slots: size,
    needs,
    run: (print) => {
      running.add(name);
      prints.set(name, print);
      return new Promise((resolve) => {
        ends.set(name, () => {
          running.delete(name);
          resolve(name.toUpperCase());
        });
      });
    },
  });
  return {
    job,
    start: (jobs: Job<string>[]) =>
      runSideBySide(jobs, { slots, write: (text) => (printed += text.toString()) }),
    running: () => [...running].join(),
    printed: () => printed,
    print: (name: string, text: string) => prints.get(name)?.(text),
    async end(name: string) {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe("runSideBySide", () => {
  it("runs as many jobs as fit, earlier ones first, each after its dependencies", async () => {
    const { job, start, running, end } = createBench(3);
    const done = start([
      job("lint", 1),
      job("build", 2, ["lint"]),
      job("unit", 1, ["lint"]),
      job("api", 1, ["build"]),
      job("browser", 3, ["build"]),
      job("crash", 1, ["build"]),
    ]);
    expect(running()).toBe("lint");
    await end("lint");
    expect(running()).toBe("build,unit");
    await end("unit");
    expect(running()).toBe("build");
    await end("build");
    expect(running()).toBe("api,crash");
    await end("crash");
    expect(running()).toBe("api");
    await end("api");
    expect(running()).toBe("browser");
    await end("browser");
    expect(await done).toEqual(["LINT", "BUILD", "UNIT", "API", "BROWSER", "CRASH"]);
  });

  it("runs a job alone that exceeds all slots", async () => {
    const { job, start, running, end } = createBench(2);
    const done = start([job("small", 1), job("large", 9)]);
    expect(running()).toBe("small");
    await end("small");
    expect(running()).toBe("large");
    await end("large");
    expect(await done).toEqual(["SMALL", "LARGE"]);
  });

  it("never mixes outputs: streams the earliest job and prints the others whole", async () => {
    const { job, start, print, printed, end } = createBench(3);
    const done = start([job("a", 1), job("b", 1), job("c", 1)]);
    print("b", "b1 ");
    print("a", "a1 ");
    expect(printed()).toBe("a1 ");
    print("c", "c1 ");
    await end("c");
    print("a", "a2 ");
    expect(printed()).toBe("a1 a2 ");
    await end("a");
    expect(printed()).toBe("a1 a2 b1 ");
    print("b", "b2 ");
    await end("b");
    await done;
    expect(printed()).toBe("a1 a2 b1 b2 c1 ");
  });

  it("reports a dependency cycle", async () => {
    const { job, start } = createBench(2);
    await expect(start([job("a", 1, ["b"]), job("b", 1, ["a"])])).rejects.toThrow("a, b");
  });

  it("fails with the error of a job", async () => {
    const failing: Job<string> = {
      name: "broken",
      slots: 1,
      run: () => Promise.reject(new Error("no such program")),
    };
    const all = runSideBySide([failing], { slots: 1, write: () => undefined });
    await expect(all).rejects.toThrow("no such program");
  });
});
