#!/usr/bin/env node
import { run } from "../dist/index.js";

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", ({ code, message }) => {
    // The reader of a pipe, such as `head`, may end first, which is no error of this program.
    if (code === "EPIPE") process.exit(process.exitCode ?? 1);
    process.stderr.write(`The output cannot be written: ${message}\n`);
    process.exit(1);
  });
}

process.exitCode = await run(process.argv.slice(2), {
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});
