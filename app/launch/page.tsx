import type { Metadata } from "next";
import { LaunchPage } from "@/components/launch/wizard/launch-page";
import { pageData } from "../page-data";

export function generateMetadata(): Metadata {
  const { name } = pageData().brand;
  return {
    title: "Launch a token",
    description: `Choose a name, an image and who earns the fees. ${name} deploys the token and pays the gas.`,
  };
}

export default function Launch() {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-7 sm:px-6 sm:py-9">
      <h1 className="mb-6 font-bold text-3xl tracking-tight sm:text-4xl">Launch a token</h1>
      <LaunchPage />
    </div>
  );
}
