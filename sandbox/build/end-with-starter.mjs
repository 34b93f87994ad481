import { isRunning } from "./build-tools.mjs";

/**
 * Ends this process when the one that started the build is gone. Builds are programs of others,
 * which would go on and hold the build lock after their starter was killed. It is named by its id,
 * because it may be gone before this line runs, and because the processes that a build starts load
 * this as well.
 */
const EVERY_MS = 250;
const starter = Number(new URL(import.meta.url).searchParams.get("starter"));

setInterval(() => {
  if (!isRunning(starter)) process.exit(1);
}, EVERY_MS).unref();
