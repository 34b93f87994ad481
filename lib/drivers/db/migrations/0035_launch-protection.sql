ALTER TABLE "market"."launches" ADD COLUMN "protection_start_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."launches" ADD COLUMN "protection_end" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."launches" ADD COLUMN "referral_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."swaps" ADD COLUMN "referral_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "protection_start_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "protection_end" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "referral_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "referral_wei" numeric(78, 0) DEFAULT 0 NOT NULL;