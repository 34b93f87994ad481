import { setTimeout as sleep } from "node:timers/promises";
import { launchAccepted, launchStatus } from "@/lib/features/launch/schema/answers";
import { imageAnswer } from "@/lib/features/media/schema";
import { findLaunchedTokens } from "../crash/find-launched-tokens";
import { launchBody } from "../setup/api/launch-body";
import { newCaller } from "../setup/api/new-caller";
import { independentDag } from "../setup/ipfs/independent-dag";
import { dataUri, draw } from "../setup/media/images";
import { type Component, disturb, type Fault } from "./component";
import { CHAIN, type Installation } from "./installation";

const RECOVERY_MS_MAX = 180_000;
const REQUEST_MS_MAX = 60_000;

export const HEADER = [
  "| Component | Fault | A reader | A launcher | A creator who waits | Images | Everything works after |",
  "| --- | --- | --- | --- | --- | --- | --- |",
] as const;

type Answer = { status: string; ms: number; body: Buffer };
/** The view of the launchpad's users during a fault; `recoveryMs` is null if it did not recover. */
export type Row = { text: string; recoveryMs: number | null; wrongBytes: number };
export type Meter = ReturnType<typeof createMeter>;

/** Uses an installation while its components are disturbed. */
export function createMeter(installation: Installation, faultMs: number) {
  const accepted: string[] = [];
  let images = 0;

  async function request(base: string, path: string, payload?: unknown): Promise<Answer> {
    const startedAt = performance.now();
    const headers = { "content-type": "application/json", "x-forwarded-for": newCaller() };
    const [status, body] = await fetch(`${base}${path}`, {
      headers,
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
      ...(payload === undefined ? {} : { method: "POST", body: JSON.stringify(payload) }),
    })
      .then(
        async (response): Promise<[string, Buffer]> => [
          String(response.status),
          Buffer.from(await response.arrayBuffer()),
        ],
      )
      .catch((error: unknown): [string, Buffer] => [
        error instanceof Error && error.name === "TimeoutError" ? "no answer" : "refused",
        Buffer.alloc(0),
      ]);
    return { status, body, ms: performance.now() - startedAt };
  }

  const read = () => request(installation.url, `/v1/${CHAIN}/tokens?limit=10`);
  const statusOf = (jobId: string) => request(installation.url, `/api/v1/launch-status/${jobId}`);

  async function launch(): Promise<Answer> {
    const body = launchBody({ name: `Fault ${accepted.length}` });
    const answer = await request(installation.url, `/api/v1/${CHAIN}/launch-memecoin`, body);
    if (answer.status === "200") accepted.push(launchAccepted.parse(parse(answer)).jobId);
    return answer;
  }

  /** Uploads an image to one web server and reads it from the other, which has not cached it. */
  async function shareImage(): Promise<Answer> {
    images += 1;
    const size = [64 + (images % 100), 64 + Math.floor(images / 100)] as const;
    const picture = await draw(...size)
      .png()
      .toBuffer();
    const payload = { base64Image: dataUri(picture) };
    const sent = await request(installation.url, "/api/v1/upload-image", payload);
    if (sent.status !== "200") return sent;
    const { ipfsHash } = imageAnswer.parse(parse(sent));
    const got = await request(installation.otherUrl, `/ipfs/${ipfsHash}`);
    const isRight = got.status !== "200" || independentDag(got.body).cid === ipfsHash;
    return { ...got, ms: sent.ms + got.ms, status: isRight ? got.status : "wrong bytes" };
  }

  async function isCompleted(jobId: string): Promise<boolean> {
    const answer = await statusOf(jobId);
    return answer.status === "200" && launchStatus.parse(parse(answer)).state === "completed";
  }

  async function measure(component: Component, fault: Fault): Promise<Row> {
    const before = await launch();
    if (before.status !== "200") throw new Error(`No launch before the fault: ${before.status}`);
    const watched = accepted.at(-1) ?? "";
    let isOver = false;
    const fading = disturb(component, fault, faultMs).finally(() => {
      isOver = true;
    });
    const waiting = () => statusOf(watched);
    const seen = await Promise.all(
      [read, launch, waiting, shareImage].map((ask) => repeat(ask, () => isOver)),
    );
    await fading;
    const all = [...accepted];
    const recoveryMs = await timeUntil(async () => {
      if ((await read()).status !== "200") return false;
      if ((await shareImage()).status !== "200") return false;
      const completed = await Promise.all(all.map(isCompleted));
      return completed.every(Boolean);
    });
    const seconds = recoveryMs === null ? "not recovered" : `${(recoveryMs / 1_000).toFixed(1)} s`;
    const cells = [component.name, fault, ...seen.map(summarise), seconds];
    const wrongBytes = (seen[3] ?? []).filter(({ status }) => status === "wrong bytes").length;
    return { text: `| ${cells.join(" | ")} |`, recoveryMs, wrongBytes };
  }

  /** Compares the accepted launches with the chain. */
  async function compare(): Promise<{ accepted: number; lost: number; double: number }> {
    const { rpcUrl, manifestPath } = installation;
    const launched = await findLaunchedTokens(rpcUrl, manifestPath);
    const ids = launched.map(({ launchId }) => launchId);
    const unique = new Set(ids).size;
    const lost = Math.max(0, accepted.length - unique);
    return { accepted: accepted.length, lost, double: ids.length - unique };
  }

  return { measure, compare };
}

/** "320 accepted launches: 0 lost, 0 done twice." */
export const totalOf = ({ accepted, lost, double }: Awaited<ReturnType<Meter["compare"]>>) =>
  `${accepted} accepted launches: ${lost} lost, ${double} done twice.`;

const parse = ({ body }: Answer): unknown => JSON.parse(body.toString());

/** Repeats a request until `isOver`; every 250 ms at most. */
async function repeat(ask: () => Promise<Answer>, isOver: () => boolean): Promise<Answer[]> {
  const answers: Answer[] = [];
  do {
    answers.push(await ask());
    await sleep(250);
  } while (!isOver());
  return answers;
}

/** "12× 200, 3× 503; at most 1.6 s" */
function summarise(answers: readonly Answer[]): string {
  const statuses = [...new Set(answers.map(({ status }) => status))].sort();
  const counts = statuses.map(
    (status) => `${answers.filter((one) => one.status === status).length}× ${status}`,
  );
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  return `${counts.join(", ")}; at most ${(slowest / 1_000).toFixed(1)} s`;
}

async function timeUntil(isTrue: () => Promise<boolean>): Promise<number | null> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < RECOVERY_MS_MAX) {
    if (await isTrue()) return performance.now() - startedAt;
    await sleep(100);
  }
  return null;
}
