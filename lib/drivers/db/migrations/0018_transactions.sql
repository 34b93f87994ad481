ALTER TABLE "launch"."transactions" RENAME TO "signed_transactions";--> statement-breakpoint
ALTER TABLE "launch"."signed_transactions" RENAME CONSTRAINT "transactions_pkey" TO "signed_transactions_pkey";--> statement-breakpoint
ALTER INDEX "launch"."transactions_operation" RENAME TO "signed_transactions_operation";--> statement-breakpoint
ALTER INDEX "launch"."transactions_nonce" RENAME TO "signed_transactions_nonce";--> statement-breakpoint
ALTER INDEX "launch"."transactions_unsettled" RENAME TO "signed_transactions_unsettled";--> statement-breakpoint
UPDATE "launch"."signed_transactions" SET "operation_id" = 'cancel:' || substr("operation_id", 9)
	WHERE "operation_id" LIKE 'nothing:%';--> statement-breakpoint
CREATE TABLE "launch"."transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"sequence" bigserial NOT NULL,
	"kind" text NOT NULL,
	"chain" text NOT NULL,
	"state" text NOT NULL,
	"payload" jsonb NOT NULL,
	"result" jsonb,
	"owner" text,
	"exclusive_key" text,
	"realm" text,
	"transaction_hash" text,
	"error" text,
	"may_have_succeeded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
INSERT INTO "launch"."transactions" ("id", "kind", "chain", "state", "payload", "result",
	"transaction_hash", "error", "may_have_succeeded", "created_at", "touched_at", "finished_at")
SELECT "id", 'launch', "chain", "state",
	jsonb_build_object(
		'token', "token", 'tokenUri', "token_uri", 'creator', "creator",
		'creatorIdentity', "creator_identity", 'treasury', "treasury",
		'feeShareBps', "fee_share_bps",
		'marketCapUsdc', jsonb_build_object('$bigint', "market_cap_usdc"::text),
		'launchId', "launch_id", 'expectedAddress', "expected_address"),
	CASE WHEN "token_address" IS NOT NULL THEN
		jsonb_build_object('tokenAddress', "token_address", 'managerAddress', "manager_address") END,
	"transaction_hash", "error", "may_have_succeeded", "created_at", "touched_at", "finished_at"
FROM "launch"."jobs" ORDER BY "sequence";--> statement-breakpoint
INSERT INTO "launch"."transactions" ("id", "kind", "chain", "state", "payload", "result", "owner",
	"exclusive_key", "transaction_hash", "error", "created_at", "touched_at", "finished_at")
SELECT 'payout:' || "id", 'payout', "chain",
	CASE "state" WHEN 'pending' THEN 'waiting' WHEN 'paid' THEN 'completed' ELSE "state" END,
	jsonb_build_object(
		'account', "account", 'kind', "source_kind", 'source', "source", 'tokens', "tokens",
		'amountWei', jsonb_build_object('$bigint', "expected_wei"::text)),
	CASE WHEN "paid_wei" IS NOT NULL THEN
		jsonb_build_object('paidWei', jsonb_build_object('$bigint', "paid_wei"::text)) END,
	"account", lower('payout:' || "chain" || ':' || "account" || ':' || "source"),
	"transaction_hash", "error", "created_at", "created_at", "finished_at"
FROM "launch"."payouts" ORDER BY "created_at";--> statement-breakpoint
INSERT INTO "launch"."transactions" ("id", "kind", "chain", "state", "payload", "result", "owner",
	"exclusive_key", "realm", "transaction_hash", "error", "created_at", "touched_at", "finished_at")
SELECT 'action:' || action."id",
	CASE action."kind" WHEN 'manager_shares' THEN 'share_change' ELSE action."kind" END,
	action."chain", CASE action."state" WHEN 'pending' THEN 'waiting' ELSE action."state" END,
	jsonb_build_object(
		'identity', jsonb_build_object('type', action."wallet_type", 'id', action."wallet_identity"),
		'wallet', action."wallet") ||
	CASE action."kind"
		WHEN 'manager_shares' THEN jsonb_build_object(
			'manager', action."target", 'recipients', action."shares" -> 'recipients',
			'deadline', jsonb_build_object('$bigint', action."shares" ->> 'deadline'),
			'nonce', jsonb_build_object('$bigint', action."shares" ->> 'nonce'))
		ELSE jsonb_build_object(
			'to', action."target",
			'valueWei', jsonb_build_object('$bigint', action."value_wei"::text),
			'gas', jsonb_build_object('$bigint', action."fees" ->> 'gas'),
			'maxFeePerGas', jsonb_build_object('$bigint', action."fees" ->> 'maxFeePerGas'),
			'maxPriorityFeePerGas',
				jsonb_build_object('$bigint', action."fees" ->> 'maxPriorityFeePerGas')) END,
	CASE action."state" WHEN 'completed' THEN '{}'::jsonb END,
	action."account_id", lower('wallet:' || action."chain" || ':' || action."wallet"),
	coalesce(owner."realm", current_setting('slipway.realm', true), 'live'),
	action."transaction_hash", action."error", action."created_at", action."created_at",
	action."finished_at"
FROM "account"."wallet_actions" action
LEFT JOIN "account"."accounts" owner ON owner."id" = action."account_id"
ORDER BY action."created_at";--> statement-breakpoint
DELETE FROM "launch"."outbox" WHERE "name" = 'launch/requested' AND "sent_at" IS NULL;--> statement-breakpoint
INSERT INTO "launch"."outbox" ("name", "data", "created_at")
SELECT 'transaction/accepted',
	jsonb_build_object('id', "id", 'queue', "kind" || ':' || "chain", 'startAfterSeconds', 0), now()
FROM "launch"."transactions" WHERE "state" IN ('waiting', 'active') ORDER BY "sequence";--> statement-breakpoint
DROP TABLE "launch"."jobs";--> statement-breakpoint
DROP TABLE "launch"."payouts";--> statement-breakpoint
DROP TABLE "account"."wallet_actions";--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_exclusive" ON "launch"."transactions" USING btree ("exclusive_key") WHERE state in ('waiting', 'active');--> statement-breakpoint
CREATE INDEX "transactions_open" ON "launch"."transactions" USING btree ("kind","chain","sequence") WHERE state in ('waiting', 'active');--> statement-breakpoint
CREATE INDEX "transactions_uncertain" ON "launch"."transactions" USING btree ("sequence") WHERE state = 'failed' and may_have_succeeded;--> statement-breakpoint
CREATE INDEX "transactions_finished" ON "launch"."transactions" USING btree ("kind","chain","finished_at");--> statement-breakpoint
CREATE INDEX "transactions_owner" ON "launch"."transactions" USING btree ("owner","created_at");
