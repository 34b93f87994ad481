CREATE SCHEMA "storage";
--> statement-breakpoint
CREATE TABLE "storage"."nodes" (
	"id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"host" text NOT NULL,
	"place" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media"."upload_tickets" ADD COLUMN "encoding_id" text;--> statement-breakpoint
CREATE INDEX "nodes_seen" ON "storage"."nodes" USING btree ("seen_at");