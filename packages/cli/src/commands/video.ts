import { openAsBlob } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import type { Video } from "@slipway-launchpad/client";
import { afterAccepted } from "../accepted-error";
import { COMMON_FLAGS, COMMON_HELP, type Command, type CommandContext } from "../command";
import { readFlags, readTimeoutMs, refuseWords } from "../read-flags";
import { UsageError } from "../usage-error";

const FLAGS = {
  ...COMMON_FLAGS,
  uid: { type: "string" },
  user: { type: "string" },
  wait: { type: "boolean", default: false },
  timeout: { type: "string" },
} as const;

const HELP = `Uploads a video for a launch, or shows the state of one. Exits with 1 if it was rejected.

  slipway video <file>          MP4, MOV, MKV or WebM; at most 300 seconds and 50 MB
  slipway video --uid <uid>

  --user <label>      label to list videos by
  --wait              wait until the video is approved
  --timeout <s>       longest wait in seconds (600)
${COMMON_HELP}`;

export const videoCommand: Command = {
  help: HELP,
  async run({ args, createClient, note }) {
    const { values, positionals } = readFlags(args, FLAGS);
    const [path, ...more] = positionals;
    refuseWords(more);
    if ((path === undefined) === (values.uid === undefined)) {
      throw new UsageError("Which video? slipway video <file> or slipway video --uid <uid>");
    }
    const timeoutMs = readTimeoutMs(values.timeout);
    const client = createClient(values.url);
    const uid = values.uid ?? (await upload(client, path ?? "", values.user));
    if (path !== undefined) note(`Uploaded ${path}\n  video        ${uid}`);
    // An id that was only asked for may not exist: nothing was accepted.
    const resume = path === undefined ? null : `slipway video --uid ${uid} --wait`;
    const found = await afterAccepted({ accepted: { uid }, resume }, async () =>
      values.wait
        ? client.waitForVideo(uid, { timeoutMs })
        : (await client.getVideoStatus({ uid })).video,
    );
    const isRefused = found.state === "error" || found.state === "nsfw_rejected";
    return { document: found, lines: describe(found), exitCode: isRefused ? 1 : 0 };
  },
};

async function upload(
  client: ReturnType<CommandContext["createClient"]>,
  path: string,
  userId: string | undefined,
): Promise<string> {
  // Some versions of Node open a missing file, and a folder, and fail only when it is read.
  const found = await access(path, constants.R_OK)
    .then(() => stat(path))
    .catch(() => null);
  if (!found?.isFile()) throw new UsageError(`${path} can't be read`);
  const file = await openAsBlob(path);
  const { uploadURL, videoUID } = await client.uploadVideo({ userId });
  await client.sendVideo(uploadURL, file);
  return videoUID;
}

function describe({ uid, state, duration, width, height, streamUrl, error }: Video): string[] {
  return [
    `Video ${uid}: ${state}`,
    ...(error === undefined ? [] : [`  reason       ${error}`]),
    ...(duration === null ? [] : [`  picture      ${width} x ${height}, ${duration} s`]),
    ...(streamUrl === null ? [] : [`  stream       ${streamUrl}`]),
  ];
}
