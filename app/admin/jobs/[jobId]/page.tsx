import type { Metadata } from "next";
import { JobPage } from "@/components/admin/jobs/job-page";

export const metadata: Metadata = { title: "Job" };

export default async function JobDetailsPage({ params }: { params: Promise<{ jobId: string }> }) {
  const { jobId } = await params;
  return <JobPage jobId={decodeURIComponent(jobId)} />;
}
