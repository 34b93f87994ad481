import type { DocumentedOperation } from "../operations/documented";
import { EXAMPLE } from "../operations/example-values";

/** The ids in the examples and the variables that replace them in requests. */
export const VARIABLES = {
  tokenAddress: EXAMPLE.token,
  jobId: EXAMPLE.jobId,
  imageIpfs: EXAMPLE.imageIpfs,
  videoUID: EXAMPLE.videoUid,
  uploadTicket: EXAMPLE.uploadTicket,
  accountAddress: EXAMPLE.ada,
  otherAddress: EXAMPLE.grace,
  managerAddress: EXAMPLE.manager,
  poolId: EXAMPLE.poolId,
  latestBlock: String(EXAMPLE.block),
} as const;

/** Requests run in this order, each after those whose responses it needs; all others follow. */
const FIRST = [
  "getConfig",
  "getLiveness",
  "getReadiness",
  "getHealth",
  "uploadImage",
  "uploadMetadata",
  "uploadVideo",
  "sendVideo",
  "getVideoStatus",
  "listVideos",
  "createRevenueManager",
  "createFeeSplitManager",
  "launchMemecoin",
  "getLaunchStatus",
];

/**
 * The operations that a collection can run, in order. An event stream would never end, and webhooks
 * need an endpoint that answers.
 */
export function runnable(operations: readonly DocumentedOperation[]): DocumentedOperation[] {
  const rankOf = ({ id }: DocumentedOperation) =>
    FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length;
  return operations
    .filter(({ mediaType, access }) => mediaType === undefined && access === undefined)
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The request with variables instead of its example ids. */
export function withVariables(text: string): string {
  // The page of a token. Its site is not `baseUrl`, which may be a proxy in front of the APIs.
  const onSite = text.replaceAll(`${EXAMPLE.site}/${EXAMPLE.chain}/`, "{{siteUrl}}/{{chain}}/");
  return Object.entries(VARIABLES).reduce(
    (filled, [name, value]) => filled.replaceAll(value, `{{${name}}}`),
    onSite,
  );
}

/** Values that a response sets for later requests: variable → expression over `answer`. */
const REMEMBERED: Record<string, Record<string, string>> = {
  getConfig: {
    sandbox:
      'String(answer.chains.find(({ slug }) => slug === pm.collectionVariables.get("chain"))?.sandbox)',
  },
  getLiveness: {
    accountAddress: "answer.serverWallet",
    otherAddress: "answer.serverWallet",
    // An address that is not a manager has no earners. For chains on which none can be created.
    managerAddress: "answer.serverWallet",
  },
  uploadImage: { imageIpfs: "answer.ipfsHash" },
  uploadVideo: {
    videoUID: "answer.videoUID",
    // Videos that a provider receives itself are not sent to this service.
    uploadTicket:
      'answer.uploadURL.startsWith(pm.collectionVariables.get("baseUrl")) ? answer.uploadURL.split("/").pop() : ""',
  },
  createRevenueManager: { managerAddress: "answer.managerAddress" },
  launchMemecoin: {
    jobId: "answer.jobId",
    tokenAddress: "answer.expectedAddress",
    accountAddress: "answer.walletProvider?.address",
  },
  getTokenDetails: { poolId: "answer.poolId" },
  getDexScreenerLatestBlock: { latestBlock: "answer.block.blockNumber" },
  listTokens: { tokenAddress: "answer.data[0]?.tokenAddress" },
};
/** A list only provides a token when nothing was launched before. */
const ONLY_WHEN_UNSET = ["listTokens"];

/** The condition under which a request is skipped, and why. */
const SKIPPED: Record<string, string> = {
  // Choose a file in the body to send it.
  sendVideo:
    '!pm.collectionVariables.get("uploadTicket") || !pm.request.body.formdata.one("file").src?.length',
  // Replace the URL in the body by that of an image to send it.
  uploadImageFromUrl: 'pm.request.body.raw.includes("//example.com/")',
  sandboxFaucet: 'pm.collectionVariables.get("sandbox") !== "true"',
};

/** An error that depends on what has happened on the chain, not on the request. */
const EXPECTED_ERRORS: Record<string, string> = {
  // A token that was just launched has earned nothing.
  prepareClaim: "nothing_to_claim",
};

/** The condition under which a request is repeated a second later. */
function repeatedWhile({ id, errors }: DocumentedOperation): string | null {
  if (id === "getLaunchStatus") return '["waiting", "active"].includes(answer.state)';
  // A new token is found once its block is indexed.
  return errors.includes("token_not_found") ? "pm.response.code === 404" : null;
}
const REPEATS_MAX = 120;

/** Collection format 2.1.0, "event". */
export type PostmanEvent = {
  listen: "prerequest" | "test";
  script: { type: "text/javascript"; exec: string[] };
};

/**
 * The scripts of a request: they skip it, check it, repeat it and store values of its response.
 */
export function scriptsOf(operation: DocumentedOperation): PostmanEvent[] {
  const skipped = SKIPPED[operation.id];
  const repeated = repeatedWhile(operation);
  const check = checkOf(operation.id);
  return [
    ...(skipped === undefined
      ? []
      : [event("prerequest", [`if (${skipped}) pm.execution.skipRequest();`])]),
    event("test", [
      "const answer = pm.response.json();",
      ...(repeated === null ? [check] : repeating(repeated, check)),
      ...remembering(operation.id),
    ]),
  ];
}

function checkOf(id: string): string {
  const check = 'pm.test("Status is 200", () => pm.response.to.have.status(200));';
  const error = EXPECTED_ERRORS[id];
  return error === undefined ? check : `if (answer.code !== "${error}") ${check}`;
}

function repeating(condition: string, check: string): string[] {
  return [
    'const repeats = Number(pm.collectionVariables.get("repeats") || 0);',
    `if (${condition} && repeats < ${REPEATS_MAX}) {`,
    '  pm.collectionVariables.set("repeats", repeats + 1);',
    "  pm.execution.setNextRequest(pm.info.requestName);",
    "  setTimeout(() => {}, 1000);",
    "} else {",
    '  pm.collectionVariables.set("repeats", 0);',
    `  ${check}`,
    "}",
  ];
}

function remembering(id: string): string[] {
  return Object.entries(REMEMBERED[id] ?? {}).flatMap(([name, expression]) => {
    const isUnset = `!pm.collectionVariables.get("${name}")`;
    const condition = ONLY_WHEN_UNSET.includes(id) ? `${name} && ${isUnset}` : name;
    return [
      `const ${name} = ${expression};`,
      `if (${condition}) pm.collectionVariables.set("${name}", ${name});`,
    ];
  });
}

function event(listen: PostmanEvent["listen"], exec: string[]): PostmanEvent {
  return { listen, script: { type: "text/javascript", exec } };
}
