/** The public entry of the CLI, for programs and tests that run it in their own process. */
export { LAUNCH_FLAGS } from "./launch-body";
export { type CliOutput, run } from "./run";
