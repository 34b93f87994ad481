CREATE TABLE "launch"."provider_wallets" (
	"type" text NOT NULL,
	"identity" text NOT NULL,
	"account" text NOT NULL,
	"user_id" text NOT NULL,
	"stable_id" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	CONSTRAINT "provider_wallets_type_identity_pk" PRIMARY KEY("type","identity")
);
--> statement-breakpoint
CREATE INDEX "provider_wallets_stable_id" ON "launch"."provider_wallets" USING btree ("type","stable_id");