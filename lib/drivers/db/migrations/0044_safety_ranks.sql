ALTER TABLE "market"."token_ranks" ADD COLUMN "top_holders_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."token_ranks" ADD COLUMN "first_block_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."checkpoints" ADD COLUMN "ranks_version" integer DEFAULT 0 NOT NULL;