ALTER TABLE "launch"."managed_wallets" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "launch"."managed_wallets" ADD COLUMN "stable_id" text;--> statement-breakpoint
ALTER TABLE "launch"."managed_wallets" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "managed_wallets_stable_id" ON "launch"."managed_wallets" USING btree ("type","stable_id");--> statement-breakpoint
CREATE INDEX "managed_wallets_address" ON "launch"."managed_wallets" USING btree ("address");--> statement-breakpoint
CREATE INDEX "provider_wallets_address" ON "launch"."provider_wallets" USING btree ("address");