import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pageData } from "../../page-data";

type Props = { params: Promise<{ name: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const text = pageData().legalText((await params).name);
  // Here as well: the browser shows the title of a page's own metadata.
  if (text === null) notFound();
  return { title: text.title };
}

/** A text of the operator. */
export default async function LegalPage({ params }: Props) {
  const text = pageData().legalText((await params).name);
  if (text === null) notFound();
  return (
    <article className="mx-auto w-full max-w-page px-4 py-7 sm:px-6 sm:py-9">
      <h1 className="mb-6 font-bold text-3xl tracking-tight sm:text-4xl">{text.title}</h1>
      <div
        className="wrap-anywhere grid max-w-2xl gap-4 leading-relaxed [&_a]:text-accent-text [&_a]:underline [&_h2]:mt-4 [&_h2]:font-semibold [&_h2]:text-title [&_h3]:font-semibold [&_li]:ml-5 [&_ol]:list-decimal [&_table]:block [&_table]:overflow-x-auto [&_td]:pr-4 [&_th]:pr-4 [&_th]:text-left [&_ul]:list-disc"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the operator's Markdown without HTML
        dangerouslySetInnerHTML={{ __html: text.html }}
      />
    </article>
  );
}
