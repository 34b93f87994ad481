ALTER TABLE "account"."wallet_actions" ALTER COLUMN "fees" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "account"."wallet_actions" ADD COLUMN "shares" jsonb;--> statement-breakpoint
ALTER TABLE "account"."wallet_actions" DROP COLUMN "data";--> statement-breakpoint
-- Wallets sent their changes themselves before: what is unfinished of those has to be asked for again.
UPDATE "account"."wallet_actions"
SET "fees" = NULL, "shares" = '{"recipients":[],"deadline":"0","nonce":"0"}'
WHERE "kind" = 'manager_shares';--> statement-breakpoint
UPDATE "account"."wallet_actions"
SET "state" = 'failed', "error" = 'The service was updated. Change the shares again.', "finished_at" = now()
WHERE "kind" = 'manager_shares' AND "state" = 'pending';
