CREATE TABLE "media"."content_changes" (
	"key" text PRIMARY KEY NOT NULL,
	"change" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "content_changes_due" ON "media"."content_changes" USING btree ("due_at");