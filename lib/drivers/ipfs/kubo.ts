import type { CID } from "multiformats/cid";
import { z } from "zod";
import { parseJson } from "@/lib/support/read-bytes";
import { callProvider, urlBelow } from "./call-provider";
import { IpfsUnavailableError } from "./ipfs";
import {
  ANSWER_BYTES_MAX,
  BLOCK_BYTES_MAX,
  BLOCK_MS_MAX,
  PIN_MS_MAX,
  type Pinner,
  UNPIN_MS_MAX,
} from "./pinner";

/** Sets every option, because a node's defaults may differ. */
const ADD_OPTIONS = {
  "cid-version": "0",
  "raw-leaves": "false",
  chunker: "size-262144",
  hash: "sha2-256",
  trickle: "false",
  pin: "true",
  "wrap-with-directory": "false",
  progress: "false",
};
/** Keeps URLs short. */
const BLOCKS_PER_CALL = 50;
const added = z.object({ Hash: z.string() });

/**
 * A Kubo node through its RPC API.
 * @param options.token bearer secret of an `API.Authorizations` entry, if the node requires one
 */
export function createKubo(options: {
  url: string;
  token?: string | undefined;
}): Pinner & { fetchBlock(cid: CID): Promise<Uint8Array | null> } {
  const { url, token } = options;
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };

  function rpc(command: string, parameters: Record<string, string>, ...args: string[]): URL {
    const address = urlBelow(url, `api/v0/${command}`);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    for (const arg of args) address.searchParams.append("arg", arg);
    return address;
  }

  return {
    name: "Kubo",
    async pin(bytes) {
      const body = new FormData();
      body.set("file", new Blob([Buffer.from(bytes)]), "slipway");
      const text = await callProvider({
        name: "Kubo",
        url: rpc("add", ADD_OPTIONS),
        method: "POST",
        headers,
        body,
        bytesMax: ANSWER_BYTES_MAX,
        timeoutMs: PIN_MS_MAX,
      });
      // One JSON object per line; the last one is the file itself.
      const lines = (text ?? "").toString().trim().split("\n");
      const last = parseJson(Buffer.from(lines.at(-1) ?? ""));
      const parsed = added.safeParse(last);
      if (!parsed.success) throw new IpfsUnavailableError("Kubo returned an invalid response");
      return parsed.data.Hash;
    },
    async unpin(root, blocks) {
      const request = {
        name: "Kubo",
        method: "POST",
        headers,
        bytesMax: ANSWER_BYTES_MAX,
        timeoutMs: UNPIN_MS_MAX,
      } as const;
      await callProvider({
        ...request,
        url: rpc("pin/rm", {}, root.toString()),
        missing: { statuses: [500], text: "not pinned" },
      });
      // The node keeps offering unpinned blocks to the network until its next garbage collection. It
      // keeps blocks that another file has as well, and reports that in its response.
      for (let at = 0; at < blocks.length; at += BLOCKS_PER_CALL) {
        const some = blocks.slice(at, at + BLOCKS_PER_CALL).map(String);
        await callProvider({ ...request, url: rpc("block/rm", { force: "true" }, ...some) });
      }
    },
    async fetchBlock(cid) {
      // The node searches the network until its own timeout, then returns 500.
      const timeout = `${Math.ceil(BLOCK_MS_MAX / 1000)}s`;
      return callProvider({
        name: "Kubo",
        url: rpc("block/get", { timeout }, cid.toString()),
        method: "POST",
        headers,
        bytesMax: BLOCK_BYTES_MAX,
        timeoutMs: BLOCK_MS_MAX + 2_000,
        missing: { statuses: [500] },
      });
    },
  };
}
