-- The market tables hold every manager and who earns by it, from the chain's logs.
DROP TABLE "launch"."manager_recipients";--> statement-breakpoint
DROP TABLE "launch"."managers";
