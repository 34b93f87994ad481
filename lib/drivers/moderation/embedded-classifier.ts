import type { Worker } from "node:worker_threads";
import { z } from "zod";
import type { Scores } from "@/lib/features/media/rules/moderation";
import {
  type Classifier,
  ClassifierUnavailableError,
  checkFrames,
  type RgbFrame,
} from "./classifier";
import { frameScores } from "./scores";

/** Loaded this way because the web build rewrites direct uses of `node:worker_threads`. */
const { Worker: WorkerThread } = process.getBuiltinModule("node:worker_threads");

const QUEUE_MAX = 32;
/** Loading takes half a second, eight frames another half; beyond this the thread is stuck. */
const JOB_MS_MAX = 30_000;
/** The next job loads the thread and its model again. */
const IDLE_MS = 60_000;
/** A crash may have another cause than the job, so a job runs at most twice. */
const TRIES_MAX = 2;

const message = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), backend: z.string() }),
  z.object({ type: z.literal("scores"), id: z.number(), scores: frameScores }),
]);

type Job = {
  frames: readonly RgbFrame[];
  resolve(scores: Scores[]): void;
  reject(error: Error): void;
};

/**
 * Runs the classifier in a worker thread, started by the first job and restarted after a crash. The
 * thread ends when no job has come for `idleMs`. One job runs at a time; the queue is bounded.
 * @param options.workerPath the bundle of `classifier-worker.ts`
 */
export function createEmbeddedClassifier(options: {
  workerPath: string;
  queueMax?: number;
  jobMsMax?: number;
  idleMs?: number;
}): Classifier {
  const { workerPath, queueMax = QUEUE_MAX, jobMsMax = JOB_MS_MAX, idleMs = IDLE_MS } = options;
  const queue: Job[] = [];
  let worker: Worker | null = null;
  /** The current job of the thread. */
  let current: { id: number; answer(scores: Scores[]): void; fail(cause: unknown): void } | null =
    null;
  let isWorking = false;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Worker {
    const thread = new WorkerThread(workerPath);
    const fail = (cause: unknown) => {
      if (worker !== thread) return;
      worker = null;
      current?.fail(cause);
      void thread.terminate();
    };
    thread.on("error", fail);
    thread.on("exit", (code) => fail(new Error(`The thread ended with ${code}`)));
    thread.on("message", (received: unknown) => {
      const parsed = message.safeParse(received);
      if (!parsed.success) return fail(parsed.error);
      if (parsed.data.type === "scores" && parsed.data.id === current?.id) {
        current.answer(parsed.data.scores);
      }
    });
    return thread;
  }

  /** Sends one job to the thread and waits for its result. A failed thread is not used again. */
  async function classifyOnThread(frames: readonly RgbFrame[]): Promise<Scores[]> {
    worker ??= start();
    const thread = worker;
    lastId += 1;
    const id = lastId;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Scores[]>((answer, fail) => {
        current = { id, answer, fail };
        timer = setTimeout(() => thread.emit("error", new Error("No answer in time")), jobMsMax);
        thread.ref();
        thread.postMessage({ id, frames });
      });
    } finally {
      current = null;
      clearTimeout(timer);
      // An idle thread must not keep the process alive.
      thread.unref();
    }
  }

  async function askTwice(frames: readonly RgbFrame[]): Promise<Scores[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await classifyOnThread(frames);
      } catch (cause) {
        if (tries < TRIES_MAX) continue;
        throw new ClassifierUnavailableError("The classifier failed", { cause });
      }
    }
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    clearTimeout(idleTimer);
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      await askTwice(job.frames).then(job.resolve, job.reject);
    }
    isWorking = false;
    idleTimer = setTimeout(() => void stop(), idleMs).unref();
  }

  /** Its exit is expected: `start` ignores threads that are not the current one. */
  async function stop(): Promise<void> {
    clearTimeout(idleTimer);
    const thread = worker;
    worker = null;
    await thread?.terminate();
  }

  return {
    async classify(frames) {
      checkFrames(frames);
      if (queue.length >= queueMax) {
        throw new ClassifierUnavailableError("The classifier queue is full");
      }
      return new Promise((resolve, reject) => {
        queue.push({ frames, resolve, reject });
        void work();
      });
    },
    close: stop,
  };
}
