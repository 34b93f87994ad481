"use client";

import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatExact } from "@/lib/web/format/format-decimal";
import { historyCsvFile } from "@/lib/web/history-csv";
import { CHANGES_MAX, fetchHistory } from "@/lib/web/portfolio-queries";

/** Downloads the whole history of an address. */
export function CsvButton({ chain, address }: { chain: ChainSlug; address: string }) {
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const { mutate, isPending, error, data } = useSoleMutation({
    mutationFn: async () => {
      leaving.current = new AbortController();
      const history = await fetchHistory(chain, address, leaving.current.signal);
      save(historyCsvFile(history), `${chain}-${address}.csv`);
      return history.length;
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
      <Button size="small" disabled={isPending} onClick={() => mutate()}>
        <Download aria-hidden="true" className="size-3.5" />
        {isPending ? "Preparing the file…" : "Download CSV"}
      </Button>
      <p role="status" className="text-faint text-xs">
        {error !== null && !isPending && `Could not load the history: ${error.message}`}
        {data !== undefined &&
          data >= CHANGES_MAX &&
          `The file has the newest ${formatExact(CHANGES_MAX)} entries.`}
      </p>
    </div>
  );
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
