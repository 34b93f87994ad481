import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Webhook } from "standardwebhooks";
import { timeoutSignal, unlessAborted } from "@/lib/shared/abort";
import { onNoResponse } from "@/lib/shared/http/on-no-response";
import { isLoopbackAddress, isPublicAddress } from "@/lib/support/calls/public-address";
import { type ResolveHost, resolveHost } from "@/lib/support/calls/resolve-host";

/** Time limit of name, connection, request and response together. */
const TIMEOUT_MS = 10_000;
/** Bytes that are read of a response: enough for the challenge and for an error in the list. */
const BYTES_MAX = 4_096;
const USER_AGENT = "Launchpad-Webhooks/1.0";

export type WebhookRequest = {
  url: string;
  /** Stable: every attempt of one delivery has the same. */
  id: string;
  body: string;
  /** `whsec_…`; two while a replaced secret is still valid. */
  secrets: readonly string[];
  /** When this attempt is sent. */
  at: Date;
};

/** `status` is null when no response arrived; `error` then has the reason, without an address. */
export type WebhookResponse = { status: number | null; text: string; error: string | null };

export type WebhookSender = {
  /** Sends one attempt. Never throws. */
  send(request: WebhookRequest): Promise<WebhookResponse>;
  /** Whether a URL may be an endpoint, as far as that is known without its DNS records. */
  mayUse(url: URL): boolean;
};

/** The address of an endpoint is not on the public internet. */
class RefusedAddressError extends Error {
  override readonly name = "RefusedAddressError";
}

/**
 * Sends webhooks to users' endpoints. The address is checked when the connection is opened, for
 * each attempt, on the very addresses that are connected to. So a name whose records change between
 * a check and the connection gains nothing. Redirects are not followed, connections are not reused
 * and no proxy is used.
 * @param options.allowsLoopback also http to this machine's loopback; only for tests
 */
export function createWebhookSender(options: {
  allowsLoopback: boolean;
  resolve?: ResolveHost;
  timeoutMs?: number;
}): WebhookSender {
  const { allowsLoopback, resolve = resolveHost, timeoutMs = TIMEOUT_MS } = options;
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address));

  const lookup: LookupFunction = (host, { all }, callback) => {
    resolve(host).then(
      (found) => {
        const allowed = found.filter(({ address }) => isAllowed(address));
        const [first] = allowed;
        if (first === undefined) callback(new RefusedAddressError(), "", 4);
        else if (all === true) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error: unknown) =>
        callback(error instanceof Error ? error : new Error("no such host"), "", 4),
    );
  };

  function mayUse(url: URL): boolean {
    const host = hostOf(url);
    const isLiteral = isIP(host) !== 0;
    if (url.username !== "" || url.password !== "") return false;
    if (url.protocol === "http:") return allowsLoopback && isLoopbackAddress(host);
    if (url.protocol !== "https:") return false;
    return isLiteral ? isAllowed(host) : isPublicName(host);
  }

  return {
    mayUse,
    async send({ url: address, id, body, secrets, at }) {
      const url = new URL(address);
      // `lookup` is not called for an IP address.
      if (!mayUse(url)) return failure("the address is not public");
      const headers = {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": USER_AGENT,
        ...signatureHeaders({ id, body, secrets, at }),
      };
      const request = url.protocol === "http:" ? requestHttp : requestHttps;
      const signal = timeoutSignal(timeoutMs);
      const sent = request(url, { method: "POST", headers, lookup, agent: false, signal });
      try {
        // Whatever the endpoint does, the attempt ends: a call of the job engine waits for it.
        return await unlessAborted(readResponse(sent, body), signal);
      } catch (error) {
        return failure(signal.aborted ? "no response within 10 seconds" : reasonOf(error));
      } finally {
        sent.destroy();
      }
    },
  };
}

/** The headers of Standard Webhooks: one signature for each secret. */
export function signatureHeaders(message: {
  id: string;
  body: string;
  secrets: readonly string[];
  at: Date;
}): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const { id, body, secrets, at } = message;
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
  };
}

function readResponse(sent: ClientRequest, body: string): Promise<WebhookResponse> {
  return new Promise((resolve, reject) => {
    onNoResponse(sent, reject);
    sent.once("response", (response: IncomingMessage) => {
      const { statusCode = null } = response;
      const chunks: Buffer[] = [];
      let size = 0;
      const end = () => {
        const text = Buffer.concat(chunks).subarray(0, BYTES_MAX).toString("utf8");
        resolve({ status: statusCode, text, error: null });
      };
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        // The rest is not read: the caller closes the connection.
        if (size >= BYTES_MAX) end();
      });
      response.once("end", end);
      response.once("error", reject);
      response.once("aborted", () => reject(new Error("the response was cut off")));
    });
    sent.end(body);
  });
}

function failure(error: string): WebhookResponse {
  return { status: null, text: "", error };
}

/** For the owner of the webhook: the kind of the error. Messages would show which ports are open. */
function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddressError) return "the address is not public";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (["ENOTFOUND", "ENODATA", "ESERVFAIL", "ETIMEOUT", "EAI_AGAIN"].includes(code)) {
    return "the host name was not found";
  }
  if (/CERT|SSL|TLS|SIGNATURE|ALTNAME/.test(code)) return "the TLS certificate is not valid";
  return "the connection failed";
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** Names without a dot, and those that only mean something in a local network, are not public. */
function isPublicName(host: string): boolean {
  return (
    host.includes(".") &&
    !/\.(localhost|local|internal|intranet|lan|home|corp|private|localdomain|home\.arpa|onion)$/i.test(
      host,
    )
  );
}
