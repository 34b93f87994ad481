ALTER TABLE "launch"."jobs" RENAME COLUMN "creator_share_bps" TO "fee_share_bps";--> statement-breakpoint
ALTER TABLE "market"."launches" RENAME COLUMN "creator_share_bps" TO "fee_share_bps";--> statement-breakpoint
ALTER TABLE "market"."tokens" RENAME COLUMN "creator_share_bps" TO "fee_share_bps";--> statement-breakpoint
-- Jobs that are still to be sent are read with the new name.
UPDATE "launch"."jobs"
SET "treasury" = ("treasury" - 'creatorShareBps')
  || jsonb_build_object('creatorFirstBps', "treasury" -> 'creatorShareBps')
WHERE "treasury" ? 'creatorShareBps';
