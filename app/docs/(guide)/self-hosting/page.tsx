import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CodeBlock } from "@/components/docs/code-block";
import { DocTable } from "@/components/docs/doc-table";
import {
  Code,
  Described,
  DocLink,
  DocList,
  DocPage,
  DocSection,
  DocText,
} from "@/components/docs/doc-text";
import { CADDY_CONFIG, NGINX_CONFIG, PROXY_ENV } from "@/components/docs/samples/proxy-samples";
import { variables } from "@/lib/schemas/environment/environment";
import { VARIABLE_TOPICS } from "@/lib/schemas/environment/values";
import { pageData } from "../../../page-data";

export function generateMetadata(): Metadata {
  // Here as well: the browser shows the title of a page's own metadata.
  if (pageData().brand.isOwn) notFound();
  return { title: "Self-hosting", description: "Run your own launchpad, and configure it." };
}

const VARIABLES = Object.entries(variables.shape)
  .map(([name, rule]) => ({ name, ...rule.meta() }))
  .filter(({ internal }) => internal !== true);

export default function SelfHostingPage() {
  // A launchpad under another name does not explain the software that it runs.
  if (pageData().brand.isOwn) notFound();
  return (
    <DocPage
      title="Self-hosting"
      lead="You need Node 20.19 or later. With an empty environment, all services run embedded on this machine; each variable replaces one of them with a real service."
    >
      <CodeBlock title="Start" code={"npm install\nnpm start"} />
      <DocSection id="production" title="Production">
        <DocList>
          <li>
            Put a <DocLink href="#proxy">proxy</DocLink> that terminates TLS in front.
          </li>
          <li>
            Keep <Code>SERVER_WALLET_PRIVATE_KEY</Code> and <Code>WALLET_SEED_KEY</Code> in a secret
            store, apart from the backups of the database. The database has the seed of the managed
            wallets, encrypted with <Code>WALLET_SEED_KEY</Code>. If you lose the seed or the key,
            your users' earnings are lost.
          </li>
          <li>
            The sandbox and real chains have separate users, sessions and managed wallets. When you
            add the first real chain, you start without users; the terminal and the log report it.
            Update Slipway before you connect the first real chain: the update assigns existing
            users to the realm that is active then.
          </li>
          <li>
            In the sandbox, <Code>/outbox</Code> shows outgoing emails on this machine while{" "}
            <Code>SMTP_URL</Code> is not set. On other machines, use the link that the terminal
            prints next to “Emails”. Its key is in <Code>DATA_DIR/secrets.json</Code>.
          </li>
          <li>
            Deploy the <DocLink href="/docs/contracts">contracts</DocLink> to each real chain first.
            A chain offers only what its deployment manifest contains.
          </li>
          <li>
            On real chains users connect their own wallets: browser wallets, Coinbase Wallet and,
            with <Code>WALLETCONNECT_PROJECT_ID</Code>, wallets on other devices. These need the
            headers <Code>Cross-Origin-Opener-Policy</Code> and <Code>Content-Security-Policy</Code>
            ; a proxy must not change them.
          </li>
          <li>
            Connect to PostgreSQL directly or through a pooler in session mode: the processes
            listen, hold locks and keep prepared statements on their connections. A web server opens
            at most 32 connections, an indexer 11.
          </li>
          <li>
            Point the load balancer at <Code>/readyz</Code>, which depends on the database only,
            monitoring at <Code>/healthz</Code>, and Prometheus at <Code>/metrics</Code> with{" "}
            <Code>METRICS_TOKEN</Code> as bearer token. With{" "}
            <Code>OTEL_EXPORTER_OTLP_ENDPOINT</Code>, each launch is an OpenTelemetry trace from the
            request to the indexed token.
          </li>
          <li>
            On <Code>SIGTERM</Code> a web server returns 503 on <Code>/readyz</Code> and serves
            requests for <Code>SHUTDOWN_DELAY_MS</Code>, so that none are lost. You can also kill a
            process: the next one continues accepted launches, and each happens once.
          </li>
        </DocList>
      </DocSection>
      <DocSection id="proxy" title="Behind a proxy">
        <DocText>
          Set <Code>TRUSTED_PROXY_HOPS</Code> to the number of proxies in front. The caller is that
          many <Code>X-Forwarded-For</Code> entries from the right, so each proxy must append the
          address that it sees. Requests without the header count as the proxy’s own: they share one
          limit, are never exempt, and <Code>/metrics</Code> requires <Code>METRICS_TOKEN</Code>.
        </DocText>
        <CodeBlock title=".env" code={PROXY_ENV} />
        <CodeBlock title="nginx" code={NGINX_CONFIG} />
        <CodeBlock title="Caddyfile" code={CADDY_CONFIG} />
        <DocText>
          With a CDN in front of the proxy, set <Code>TRUSTED_PROXY_HOPS=2</Code> and let only the
          CDN reach the proxy. nginx stays as above. In Caddy, list the CDN’s addresses under{" "}
          <Code>trusted_proxies</Code>, so that Caddy appends to the header. No WebSockets are used;
          live updates are server-sent events.
        </DocText>
      </DocSection>
      <DocSection id="machines" title="Several machines">
        <DocText>
          Configure every service. Then run any number of web servers and at least one indexer. Each
          chain has one leading indexer; the others stand by. The first web server creates the seed
          of the managed wallets and the key of the sessions in the database. Every web server needs
          the same <Code>WALLET_SEED_KEY</Code>; one with another key does not start.{" "}
          <Code>npm run secrets -- show</Code> prints the fingerprints of all secrets, and{" "}
          <Code>npm run secrets -- rotate</Code> replaces the key.
        </DocText>
        <DocText>
          Uploads, videos and IPFS content need a bucket that all machines can reach: set{" "}
          <Code>S3_BUCKET</Code>, <Code>S3_ACCESS_KEY_ID</Code> and{" "}
          <Code>S3_SECRET_ACCESS_KEY</Code>, and <Code>S3_ENDPOINT</Code> for MinIO, Cloudflare R2
          or Garage. Without a bucket, a node that does not share <Code>DATA_DIR</Code> with the
          others does not start. <Code>npm run storage -- copy --to s3</Code> copies existing files.
        </DocText>
        <CodeBlock
          title="Once, then on each machine"
          code={
            "npm run build\nnpm run migrate\n\nnpm run doctor\nnpm run start:web\nnpm run start:indexer"
          }
        />
      </DocSection>
      <DocSection id="variables" title="Variables">
        <DocText>
          Set them in the environment, <Code>.env.local</Code> or <Code>.env</Code>, in this order
          of precedence; every program reads all three. An invalid value stops the start with the
          variable’s name and an example. So does a partly configured service.{" "}
          <Code>npm run doctor</Code> also checks what the variables point to: database, chains,
          contracts, wallet, job engine.
        </DocText>
        {Object.entries(VARIABLE_TOPICS).map(([topic, title]) => (
          <div key={topic} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <h3 className="font-medium">{title}</h3>
            <DocTable
              label={title}
              columns={["Variable", "What it does", "Example"]}
              rows={VARIABLES.filter((one) => one.topic === topic).map(
                ({ name, description, example }) => ({
                  id: name,
                  cells: [
                    <code key="name" className="font-mono text-[0.8125rem] lg:whitespace-nowrap">
                      {name}
                    </code>,
                    <Described key="description" text={description ?? ""} />,
                    <span key="example" className="font-mono text-xs">
                      {example}
                    </span>,
                  ],
                }),
              )}
            />
          </div>
        ))}
      </DocSection>
    </DocPage>
  );
}
