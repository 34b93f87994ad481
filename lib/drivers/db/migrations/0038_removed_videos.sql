CREATE TABLE "media"."video_frames" (
	"uid" text PRIMARY KEY NOT NULL,
	"fingerprints" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation"."videos" (
	"uid" text PRIMARY KEY NOT NULL,
	"file_digest" text,
	"thumbnail_cid" text,
	"thumbnail_digest" text,
	"reason" text NOT NULL,
	"fingerprints" "bytea" NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media"."videos" ADD COLUMN "file_digest" text;--> statement-breakpoint
ALTER TABLE "media"."video_frames" ADD CONSTRAINT "video_frames_uid_videos_uid_fk" FOREIGN KEY ("uid") REFERENCES "media"."videos"("uid") ON DELETE cascade ON UPDATE no action;