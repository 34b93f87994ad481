-- Addresses and hashes are bytes, as in the market tables; they are read back checksummed and as hex.
ALTER TABLE "launch"."gas_reservations" ALTER COLUMN "settled_hash" SET DATA TYPE bytea
	USING decode(substr("settled_hash", 3), 'hex');--> statement-breakpoint
ALTER TABLE "launch"."managed_wallets" ALTER COLUMN "address" SET DATA TYPE bytea
	USING decode(substr("address", 3), 'hex');--> statement-breakpoint
ALTER TABLE "launch"."provider_wallets" ALTER COLUMN "address" SET DATA TYPE bytea
	USING decode(substr("address", 3), 'hex');--> statement-breakpoint
ALTER TABLE "launch"."nonces" ALTER COLUMN "wallet" SET DATA TYPE bytea
	USING decode(substr("wallet", 3), 'hex');--> statement-breakpoint
ALTER TABLE "launch"."signed_transactions" ALTER COLUMN "hash" SET DATA TYPE bytea
	USING decode(substr("hash", 3), 'hex');--> statement-breakpoint
ALTER TABLE "launch"."signed_transactions" ALTER COLUMN "wallet" SET DATA TYPE bytea
	USING decode(substr("wallet", 3), 'hex');--> statement-breakpoint
ALTER TABLE "launch"."signed_transactions" ALTER COLUMN "raw_transaction" SET DATA TYPE bytea
	USING decode(substr("raw_transaction", 3), 'hex');--> statement-breakpoint
ALTER TABLE "launch"."transactions" ALTER COLUMN "transaction_hash" SET DATA TYPE bytea
	USING decode(substr("transaction_hash", 3), 'hex');--> statement-breakpoint
-- Keys of open transactions hold addresses as they are everywhere else: checksummed.
UPDATE "launch"."transactions" SET "exclusive_key" =
	'payout:' || "chain" || ':' || ("payload" ->> 'account') || ':' || ("payload" ->> 'source')
WHERE "kind" = 'payout' AND "exclusive_key" IS NOT NULL;--> statement-breakpoint
UPDATE "launch"."transactions" SET "exclusive_key" = 'wallet:' || "chain" || ':' || ("payload" ->> 'wallet')
WHERE "kind" IN ('withdrawal', 'share_change') AND "exclusive_key" IS NOT NULL;
