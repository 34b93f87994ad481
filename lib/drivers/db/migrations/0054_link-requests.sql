CREATE TABLE "account"."link_requests" (
	"account_id" text NOT NULL,
	"type" text NOT NULL,
	"email" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "link_requests_account_id_type_pk" PRIMARY KEY("account_id","type")
);
--> statement-breakpoint
ALTER TABLE "account"."link_requests" ADD CONSTRAINT "link_requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "account"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_requests_expiry" ON "account"."link_requests" USING btree ("expires_at");