import { probeVideo } from "./probe-video";

/** The probe as a process of its own: `probe-video.mjs <path> <seconds>` prints one JSON line. */
const [, , path = "", seconds = "0"] = process.argv;
process.stdout.write(`${JSON.stringify(await probeVideo(path, Number(seconds)))}\n`);
