import { expect, test } from "vitest";
import { SandboxError } from "@/sandbox/process/sandbox-error";
import { startAgain } from "@/sandbox/process/start-again";

/** A part that fails with these errors, one after the other, and then starts. */
function createPart(failures: Error[], isStopping = false) {
  const reports: string[] = [];
  let starts = 0;
  const started = startAgain({
    name: "part",
    terminal: { report: (_part, level, text) => void reports.push(`${level}: ${text}`) },
    isStopping: () => isStopping,
    start: async () => {
      starts += 1;
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return "running";
    },
  });
  return { started, reports, starts: () => starts };
}

test("starts a part again that failed, and reports why", async () => {
  const part = createPart([new Error("it was killed"), new SandboxError("its database was")]);
  expect(await part.started).toBe("running");
  expect(part.reports).toEqual([
    "warn: did not start: it was killed Starting it again.",
    "warn: did not start: its database was Starting it again.",
  ]);
});

test("gives up after four attempts, at once when another one cannot help, and during a stop", async () => {
  const failing = createPart(Array.from({ length: 9 }, () => new Error("broken")));
  await expect(failing.started).rejects.toThrow("broken");
  expect(failing.starts()).toBe(4);
  const final = createPart([new SandboxError("of another version", { isFinal: true })]);
  await expect(final.started).rejects.toThrow("of another version");
  const stopping = createPart([new Error("killed")], true);
  await expect(stopping.started).rejects.toThrow("killed");
  expect([final.starts(), stopping.starts()]).toEqual([1, 1]);
});
