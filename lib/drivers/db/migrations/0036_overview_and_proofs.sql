CREATE TABLE "launch"."samples" (
	"realm" text NOT NULL,
	"minute" integer NOT NULL,
	"values" jsonb NOT NULL,
	CONSTRAINT "samples_realm_minute_pk" PRIMARY KEY("realm","minute")
);
--> statement-breakpoint
CREATE TABLE "launch"."spent_proofs" (
	"id" text PRIMARY KEY NOT NULL,
	"operation_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "admin"."audit_log" ALTER COLUMN "admin" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "launch"."settings" ALTER COLUMN "changed_by" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "spent_proofs_expiry" ON "launch"."spent_proofs" USING btree ("expires_at");