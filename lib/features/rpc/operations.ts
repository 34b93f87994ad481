import { nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import { faucetAnswer, faucetRequest, rpcAnswers, rpcBody } from "./schema";

const shared = {
  api: "launch",
  method: "POST",
  query: nothing,
  cache: null,
} as const;

/** JSON-RPC proxy to the nodes of a chain. */
export const relayRpc = operation({
  ...shared,
  id: "relayRpc",
  path: "/rpc/{chain}",
  errorForm: "rpc",
  params: chainParams,
  body: rpcBody,
  bodyBytesMax: 256 * 1024,
  response: rpcAnswers,
  limit: { policy: "rpc", when: "first" },
  atOnce: { total: 256, perCaller: 16 },
  simulation: "call",
  errors: [
    "invalid_parameters",
    "invalid_body",
    "unsupported_chain",
    "payload_too_large",
    "request_timeout",
    "unsupported_media_type",
    "rate_limited",
    "internal_error",
  ],
});

/** Faucet of sandbox chains. */
export const sandboxFaucet = operation({
  ...shared,
  id: "sandboxFaucet",
  path: "/sandbox/faucet",
  params: nothing,
  body: faucetRequest,
  bodyBytesMax: 4 * 1024,
  response: faucetAnswer,
  limit: { policy: "faucet", when: "service" },
  errors: [
    "invalid_body",
    "not_found",
    "payload_too_large",
    "request_timeout",
    "unsupported_media_type",
    "rate_limited",
    "internal_error",
    "dependency_unavailable",
  ],
});
