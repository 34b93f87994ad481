import type { CID } from "multiformats/cid";
import { callProvider, urlBelow } from "./call-provider";
import { BLOCK_BYTES_MAX, BLOCK_MS_MAX } from "./pinner";

/** Statuses of a gateway for missing or blocked content. */
const MISSING_STATUSES = [404, 410, 451];

/**
 * Single, unverified blocks from a trustless gateway (specs.ipfs.tech, "Trustless Gateway").
 * @param options.url its address, without `/ipfs`
 */
export function createGateway({ url }: { url: string }) {
  return {
    fetchBlock(cid: CID): Promise<Uint8Array | null> {
      const address = urlBelow(url, `ipfs/${cid}`);
      address.searchParams.set("format", "raw");
      return callProvider({
        name: "The IPFS gateway",
        url: address,
        method: "GET",
        headers: { accept: "application/vnd.ipld.raw" },
        bytesMax: BLOCK_BYTES_MAX,
        timeoutMs: BLOCK_MS_MAX,
        missing: { statuses: MISSING_STATUSES },
      });
    },
  };
}
