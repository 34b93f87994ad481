const EVERY_MS = 500;

/**
 * Stops this process when the npm that runs it is gone. A signal that ends npm ends its shell as well,
 * but does not reach the program of a script. Programs that npm does not run continue without their
 * parent: a shell starts them in the background and exits.
 * @param script a part of the script in package.json that runs this program
 */
export function stopWithNpm(script) {
  if (!process.env.npm_lifecycle_script?.includes(script)) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    // As if the signal had arrived: the supervisor handles it, and it ends a build.
    process.kill(process.pid, "SIGTERM");
  }, EVERY_MS);
  timer.unref();
}
