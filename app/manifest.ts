import type { MetadataRoute } from "next";
import { pageData } from "./page-data";

// The name is the operator's, who sets it when the server starts.
export const dynamic = "force-dynamic";

export default function manifest(): MetadataRoute.Manifest {
  const { brand } = pageData();
  return {
    id: "/",
    name: brand.name,
    short_name: brand.name,
    description: brand.description,
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#0c1116",
    theme_color: "#0c1116",
    categories: ["finance"],
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Launch a token", url: "/launch" },
      ...(brand.hidden.includes("docs") ? [] : [{ name: "Docs", url: "/docs" }]),
    ],
  };
}
