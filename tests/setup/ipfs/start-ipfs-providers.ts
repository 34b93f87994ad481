import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import busboy from "busboy";
import { CID } from "multiformats/cid";
import { listen } from "../servers/listen";
import { type Blocks, independentDag } from "./independent-dag";

export const PINATA_JWT = "pinata-jw7-value";
export const KUBO_TOKEN = "kubo-t0ken-value";

/** The fault of the next request to an endpoint (`POST /pinata/v3/files`). */
export type Fault = { status: number; body?: string; headers?: Record<string, string> } | "hang up";

type Upload = { fields: Record<string, string>; file: Buffer | null };

/**
 * Pinata's API, a Kubo node's RPC and a trustless gateway by their documented wire formats,
 * on one port. All three share one network of blocks, with CIDs from a separate encoder.
 */
export async function startIpfsProviders() {
  const blocks: Blocks = new Map();
  const requests: string[] = [];
  const faults = new Map<string, Fault>();
  /** Blocks that the gateway never finishes sending. */
  const slow = new Set<string>();
  const settings = { claimedCid: null as string | null };
  /** The blocks of each file that Pinata or the node publishes. */
  const pins = new Map<string, string[]>();

  function keep(file: Buffer): string {
    const dag = independentDag(file);
    for (const [cid, block] of dag.blocks) blocks.set(cid, block);
    return settings.claimedCid ?? dag.cid;
  }

  function pin(file: Buffer): string {
    const cid = keep(file);
    pins.set(cid, [...independentDag(file).blocks.keys()]);
    return cid;
  }

  /** https://docs.pinata.cloud/api-reference/endpoint/list-files and delete-file-by-id */
  function answerPinataFiles(request: IncomingMessage, response: ServerResponse, url: URL) {
    if (request.headers.authorization !== `Bearer ${PINATA_JWT}`) {
      return json(response, 401, { error: { code: 401, message: "Not Authorized" } });
    }
    const id = url.pathname.split("/").at(5);
    if (request.method === "DELETE") {
      const cid = id?.replace(/^id-/, "") ?? "";
      if (!pins.has(cid))
        return json(response, 404, { error: { code: 404, message: "Not Found" } });
      for (const block of pins.get(cid) ?? []) blocks.delete(block);
      pins.delete(cid);
      return json(response, 200, { data: null });
    }
    const cid = url.searchParams.get("cid") ?? "";
    const file = { id: `id-${cid}`, name: "slipway", cid, size: 1, number_of_files: 1 };
    const files = pins.has(cid)
      ? [{ ...file, id: "id-other", name: "of another program" }, file]
      : [];
    return json(response, 200, { data: { files, next_page_token: "" } });
  }

  /** As a node with `pin/rm` and `block/rm`: it keeps blocks of pinned files. */
  function answerRemoval(response: ServerResponse, url: URL): unknown {
    const args = url.searchParams.getAll("arg");
    if (url.pathname.endsWith("/pin/rm")) {
      const [cid = ""] = args;
      if (pins.delete(cid)) return json(response, 200, { Pins: [cid] });
      const Message = "not pinned or pinned indirectly";
      return json(response, 500, { Message, Code: 0, Type: "error" });
    }
    const pinned = new Set([...pins.values()].flat());
    const lines = args.map((Hash) => {
      if (pinned.has(Hash)) return { Hash, Error: "pinned: recursive" };
      blocks.delete(Hash);
      return { Hash };
    });
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  /** https://docs.pinata.cloud/api-reference/endpoint/upload-a-file */
  function answerPinata(
    request: IncomingMessage,
    response: ServerResponse,
    upload: Upload,
  ): unknown {
    if (request.headers.authorization !== `Bearer ${PINATA_JWT}`) {
      return json(response, 401, { error: { code: 401, message: "Not Authorized" } });
    }
    const { file, fields } = upload;
    if (file === null) return json(response, 400, { error: { code: 400, message: "No file" } });
    if (fields.network !== "public" || fields.cid_version !== "v0") {
      return json(response, 400, { error: { code: 400, message: "Not the layout that we want" } });
    }
    const cid = pin(file);
    const now = new Date(0).toISOString();
    const record = { id: "0195", name: fields.name, cid, size: file.length, created_at: now };
    return json(response, 200, {
      data: { ...record, number_of_files: 1, mime_type: "application/octet-stream" },
    });
  }

  /** https://docs.ipfs.tech/reference/kubo/rpc */
  function answerKubo(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    upload: Upload,
  ): unknown {
    if (request.headers.authorization !== `Bearer ${KUBO_TOKEN}`) {
      return response.writeHead(403).end("403 - Access denied");
    }
    if (request.method !== "POST") return response.writeHead(405).end();
    const option = (name: string) => url.searchParams.get(name);
    if (url.pathname === "/kubo/api/v0/block/get") {
      const block = find(option("arg") ?? "");
      if (block !== null) return response.writeHead(200).end(block);
      const Message = "block was not found locally (offline): ipld: could not find";
      return json(response, 500, { Message, Code: 0, Type: "error" });
    }
    if (/\/(pin|block)\/rm$/.test(url.pathname)) return answerRemoval(response, url);
    const isDefault =
      option("cid-version") === "0" &&
      option("raw-leaves") === "false" &&
      option("chunker") === "size-262144" &&
      option("pin") === "true";
    if (url.pathname !== "/kubo/api/v0/add" || upload.file === null || !isDefault) {
      return json(response, 400, { Message: "unexpected", Code: 1, Type: "error" });
    }
    const Hash = pin(upload.file);
    const lines = [{ Name: "slipway", Hash, Size: String(upload.file.length) }];
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  /** https://specs.ipfs.tech/http-gateways/trustless-gateway */
  function answerGateway(request: IncomingMessage, response: ServerResponse, url: URL): unknown {
    const cid = url.pathname.replace("/gateway/ipfs/", "");
    const isRaw =
      url.searchParams.get("format") === "raw" ||
      request.headers.accept === "application/vnd.ipld.raw";
    if (!isRaw || request.method !== "GET") return response.writeHead(406).end();
    const block = find(cid);
    if (block === null) return response.writeHead(404).end("not found");
    if (slow.has(cid)) return response.writeHead(200).write(block.subarray(0, 1));
    return response.writeHead(200, { "content-type": "application/vnd.ipld.raw" }).end(block);
  }

  function find(cid: string): Buffer | null {
    return blocks.get(CID.createV0(digestOf(cid)).toString()) ?? null;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const place = `${request.method} ${url.pathname}`;
    requests.push(place);
    const isForm = request.headers["content-type"]?.startsWith("multipart/form-data") ?? false;
    const upload = isForm ? await readForm(request) : { fields: {}, file: null };
    const fault = [...faults].find(([at]) => place.startsWith(at));
    if (fault !== undefined) {
      const [at, what] = fault;
      faults.delete(at);
      if (what === "hang up") return request.socket.destroy();
      return response.writeHead(what.status, what.headers).end(what.body);
    }
    if (url.pathname === "/pinata/v3/files") return answerPinata(request, response, upload);
    if (url.pathname.startsWith("/pinata/v3/files/public")) {
      return answerPinataFiles(request, response, url);
    }
    if (url.pathname.startsWith("/kubo/")) return answerKubo(request, response, url, upload);
    if (url.pathname.startsWith("/gateway/ipfs/")) return answerGateway(request, response, url);
    return response.writeHead(404).end();
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => response.destroy(error));
  });
  const { origin } = await listen(server);

  return {
    pinataUrl: `${origin}/pinata`,
    kuboUrl: `${origin}/kubo`,
    gatewayUrl: `${origin}/gateway`,
    blocks,
    pins,
    requests,
    faults,
    settings,
    slow,
    keep,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function digestOf(cid: string) {
  const { multihash } = CID.parse(cid);
  if (multihash.code !== 0x12) throw new Error("only sha2-256 is kept here");
  return { ...multihash, code: 0x12 as const };
}

async function readForm(request: IncomingMessage): Promise<Upload> {
  const form = busboy({ headers: request.headers });
  const fields: Record<string, string> = {};
  const files: Promise<Buffer>[] = [];
  form.on("field", (name, value) => {
    fields[name] = value;
  });
  form.on("file", (name, stream) => {
    if (name === "file") files.push(buffer(stream));
    else stream.resume();
  });
  await new Promise((resolve, reject) => {
    form.on("close", resolve);
    form.on("error", reject);
    request.pipe(form);
  });
  return { fields, file: (await files[0]) ?? null };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
