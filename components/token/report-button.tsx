"use client";

import { Flag } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PartBoundary, PartFailed } from "@/components/ui/part-boundary";
import type { ChainSlug } from "@/lib/shared/chains";
import type { ReportedToken } from "./report-dialog";

const ReportDialog = dynamic(
  () => import("./report-dialog").then((module) => module.ReportDialog),
  { ssr: false },
);

/** Reports a token, its image or its creator to the operator. */
export function ReportButton({ chain, token }: { chain: ChainSlug; token: ReportedToken }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="ghost" className="h-9" onClick={() => setOpen(true)}>
        <Flag aria-hidden="true" className="size-4" />
        Report
      </Button>
      {isOpen && (
        <PartBoundary fallback={<PartFailed />}>
          <ReportDialog chain={chain} token={token} onClose={() => setOpen(false)} />
        </PartBoundary>
      )}
    </>
  );
}
