import type { Metadata } from "next";
import { About } from "@/components/home/about";
import { pageData } from "../page-data";

export const metadata: Metadata = {
  title: "How it works",
  description: "How launching and trading work, what the contracts guarantee, and the risks.",
};

export default function AboutPage() {
  const { legal, brand } = pageData().facts;
  return (
    <div className="pt-8">
      <h1 className="sr-only">How it works, guarantees and risks</h1>
      <About legal={legal} brand={brand} />
    </div>
  );
}
