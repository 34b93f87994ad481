import type { Metadata } from "next";
import { Suspense } from "react";
import { ConfirmSignIn } from "@/components/account/sign-in/confirm-sign-in";

export const metadata: Metadata = {
  title: "Sign in",
  description: "Confirm a sign-in by email.",
  robots: { index: false },
  referrer: "no-referrer",
};

export default function Confirm() {
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-7 sm:px-6 sm:py-9">
      <Suspense>
        <ConfirmSignIn />
      </Suspense>
    </div>
  );
}
