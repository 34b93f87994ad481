import type { SiteFacts } from "@/components/layout/site-facts";
import { getToken } from "@/lib/features/market/get-token";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import { listEmails } from "@/lib/features/users/list-emails";
import { THIS_MACHINE_HEADER } from "@/lib/http/limits/callers";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { toAppError } from "@/lib/shared/errors";
import type { ServiceContext } from "../context";
import { mayReadOutbox } from "./operator";

type Mails = NonNullable<Awaited<ReturnType<typeof listEmails>>>;

/** All that pages and route files know of the server. They have no other way to it. */
export type PageData = {
  publicUrl: URL;
  /** Where this process itself listens. */
  loopbackUrl: URL;
  facts: SiteFacts;
  /** The configured origin, else the one that the request names. */
  origin(host: string | null): string;
  /** Null while the token is not indexed, or cannot be read now. */
  findToken(chain: ChainSlug, tokenAddress: `0x${string}`): Promise<TokenBasicDetails | null>;
  /** The sandbox's mails: null where there are none, `locked` for whoever may not read them. */
  mails(headers: Headers): Promise<Mails | "locked" | null>;
};

declare global {
  /**
   * The one thing that the server hands to pages. Next bundles pages, so a module that they import is
   * another one than the server's.
   */
  var slipwayPageData: PageData | undefined;
}

export function createPageData(
  ctx: Pick<ServiceContext, "chains" | "clock" | "env" | "log" | "mailbox" | "market">,
): PageData {
  const { env, chains } = ctx;
  const isSimulated = (slug: ChainSlug) => chains[slug] !== undefined && env.isSandbox(slug);
  return {
    publicUrl: new URL(env.publicUrl),
    loopbackUrl: new URL(`http://${loopbackHost(env.HOST)}:${env.PORT}`),
    facts: { dataChains: env.DATA_CHAINS, sandbox: CHAIN_SLUGS.some(isSimulated) },
    origin(host) {
      if (env.PUBLIC_URL !== undefined || host === null) return new URL(env.publicUrl).origin;
      return `http://${host}`;
    },
    async findToken(chain, tokenAddress) {
      const input = { params: { chain, tokenAddress }, query: {}, body: undefined };
      try {
        return await getToken({ ctx, input });
      } catch (thrown) {
        if (toAppError(thrown).status >= 500) {
          ctx.log.warn({ err: thrown, chain, tokenAddress }, "page rendered without its token");
        }
        return null;
      }
    },
    async mails(headers) {
      if (ctx.mailbox === null) return null;
      const isThisMachine = headers.get(THIS_MACHINE_HEADER) !== null;
      const mayRead = mayReadOutbox(ctx, { isThisMachine, cookies: headers.get("cookie") });
      return mayRead ? listEmails({ ctx }) : "locked";
    },
  };
}

/** An address of this machine at which a server on `host` is reached. */
function loopbackHost(host: string | undefined): string {
  if (host === undefined || host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
