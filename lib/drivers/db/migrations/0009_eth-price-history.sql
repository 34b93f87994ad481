CREATE TABLE "market"."eth_price_history" (
	"chain_id" integer NOT NULL,
	"time" bigint NOT NULL,
	"usd_e18" numeric(78, 0) NOT NULL,
	CONSTRAINT "eth_price_history_chain_id_time_pk" PRIMARY KEY("chain_id","time")
);
