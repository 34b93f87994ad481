CREATE SCHEMA "media";
--> statement-breakpoint
CREATE TABLE "media"."assets" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"is_settled" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "assets_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "media"."upload_tickets" (
	"uid" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"size_bytes_max" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"claim_id" text,
	"claimed_until" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "upload_tickets_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "media"."videos" (
	"uid" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"user_id" text NOT NULL,
	"duration_seconds_max" double precision NOT NULL,
	"size_bytes_max" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"adoptions" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp with time zone,
	"reason" text,
	"duration_seconds" double precision,
	"width" integer,
	"height" integer,
	"size_bytes" integer,
	"thumbnail_cid" text,
	"stream_url" text,
	"thumbnail_url" text,
	"is_removed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "assets_removable" ON "media"."assets" USING btree ("created_at") WHERE used_at is null and is_settled;--> statement-breakpoint
CREATE INDEX "upload_tickets_expiry" ON "media"."upload_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "videos_user" ON "media"."videos" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "videos_unfinished" ON "media"."videos" USING btree ("state","touched_at") WHERE state in ('uploading', 'processing', 'nsfw_checking');--> statement-breakpoint
CREATE INDEX "videos_unremoved" ON "media"."videos" USING btree ("uid") WHERE state in ('nsfw_rejected', 'error') and not is_removed;