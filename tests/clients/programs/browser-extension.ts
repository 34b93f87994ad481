import { z } from "zod";
import { accepted, DATA, getJson, must, type Reply, runActions, token } from "./support";

/** An extension that shows tokens beside a page; it calls from its own origin. */

const ORIGIN = { Origin: "chrome-extension://abcdefghijklmnopabcdefghijklmnop" };
const UNKNOWN = `0x${"ab".repeat(20)}`;

function mustBeReadable({ headers }: Reply): void {
  const allowed = headers.get("access-control-allow-origin");
  must(allowed === "*", "readable from any origin", allowed);
}

await runActions({
  "lists ten tokens from an extension's origin": async () => {
    const reply = await getJson(`${DATA}/tokens?limit=10`, ORIGIN);
    mustBeReadable(reply);
    const item = z.object({ tokenAddress: z.string(), symbol: z.string(), name: z.string() });
    const { data } = accepted(reply, z.object({ data: z.array(item).min(1).max(10) }));
    must(
      data.every(({ tokenAddress }) => tokenAddress.startsWith("0x")),
      "addresses",
      data,
    );
  },
  "finds a token by its lower-case address": async () => {
    const reply = await getJson(`${DATA}/tokens/${token.toLowerCase()}`, ORIGIN);
    mustBeReadable(reply);
    const { tokenAddress } = accepted(reply, z.object({ tokenAddress: z.string() }));
    must(tokenAddress.toLowerCase() === token.toLowerCase(), token, tokenAddress);
  },
  "reads 404 for an address that is no token": async () => {
    const reply = await getJson(`${DATA}/tokens/${UNKNOWN}`, ORIGIN);
    mustBeReadable(reply);
    must(reply.status === 404, "status 404", reply);
  },
});
