import { join } from "node:path";
import type { Storage } from "@/lib/drivers/storage/object-store";
import { createDiskCache } from "@/lib/support/create-disk-cache";
import { createEmbeddedIpfs } from "./embedded";
import { createGateway } from "./gateway";
import type { Ipfs } from "./ipfs";
import { createKubo } from "./kubo";
import { createPinata } from "./pinata";
import { createPinnedIpfs } from "./pinned";
import { createRemoteBlocks } from "./remote-blocks";

const CACHE_BYTES_MAX = 1024 ** 3;
/** Run by the IPFS Foundation for clients that verify blocks. */
const PUBLIC_GATEWAY = "https://trustless-gateway.link";

/**
 * IPFS over Pinata or a Kubo node when configured, otherwise in storage. Content that is not
 * stored there is read from the node or a gateway, if there is one.
 */
export function createIpfs(options: {
  /** Folder of the block cache. */
  dataDir: string;
  storage: Storage;
  pinataJwt?: string | undefined;
  pinataUploadUrl?: string | undefined;
  pinataApiUrl?: string | undefined;
  kuboUrl?: string | undefined;
  kuboToken?: string | undefined;
  gatewayUrl?: string | undefined;
  /** Whether storage keeps a copy of what a provider has; needs a storage that all processes share. */
  keepsCopies?: boolean;
  /** Called when the disk does not store cached blocks. */
  onCacheFailure?: ((error: unknown) => void) | undefined;
}): Ipfs {
  const {
    dataDir,
    storage,
    pinataJwt,
    kuboUrl,
    kuboToken,
    gatewayUrl,
    keepsCopies = false,
  } = options;
  const cache = createDiskCache({
    folder: join(dataDir, "cache", "ipfs"),
    bytesMax: CACHE_BYTES_MAX,
    onFailure: options.onCacheFailure,
  });
  const remoteFrom = (source: Pick<ReturnType<typeof createGateway>, "fetchBlock">) =>
    createRemoteBlocks({ fetchBlock: source.fetchBlock, cache, now: Date.now });

  if (kuboUrl !== undefined) {
    const kubo = createKubo({ url: kuboUrl, token: kuboToken });
    const source = gatewayUrl === undefined ? kubo : createGateway({ url: gatewayUrl });
    return createPinnedIpfs({ pinner: kubo, remote: remoteFrom(source), storage, keepsCopies });
  }
  if (pinataJwt !== undefined) {
    const pinner = createPinata({
      jwt: pinataJwt,
      uploadUrl: options.pinataUploadUrl,
      apiUrl: options.pinataApiUrl,
    });
    const gateway = createGateway({ url: gatewayUrl ?? PUBLIC_GATEWAY });
    return createPinnedIpfs({ pinner, remote: remoteFrom(gateway), storage, keepsCopies });
  }
  const elsewhere = gatewayUrl === undefined ? null : createGateway({ url: gatewayUrl });
  return createEmbeddedIpfs(storage, elsewhere && remoteFrom(elsewhere));
}
