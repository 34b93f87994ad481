import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LaunchProgress } from "@/components/launch/status/launch-progress";
import { isChainSlug } from "@/lib/shared/chains";

type Props = { params: Promise<{ chain: string; jobId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  // Here as well: the browser shows the title of a page's own metadata.
  if (!isChainSlug((await params).chain)) notFound();
  return { title: "Launch status", robots: { index: false } };
}

export default async function LaunchStatusPage({ params }: Props) {
  const { chain, jobId } = await params;
  if (!isChainSlug(chain)) notFound();
  return (
    <div className="mx-auto w-full max-w-page px-4 py-10 sm:px-6 sm:py-14">
      <LaunchProgress linkedChain={chain} jobId={decodeURIComponent(jobId)} />
    </div>
  );
}
