CREATE TABLE "account"."email_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"link_hash" text NOT NULL,
	"guesses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account"."sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"authenticated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP TABLE "account"."verification_tokens" CASCADE;--> statement-breakpoint
ALTER TABLE "account"."sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "account"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_attempts_link" ON "account"."email_attempts" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "email_attempts_expiry" ON "account"."email_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "account"."sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "account"."sessions" USING btree ("expires_at");