import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder of the same size, shown while the draft loads. */
export function LaunchWizardSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div>
        <Skeleton className="h-1 w-full rounded-full" />
        <Skeleton className="mt-3 h-4 w-72 max-w-full" />
        <Skeleton className="mt-7 h-7 w-52" />
        <Skeleton className="mt-6 h-96 w-full rounded-card" />
      </div>
      <Skeleton className="hidden h-[33rem] w-full rounded-card lg:block" />
    </div>
  );
}
