import type { Metadata } from "next";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { ERRORS } from "@/lib/domain/errors";

export const metadata: Metadata = {
  title: "Errors",
  description: "Every error code of both interfaces with its HTTP status.",
};

export default function ErrorsPage() {
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-9 sm:px-6 lg:py-10">
      <p className="text-sm">
        <Link href="/docs" className="text-accent-text underline underline-offset-4">
          API reference
        </Link>
      </p>
      <h1 className="mt-3 font-bold text-4xl tracking-[-0.03em]">Errors</h1>
      <p className="mt-3 text-lg text-muted leading-relaxed">
        The data interface answers problem details (RFC 9457), the launch interface{" "}
        <code className="font-mono text-[0.9em]">{"{ success: false, error, code }"}</code>. The{" "}
        <code className="font-mono text-[0.9em]">code</code> is for programs and does not change;
        the texts are for people.
      </p>
      <Card className="mt-7 overflow-hidden">
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="border-b font-mono text-faint text-micro uppercase">
              <th scope="col" className="px-4 py-3 font-normal sm:px-5">
                Status
              </th>
              <th scope="col" className="px-2 py-3 font-normal">
                Code
              </th>
              <th scope="col" className="hidden px-5 py-3 font-normal sm:table-cell">
                Meaning
              </th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(ERRORS).map(([code, { status, title }]) => (
              <tr
                key={code}
                id={code}
                className="scroll-mt-24 border-b last:border-0 target:bg-sea"
              >
                <td className="nums px-4 py-2.5 align-top font-semibold sm:px-5">{status}</td>
                <td className="px-2 py-2.5">
                  <code className="font-mono text-[0.8125rem]">{code}</code>
                  <span className="block text-muted sm:hidden">{title}</span>
                </td>
                <td className="hidden px-5 py-2.5 text-muted sm:table-cell">{title}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </div>
  );
}
