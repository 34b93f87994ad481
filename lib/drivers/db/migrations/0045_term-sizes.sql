ALTER TABLE "market"."token_terms" ADD COLUMN "kind" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."token_terms" ADD COLUMN "size" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The same key, whose index also has the columns that order matches, so that no row is read for them.
ALTER TABLE "market"."token_terms" DROP CONSTRAINT "token_terms_dataset_id_term_token_pk",
  ADD CONSTRAINT "token_terms_dataset_id_term_token_pk" PRIMARY KEY ("dataset_id", "term", "token") INCLUDE ("kind", "size");
