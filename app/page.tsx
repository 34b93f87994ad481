import { Suspense } from "react";
import { Explorer } from "@/components/home/explorer";
import { Hero } from "@/components/home/hero";
import { requestOrigin } from "./request-origin";

export default async function StartPage() {
  return (
    <>
      <Hero chain="base-sepolia" origin={await requestOrigin()} />
      <Suspense>
        <Explorer chain={null} />
      </Suspense>
    </>
  );
}
