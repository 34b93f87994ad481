import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";

type Row = { id: string; cells: readonly ReactNode[] };

/**
 * A table that becomes a list on phones, each cell below its column heading.
 * @param widths classes of the columns' widths. Without them the widths follow the content, so that
 *   the columns of a long table move while its rows arrive.
 */
export function DocTable({
  label,
  columns,
  widths,
  rows,
}: {
  label: string;
  columns: readonly string[];
  widths?: readonly string[];
  rows: readonly Row[];
}) {
  return (
    <Card className="overflow-hidden">
      <table aria-label={label} className={cn("w-full text-left text-sm", widths && "table-fixed")}>
        <thead className="max-sm:sr-only">
          <tr className="border-b font-mono text-faint text-micro uppercase">
            {columns.map((column, index) => (
              <th key={column} scope="col" className={cn("px-4 py-3 font-normal", widths?.[index])}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr
              key={id}
              id={id}
              className="scroll-mt-28 border-b py-2 last:border-0 target:bg-sea max-sm:block"
            >
              {cells.map((cell, index) => (
                <td
                  key={columns[index]}
                  className={cn(
                    "px-4 py-1 align-top [overflow-wrap:anywhere] max-sm:block sm:py-2.5",
                    index > 0 && "text-muted",
                  )}
                >
                  {index > 0 && (
                    <span aria-hidden="true" className="mr-1.5 text-faint text-xs sm:hidden">
                      {columns[index]}:
                    </span>
                  )}
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
