import { z } from "zod";
import { parseJson } from "@/lib/support/read-bytes";
import { callProvider, urlBelow } from "./call-provider";
import { IpfsUnavailableError } from "./ipfs";
import { PIN_MS_MAX, type Pinner } from "./pinner";

export const PINATA_UPLOAD_URL = "https://uploads.pinata.cloud";

const answer = z.object({ data: z.object({ cid: z.string() }) });

/**
 * Pinata's v3 upload. Sets `cid_version` because its default has changed.
 * @param options.jwt of a key that may write files
 */
export function createPinata(options: { jwt: string; uploadUrl?: string | undefined }): Pinner {
  const { jwt, uploadUrl = PINATA_UPLOAD_URL } = options;
  return {
    name: "Pinata",
    async pin(bytes) {
      const body = new FormData();
      body.set("network", "public");
      body.set("name", "slipway");
      body.set("cid_version", "v0");
      body.set("file", new Blob([Buffer.from(bytes)]), "slipway");
      const text = await callProvider({
        name: "Pinata",
        url: urlBelow(uploadUrl, "v3/files"),
        method: "POST",
        headers: { authorization: `Bearer ${jwt}` },
        body,
        bytesMax: 64 * 1024,
        timeoutMs: PIN_MS_MAX,
      });
      const parsed = answer.safeParse(parseJson(text));
      if (!parsed.success) throw new IpfsUnavailableError("Pinata returned an invalid response");
      return parsed.data.data.cid;
    },
  };
}
