import Link from "next/link";
import type { ReactNode } from "react";

/** A guide page: heading, introduction and sections. */
export function DocPage({
  title,
  lead,
  children,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <article data-slot="doc-page" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-9">
      <header>
        <h1 className="text-balance font-bold text-3xl tracking-[-0.03em] sm:text-4xl">{title}</h1>
        <p className="mt-3 max-w-2xl text-pretty text-lg text-muted leading-relaxed">{lead}</p>
      </header>
      {children}
    </article>
  );
}

/** A section with an anchor. */
export function DocSection({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-28 grid-cols-[minmax(0,1fr)] gap-4"
    >
      <h2 id={`${id}-title`} className="font-semibold text-title">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function DocText({ children }: { children: ReactNode }) {
  return <p className="max-w-2xl text-pretty leading-relaxed">{children}</p>;
}

export function DocList({ children }: { children: ReactNode }) {
  return (
    <ul className="grid max-w-2xl list-disc gap-1.5 pl-5 leading-relaxed marker:text-faint">
      {children}
    </ul>
  );
}

export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="rounded bg-raised px-1 py-0.5 font-mono text-[0.85em] [overflow-wrap:anywhere]">
      {children}
    </code>
  );
}

export function DocLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="text-accent-text underline underline-offset-4">
      {children}
    </Link>
  );
}

/** Renders text with `code` in backticks, as in the tables. */
export function Described({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    index % 2 === 0 ? part : <Code key={index}>{part}</Code>,
  );
}
