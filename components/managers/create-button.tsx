"use client";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ManagerProblem } from "./manager-problem";

/**
 * The button that creates a manager, with the problem of the last request. While the result of an
 * earlier request is unknown, it asks whether that one or another one is meant.
 */
export function CreateButton({
  label,
  creation,
  onCreateAnother,
}: {
  label: string;
  creation: {
    isPending: boolean;
    error: Error | null;
    isAsking: boolean;
    checkEarlier: () => void;
  };
  onCreateAnother: () => void;
}) {
  const { isPending, error, isAsking, checkEarlier } = creation;
  if (isAsking) {
    return (
      <Card role="alert" className="p-4 text-sm">
        <p className="font-medium">An earlier request has no result yet</p>
        <p className="mt-2 text-muted">
          Its manager may still be created. Check it first, unless you want two managers.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="primary" onClick={checkEarlier}>
            Check the earlier one
          </Button>
          <Button onClick={onCreateAnother}>Create another</Button>
        </div>
      </Card>
    );
  }
  return (
    <>
      <ManagerProblem error={error} />
      <Button
        type="submit"
        variant="primary"
        disabled={isPending}
        className="h-11 justify-self-start px-5"
      >
        {isPending ? "Creating on chain…" : label}
      </Button>
    </>
  );
}
