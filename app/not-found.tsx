import { Compass } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export const metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <div className="grid grow place-items-center py-16">
      <div>
        <h1 className="sr-only">Page not found</h1>
        <EmptyState
          icon={<Compass aria-hidden="true" className="mb-2 size-9 text-accent-text" />}
          title="Nothing is moored here"
          action={
            <Link href="/" className={buttonClass({ variant: "primary" })}>
              To the tokens
            </Link>
          }
        >
          This address leads to no page. Chains are spelled <code className="font-mono">base</code>,{" "}
          <code className="font-mono">base-sepolia</code> and{" "}
          <code className="font-mono">robinhood</code>.
        </EmptyState>
      </div>
    </div>
  );
}
