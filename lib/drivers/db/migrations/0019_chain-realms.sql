-- Rows so far belong to the realm in which their chain is now, which the migration is told; those of a
-- transaction that a sandbox accepted belong to the sandbox.
ALTER TABLE "launch"."transactions" ADD COLUMN "chain_realm" text;--> statement-breakpoint
UPDATE "launch"."transactions" SET
	"realm" = coalesce("realm", nullif(current_setting('slipway.realm', true), ''), 'live'),
	"chain_realm" = CASE WHEN "realm" = 'sandbox' OR "chain" = ANY(string_to_array(current_setting('slipway.sandbox_chains', true), ',')) THEN 'sandbox' ELSE 'live' END;--> statement-breakpoint
ALTER TABLE "launch"."transactions" ALTER COLUMN "realm" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "launch"."transactions" ALTER COLUMN "chain_realm" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "launch"."nonces" ADD COLUMN "realm" text;--> statement-breakpoint
UPDATE "launch"."nonces" SET "realm" =
	CASE WHEN "chain_id"::text = ANY(string_to_array(current_setting('slipway.sandbox_chains', true), ',')) THEN 'sandbox' ELSE 'live' END;--> statement-breakpoint
ALTER TABLE "launch"."nonces" ALTER COLUMN "realm" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "launch"."gas_minutes" ADD COLUMN "realm" text;--> statement-breakpoint
UPDATE "launch"."gas_minutes" SET "realm" =
	CASE WHEN "chain_id"::text = ANY(string_to_array(current_setting('slipway.sandbox_chains', true), ',')) THEN 'sandbox' ELSE 'live' END;--> statement-breakpoint
ALTER TABLE "launch"."gas_minutes" ALTER COLUMN "realm" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "launch"."gas_reservations" ADD COLUMN "realm" text;--> statement-breakpoint
UPDATE "launch"."gas_reservations" row SET "realm" = coalesce(
	(SELECT "chain_realm" FROM "launch"."transactions" WHERE "id" = row."operation_id"),
	CASE WHEN "chain_id"::text = ANY(string_to_array(current_setting('slipway.sandbox_chains', true), ',')) THEN 'sandbox' ELSE 'live' END);--> statement-breakpoint
ALTER TABLE "launch"."gas_reservations" ALTER COLUMN "realm" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "launch"."signed_transactions" ADD COLUMN "realm" text;--> statement-breakpoint
UPDATE "launch"."signed_transactions" row SET "realm" = coalesce(
	(SELECT "chain_realm" FROM "launch"."transactions" WHERE "id" = row."operation_id"),
	CASE WHEN "chain_id"::text = ANY(string_to_array(current_setting('slipway.sandbox_chains', true), ',')) THEN 'sandbox' ELSE 'live' END);--> statement-breakpoint
ALTER TABLE "launch"."signed_transactions" ALTER COLUMN "realm" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "launch"."idempotency_keys" ADD COLUMN "realm" text;--> statement-breakpoint
UPDATE "launch"."idempotency_keys" SET "realm" =
	CASE WHEN "chain" = ANY(string_to_array(current_setting('slipway.sandbox_chains', true), ',')) THEN 'sandbox' ELSE 'live' END;--> statement-breakpoint
ALTER TABLE "launch"."idempotency_keys" ALTER COLUMN "realm" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "launch"."gas_minutes" DROP CONSTRAINT "gas_minutes_chain_id_minute_pk";--> statement-breakpoint
ALTER TABLE "launch"."gas_minutes" ADD CONSTRAINT "gas_minutes_realm_chain_id_minute_pk" PRIMARY KEY("realm","chain_id","minute");--> statement-breakpoint
ALTER TABLE "launch"."gas_reservations" DROP CONSTRAINT "gas_reservations_chain_id_operation_id_pk";--> statement-breakpoint
ALTER TABLE "launch"."gas_reservations" ADD CONSTRAINT "gas_reservations_realm_chain_id_operation_id_pk" PRIMARY KEY("realm","chain_id","operation_id");--> statement-breakpoint
ALTER TABLE "launch"."idempotency_keys" DROP CONSTRAINT "idempotency_keys_operation_chain_key_pk";--> statement-breakpoint
ALTER TABLE "launch"."idempotency_keys" ADD CONSTRAINT "idempotency_keys_operation_chain_realm_key_pk" PRIMARY KEY("operation","chain","realm","key");--> statement-breakpoint
ALTER TABLE "launch"."nonces" DROP CONSTRAINT "nonces_chain_id_wallet_pk";--> statement-breakpoint
ALTER TABLE "launch"."nonces" ADD CONSTRAINT "nonces_realm_chain_id_wallet_pk" PRIMARY KEY("realm","chain_id","wallet");--> statement-breakpoint
ALTER TABLE "launch"."signed_transactions" DROP CONSTRAINT "signed_transactions_pkey";--> statement-breakpoint
ALTER TABLE "launch"."signed_transactions" ADD CONSTRAINT "signed_transactions_realm_hash_pk" PRIMARY KEY("realm","hash");--> statement-breakpoint
DROP INDEX "launch"."gas_reservations_minute";--> statement-breakpoint
DROP INDEX "launch"."gas_reservations_unsettled";--> statement-breakpoint
DROP INDEX "launch"."signed_transactions_nonce";--> statement-breakpoint
DROP INDEX "launch"."signed_transactions_unsettled";--> statement-breakpoint
DROP INDEX "launch"."transactions_exclusive";--> statement-breakpoint
CREATE INDEX "gas_reservations_minute" ON "launch"."gas_reservations" USING btree ("realm","chain_id","minute");--> statement-breakpoint
CREATE INDEX "gas_reservations_unsettled" ON "launch"."gas_reservations" USING btree ("realm","chain_id","minute") WHERE not is_settled;--> statement-breakpoint
CREATE INDEX "signed_transactions_nonce" ON "launch"."signed_transactions" USING btree ("realm","chain_id","wallet","nonce");--> statement-breakpoint
CREATE INDEX "signed_transactions_unsettled" ON "launch"."signed_transactions" USING btree ("realm","chain_id","wallet","nonce") WHERE settled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_exclusive" ON "launch"."transactions" USING btree ("realm","chain_realm","exclusive_key") WHERE state in ('waiting', 'active');
