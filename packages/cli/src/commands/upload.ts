import { readFile, stat } from "node:fs/promises";
import { IMAGE_LIMITS } from "@slipway-launchpad/client";
import { COMMON_FLAGS, COMMON_HELP, type Command } from "../command";
import { readFlags, refuseWords } from "../read-flags";
import { UsageError } from "../usage-error";

const HELP = `Uploads an image and prints its IPFS hash for slipway launch --image.

  slipway upload <image>        PNG, JPEG, GIF, WebP or AVIF; at most ${IMAGE_LIMITS.bytesMax / 2 ** 20} MB

${COMMON_HELP}`;

export const uploadCommand: Command = {
  help: HELP,
  async run({ args, createClient }) {
    const { values, positionals } = readFlags(args, COMMON_FLAGS);
    const [path, ...more] = positionals;
    refuseWords(more);
    if (path === undefined) throw new UsageError("Which image? slipway upload <image>");
    const bytes = await readImage(path);
    // The service detects the type from the bytes.
    const base64Image = `data:application/octet-stream;base64,${bytes.toString("base64")}`;
    const answer = await createClient(values.url).uploadImage({ base64Image });
    return { document: answer, lines: [answer.ipfsHash], exitCode: 0 };
  },
};

/** @throws UsageError when the file cannot be read or is too large */
async function readImage(path: string): Promise<Buffer> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new UsageError(`${path} can't be read`);
  if (found.size > IMAGE_LIMITS.bytesMax) {
    throw new UsageError(`${path} is over ${IMAGE_LIMITS.bytesMax / 2 ** 20} MB`);
  }
  return readFile(path).catch(() => {
    throw new UsageError(`${path} can't be read`);
  });
}
