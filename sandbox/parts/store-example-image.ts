import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createEmbeddedIpfs } from "@/lib/ipfs/embedded";
import type { Prepared } from "../prepare";

/** Stores the picture that the documented example launch names, so that it can be seen at once. */
export async function storeExampleImage({ env, root }: Prepared): Promise<void> {
  const picture = await readFile(join(root, "sandbox", "example-image.png"));
  await createEmbeddedIpfs(join(env.dataDir, "ipfs")).add(picture);
}
