import { servePackage } from "@/lib/http/serve-package";

export function GET(request: Request): Promise<Response> {
  return servePackage(request);
}
