CREATE TABLE "media"."content" (
	"cid" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "media"."assets" ADD COLUMN "owners" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
CREATE INDEX "content_pending" ON "media"."content" USING btree ("next_attempt_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "assets_owners" ON "media"."assets" USING gin ("owners");--> statement-breakpoint
-- What was uploaded here so far has passed the moderation; what tokens name has not.
INSERT INTO "media"."content" ("cid", "state", "next_attempt_at")
SELECT "key", 'approved', now() FROM "media"."assets" WHERE "kind" = 'content'
UNION SELECT substr("token_uri", 8), 'approved', now() FROM "launch"."jobs" WHERE "token_uri" LIKE 'ipfs://%'
UNION SELECT "thumbnail_cid", 'approved', now() FROM "media"."videos"
  WHERE "thumbnail_cid" IS NOT NULL AND "state" = 'nsfw_approved'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "media"."content" ("cid", "state", "next_attempt_at")
SELECT DISTINCT "image", 'pending', now() FROM "market"."tokens" WHERE "image" IS NOT NULL
ON CONFLICT DO NOTHING;
