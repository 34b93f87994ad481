import { z } from "zod";
import { parseJson } from "@/lib/support/read-bytes";
import { callProvider, urlBelow } from "./call-provider";
import { IpfsUnavailableError } from "./ipfs";
import { ANSWER_BYTES_MAX, PIN_MS_MAX, type Pinner, UNPIN_MS_MAX } from "./pinner";

export const PINATA_UPLOAD_URL = "https://uploads.pinata.cloud";

export const PINATA_API_URL = "https://api.pinata.cloud";
/** Marks the files of this service in an account that may have others. */
const FILE_NAME = "slipway";

const answer = z.object({ data: z.object({ cid: z.string() }) });
const found = z.object({
  data: z.object({ files: z.array(z.object({ id: z.string(), name: z.string().nullable() })) }),
});

/**
 * Pinata's v3 API. Sets `cid_version` because its default has changed.
 * @param options.jwt of a key that may read and write files
 */
export function createPinata(options: {
  jwt: string;
  uploadUrl?: string | undefined;
  apiUrl?: string | undefined;
}): Pinner {
  const { jwt, uploadUrl = PINATA_UPLOAD_URL, apiUrl = PINATA_API_URL } = options;
  const headers = { authorization: `Bearer ${jwt}` };
  return {
    name: "Pinata",
    async pin(bytes) {
      const body = new FormData();
      body.set("network", "public");
      body.set("name", FILE_NAME);
      body.set("cid_version", "v0");
      body.set("file", new Blob([Buffer.from(bytes)]), "slipway");
      const text = await callProvider({
        name: "Pinata",
        url: urlBelow(uploadUrl, "v3/files"),
        method: "POST",
        headers,
        body,
        bytesMax: ANSWER_BYTES_MAX,
        timeoutMs: PIN_MS_MAX,
      });
      const parsed = answer.safeParse(parseJson(text));
      if (!parsed.success) throw new IpfsUnavailableError("Pinata returned an invalid response");
      return parsed.data.data.cid;
    },
    async unpin(root) {
      const request = {
        name: "Pinata",
        headers,
        bytesMax: ANSWER_BYTES_MAX,
        timeoutMs: UNPIN_MS_MAX,
      };
      const list = urlBelow(apiUrl, "v3/files/public");
      list.searchParams.set("cid", root.toString());
      const text = await callProvider({ ...request, url: list, method: "GET" });
      const parsed = found.safeParse(parseJson(text));
      if (!parsed.success) throw new IpfsUnavailableError("Pinata returned an invalid response");
      for (const { id, name } of parsed.data.data.files) {
        if (name !== FILE_NAME) continue;
        await callProvider({
          ...request,
          url: urlBelow(apiUrl, `v3/files/public/${encodeURIComponent(id)}`),
          method: "DELETE",
          missing: { statuses: [404] },
        });
      }
    },
  };
}
