import { getContext } from "@/lib/context";
import { cachedDocument } from "@/lib/http/cached-document";
import { dataDocument } from "@/lib/openapi/documents";

export const GET = cachedDocument(() => {
  const { publicUrl, DATA_CHAINS } = getContext().env;
  return dataDocument({ serverUrl: publicUrl, chains: DATA_CHAINS });
});
