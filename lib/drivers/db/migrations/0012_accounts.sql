CREATE TABLE "account"."email_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"realm" text NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"link_hash" text NOT NULL,
	"guesses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account"."sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"realm" text NOT NULL,
	"account_id" text NOT NULL,
	"authenticated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "launch"."wallet_seeds" (
	"realm" text PRIMARY KEY NOT NULL,
	"seed_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wallet_seeds_seed" UNIQUE("seed_id")
);
--> statement-breakpoint
DROP TABLE "account"."verification_tokens" CASCADE;
--> statement-breakpoint
-- What was there before belongs to the present realm, which the migration is told.
ALTER TABLE "account"."accounts" ADD COLUMN "realm" text NOT NULL DEFAULT coalesce(nullif(current_setting('slipway.realm', true), ''), 'live');
--> statement-breakpoint
ALTER TABLE "account"."identities" ADD COLUMN "realm" text NOT NULL DEFAULT coalesce(nullif(current_setting('slipway.realm', true), ''), 'live');
--> statement-breakpoint
ALTER TABLE "launch"."managed_wallets" ADD COLUMN "realm" text NOT NULL DEFAULT coalesce(nullif(current_setting('slipway.realm', true), ''), 'live');
--> statement-breakpoint
ALTER TABLE "launch"."provider_wallets" ADD COLUMN "realm" text NOT NULL DEFAULT coalesce(nullif(current_setting('slipway.realm', true), ''), 'live');
--> statement-breakpoint
ALTER TABLE "account"."accounts" ALTER COLUMN "realm" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "account"."identities" ALTER COLUMN "realm" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "launch"."managed_wallets" ALTER COLUMN "realm" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "launch"."provider_wallets" ALTER COLUMN "realm" DROP DEFAULT;
--> statement-breakpoint
-- Of several seeds, which earlier versions allowed by mistake, the one of the first wallet stays.
INSERT INTO "launch"."wallet_seeds" ("realm", "seed_id", "created_at")
SELECT "realm", "seed_id", now() FROM "launch"."managed_wallets" ORDER BY "index" LIMIT 1;
--> statement-breakpoint
DROP INDEX "launch"."managed_wallets_identity";
--> statement-breakpoint
DROP INDEX "launch"."managed_wallets_stable_id";
--> statement-breakpoint
DROP INDEX "launch"."provider_wallets_stable_id";
--> statement-breakpoint
ALTER TABLE "account"."identities" DROP CONSTRAINT "identities_type_stable_id_pk";
--> statement-breakpoint
ALTER TABLE "launch"."provider_wallets" DROP CONSTRAINT "provider_wallets_type_identity_pk";
--> statement-breakpoint
ALTER TABLE "account"."identities" ADD CONSTRAINT "identities_realm_type_stable_id_pk" PRIMARY KEY("realm","type","stable_id");
--> statement-breakpoint
ALTER TABLE "launch"."provider_wallets" ADD CONSTRAINT "provider_wallets_realm_type_identity_pk" PRIMARY KEY("realm","type","identity");
--> statement-breakpoint
ALTER TABLE "account"."sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "account"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "email_attempts_link" ON "account"."email_attempts" USING btree ("link_hash");
--> statement-breakpoint
CREATE INDEX "email_attempts_expiry" ON "account"."email_attempts" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "sessions_account" ON "account"."sessions" USING btree ("account_id");
--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "account"."sessions" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "managed_wallets_identity" ON "launch"."managed_wallets" USING btree ("realm","type","identity");
--> statement-breakpoint
CREATE INDEX "managed_wallets_stable_id" ON "launch"."managed_wallets" USING btree ("realm","type","stable_id");
--> statement-breakpoint
CREATE INDEX "provider_wallets_stable_id" ON "launch"."provider_wallets" USING btree ("realm","type","stable_id");
