import { exportAuditLog } from "@/lib/features/admin/list-audit-log";
import { requireAdmin } from "@/lib/http/authorize";
import { type PlainEndpoint, plain } from "@/lib/http/plain-endpoint";
import { AppError } from "@/lib/shared/errors";

const TYPES = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson" } as const;

/** The audit log as a file: `?format=csv` or `ndjson`. */
export const ADMIN_PLAIN_ENDPOINTS: readonly PlainEndpoint[] = [
  plain({
    id: "exportAuditLog",
    path: "/api/admin/audit/export",
    methods: ["GET"],
    isCounted: true,
    async answer({ ctx, request }) {
      await requireAdmin(ctx, request.headers, "viewer");
      const query = new URL(request.url, ctx.env.publicUrl).searchParams;
      const format = query.get("format") ?? "csv";
      if (format !== "csv" && format !== "ndjson") {
        throw new AppError("invalid_parameters", "format: must be csv or ndjson");
      }
      const headers = [
        ["Content-Type", TYPES[format]],
        ["Content-Disposition", `attachment; filename="audit-log.${format}"`],
        ["Cache-Control", "no-store"],
      ].flat();
      return { status: 200, headers, body: exportAuditLog({ ctx, input: { format } }) };
    },
  }),
];
