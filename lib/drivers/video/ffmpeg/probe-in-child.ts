import { type Probe, probe } from "./probe";
import { runLimited } from "./run-limited";

const LIMITS = { cpuSeconds: 6, wallMs: 60_000, memoryBytes: null, fileBytes: 0 };
const HEAP_MEGABYTES = 256;

/**
 * Probes in a child process, so that a hostile file cannot crash or block this one.
 * @param programPath the bundle of `probe-main.ts`
 */
export function createProbe(programPath: string) {
  return async (path: string, durationSecondsMax: number): Promise<Probe> => {
    const heap = `--max-old-space-size=${HEAP_MEGABYTES}`;
    const args = [heap, programPath, path, String(durationSecondsMax)];
    const { code, killedBy, stdout, stderr } = await runLimited(process.execPath, args, {
      cwd: "/",
      limits: LIMITS,
      stdoutBytesMax: 10_000,
    });
    if (killedBy === "limit") {
      return { kind: "refused", reason: "The file is too complex to read." };
    }
    if (code !== 0) throw new Error(`The probe ended with ${killedBy ?? code}: ${stderr}`);
    return probe.parse(JSON.parse(stdout.toString("utf8")));
  };
}
