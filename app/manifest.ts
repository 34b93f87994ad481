import type { MetadataRoute } from "next";

export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/",
    name: "Slipway",
    short_name: "Slipway",
    description: "Launch a token with one request, and trade it.",
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
      { name: "Docs", url: "/docs" },
    ],
  };
}
