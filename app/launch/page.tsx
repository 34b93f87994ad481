import type { Metadata } from "next";
import { LaunchPage } from "@/components/launch/wizard/launch-page";

export const metadata: Metadata = {
  title: "Launch a token",
  description:
    "Choose a name, an image and who earns the fees. Slipway deploys the token and pays the gas.",
};

export default function Launch() {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-7 sm:px-6 sm:py-9">
      <h1 className="mb-6 font-bold text-3xl tracking-tight sm:text-4xl">Launch a token</h1>
      <LaunchPage />
    </div>
  );
}
