ALTER TABLE "moderation"."appeals" ALTER COLUMN "chain_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "moderation"."appeals" ALTER COLUMN "token" DROP NOT NULL;