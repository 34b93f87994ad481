import type { Metadata } from "next";
import { Suspense } from "react";
import { AccountPage } from "@/components/account/account-page";

export const metadata: Metadata = {
  title: "Account",
  description: "View and withdraw your earnings.",
  robots: { index: false },
};

export default function Account() {
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-7 sm:px-6 sm:py-9">
      <Suspense>
        <AccountPage />
      </Suspense>
    </div>
  );
}
