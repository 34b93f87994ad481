import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { QuickStart } from "@/components/docs/quick-start";
import { requestOrigin } from "../request-origin";

export const metadata: Metadata = {
  title: "API reference",
  description: "How to launch a token and read token data over HTTP.",
};

export default async function DocsPage() {
  return (
    <>
      <QuickStart origin={await requestOrigin()} />
      <ApiReference />
    </>
  );
}
