ALTER TABLE "account"."sessions" ADD COLUMN "identity_type" text;--> statement-breakpoint
ALTER TABLE "account"."sessions" ADD COLUMN "identity_stable_id" text;