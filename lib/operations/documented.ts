import { ADAPTER_DOCS } from "@/lib/features/adapters/docs";
import { CLAIM_DOCS } from "@/lib/features/fees/docs";
import { LAUNCH_DOCS } from "@/lib/features/launch/docs";
import { MANAGER_DOCS } from "@/lib/features/managers/docs";
import { MARKET_DOCS } from "@/lib/features/market/operations/market-docs";
import { POSITION_DOCS } from "@/lib/features/market/operations/positions-docs";
import { SEARCH_DOCS } from "@/lib/features/market/operations/search-docs";
import { DATA_DOCS } from "@/lib/features/market/operations/tokens-docs";
import { MEDIA_DOCS } from "@/lib/features/media/docs";
import { PROOF_DOCS } from "@/lib/features/proof/docs";
import { RPC_DOCS } from "@/lib/features/rpc/docs";
import { SHARE_DOCS } from "@/lib/features/share/docs";
import { STREAM_DOCS } from "@/lib/features/stream/docs";
import { SYSTEM_DOCS } from "@/lib/features/system/docs";
import { TRADE_DOCS } from "@/lib/features/trade/docs";
import { UDF_DOCS } from "@/lib/features/udf/docs";
import { VIDEO_DOCS } from "@/lib/features/video/docs";
import { WEBHOOK_DOCS } from "@/lib/features/webhooks/docs";
import { OPERATIONS } from "./all";
import type { Operation } from "./operation";
import type { OperationDocs } from "./operation-docs";

/** An operation with its documentation. */
export type DocumentedOperation = Operation & OperationDocs;

const DOCS: Record<keyof typeof OPERATIONS, OperationDocs> = {
  ...DATA_DOCS,
  ...MARKET_DOCS,
  ...POSITION_DOCS,
  ...SEARCH_DOCS,
  ...STREAM_DOCS,
  ...SHARE_DOCS,
  ...UDF_DOCS,
  ...ADAPTER_DOCS,
  ...LAUNCH_DOCS,
  ...PROOF_DOCS,
  ...TRADE_DOCS,
  ...CLAIM_DOCS,
  ...MANAGER_DOCS,
  ...MEDIA_DOCS,
  ...VIDEO_DOCS,
  ...WEBHOOK_DOCS,
  ...RPC_DOCS,
  ...SYSTEM_DOCS,
};

/** Every public operation with its documentation. Pages must not load this. */
export const DOCUMENTED_OPERATIONS: readonly DocumentedOperation[] = Object.values<Operation>(
  OPERATIONS,
).map((operation) => ({ ...operation, ...docsOf(operation.id) }));

function docsOf(id: string): OperationDocs {
  const docs = Object.entries(DOCS).find(([name]) => name === id)?.[1];
  if (docs === undefined) throw new Error(`The operation ${id} has no documentation`);
  return docs;
}
