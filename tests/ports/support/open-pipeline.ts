import { createServer, type RequestListener } from "node:http";
import { afterAll, beforeAll } from "vitest";
import { createContext, type ServiceContext } from "@/lib/context";
import { readEnv } from "@/lib/env";
import { createResponseCache } from "@/lib/http/cache/response-cache";
import { createPipeline } from "@/lib/http/pipeline";
import { listen } from "../../setup/servers/listen";

type PipelineOptions = Parameters<typeof createPipeline>[0];
type Options = Partial<Omit<PipelineOptions, "ctx">> & {
  variables?: Record<string, string>;
  /** Parts of the context that replace the configured ones. */
  parts?: Partial<ServiceContext>;
};

const NOBODY_LISTENS = "http://127.0.0.1:9";

/** A context without a reachable database, store or chain; connections open on first use. */
export function createLonelyContext(variables: Record<string, string> = {}): ServiceContext {
  return createContext(
    readEnv({
      LOG_LEVEL: "silent",
      DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
      SERVER_WALLET_PRIVATE_KEY: `0x${"11".repeat(32)}`,
      NEXTAUTH_SECRET: "a secret of the tests, long enough for them",
      WALLET_SEED_KEY: `0x${"22".repeat(32)}`,
      INNGEST_EVENT_KEY: "unused",
      INNGEST_SIGNING_KEY: "unused",
      UPSTASH_REDIS_REST_URL: NOBODY_LISTENS,
      UPSTASH_REDIS_REST_TOKEN: "unused",
      ...variables,
    }),
  );
}

/** The pipeline with only the given handlers. */
export function createTestPipeline({ variables, parts, ...options }: Options): RequestListener {
  const ctx = { ...createLonelyContext(variables), ...parts };
  return createPipeline({
    ctx,
    endpoints: [],
    cache: createResponseCache({ ctx, bytesMax: 1_000_000 }),
    streams: {
      serve: async () => undefined,
      close: () => undefined,
      count: () => 0,
      dropped: () => 0,
    },
    work: { enter: () => null, start: () => null },
    next: (_request, response) => response.writeHead(200).end("page"),
    isDraining: () => false,
    ...options,
  });
}

/** The same on its own port. */
export async function startPipeline(
  options: Options,
): Promise<{ baseUrl: string; port: number; stop(): void }> {
  const server = createServer(createTestPipeline(options));
  const { port, origin } = await listen(server);
  return { baseUrl: origin, port, stop: () => void server.close() };
}

/**
 * The same for all tests of the calling file.
 * @returns where it is reached, from the first test on
 */
export function openPipeline(options: Options): () => string {
  let running: Awaited<ReturnType<typeof startPipeline>> | null = null;
  beforeAll(async () => {
    running = await startPipeline(options);
  });
  afterAll(() => running?.stop());
  return () => running?.baseUrl ?? "";
}
