import { getContext } from "@/lib/context";
import { describeForMachines } from "@/lib/openapi/describe-for-machines";

export function GET(): Response {
  return new Response(describeForMachines(getContext().env.publicUrl), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
