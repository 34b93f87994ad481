import Link from "next/link";
import { buttonClass } from "@/components/ui/button";

export const metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <div className="grid grow place-items-center px-4 py-20 text-center">
      <div>
        <p className="font-mono text-faint text-sm">404</p>
        <h1 className="mt-2 text-balance text-display">Page not found</h1>
        <p className="mx-auto mt-4 max-w-md text-balance text-muted">
          Check the URL, or search for a token by its name or address.
        </p>
        <p className="mt-7">
          <Link href="/" className={buttonClass({ variant: "primary" })}>
            Explore tokens
          </Link>
        </p>
      </div>
    </div>
  );
}
