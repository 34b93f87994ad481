ALTER TABLE "launch"."managed_wallets" ADD COLUMN "username" text;--> statement-breakpoint
ALTER TABLE "launch"."provider_wallets" ADD COLUMN "username" text;--> statement-breakpoint
CREATE INDEX "managed_wallets_username" ON "launch"."managed_wallets" USING btree ("realm","type","username");--> statement-breakpoint
CREATE INDEX "provider_wallets_username" ON "launch"."provider_wallets" USING btree ("realm","type","username");