import { cn } from "@/components/ui/cn";
import { LogoMark } from "./logo";
import type { SiteBrand } from "./site-facts";

/** The operator's logo, or the default one. */
export function BrandMark({ logo, className }: Pick<SiteBrand, "logo"> & { className?: string }) {
  if (logo === null) return <LogoMark {...(className && { className })} />;
  // biome-ignore lint/performance/noImgElement: an SVG, which next/image does not resize
  return <img data-slot="logo-mark" src={logo} alt="" className={cn("size-7", className)} />;
}
