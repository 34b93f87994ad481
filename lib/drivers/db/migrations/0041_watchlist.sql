CREATE TABLE "account"."watched_tokens" (
	"account_id" text NOT NULL,
	"chain" text NOT NULL,
	"address" "bytea" NOT NULL,
	"place" bigserial NOT NULL,
	CONSTRAINT "watched_tokens_account_id_chain_address_pk" PRIMARY KEY("account_id","chain","address")
);
--> statement-breakpoint
ALTER TABLE "account"."watched_tokens" ADD CONSTRAINT "watched_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "account"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "watched_tokens_place" ON "account"."watched_tokens" USING btree ("account_id","place");