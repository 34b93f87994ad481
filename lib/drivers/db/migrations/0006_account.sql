CREATE SCHEMA "account";
--> statement-breakpoint
CREATE TABLE "account"."accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account"."identities" (
	"type" text NOT NULL,
	"stable_id" text NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"proof_chain_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identities_type_stable_id_pk" PRIMARY KEY("type","stable_id")
);
--> statement-breakpoint
CREATE TABLE "account"."link_intents" (
	"account_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"email" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account"."mails" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account"."used_messages" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account"."verification_tokens" (
	"identifier" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "verification_tokens_identifier_token_pk" PRIMARY KEY("identifier","token")
);
--> statement-breakpoint
CREATE TABLE "account"."wallet_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"chain" text NOT NULL,
	"wallet_type" text NOT NULL,
	"wallet_identity" text NOT NULL,
	"wallet" text NOT NULL,
	"target" text NOT NULL,
	"data" text NOT NULL,
	"value_wei" numeric NOT NULL,
	"fees" jsonb NOT NULL,
	"state" text NOT NULL,
	"transaction_hash" text,
	"error" text,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "account"."identities" ADD CONSTRAINT "identities_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "account"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account"."link_intents" ADD CONSTRAINT "link_intents_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "account"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identities_account" ON "account"."identities" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "used_messages_expiry" ON "account"."used_messages" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verification_tokens_expiry" ON "account"."verification_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_actions_under_way" ON "account"."wallet_actions" USING btree ("chain","wallet") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "wallet_actions_pending" ON "account"."wallet_actions" USING btree ("created_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "wallet_actions_account" ON "account"."wallet_actions" USING btree ("account_id","created_at");