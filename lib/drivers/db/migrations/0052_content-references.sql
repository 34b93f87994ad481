CREATE INDEX "tokens_content_uri" ON "market"."tokens" USING hash ("token_uri");--> statement-breakpoint
CREATE INDEX "tokens_content_image" ON "market"."tokens" USING hash ("image");--> statement-breakpoint
CREATE INDEX "videos_thumbnail" ON "media"."videos" USING hash ("thumbnail_cid");--> statement-breakpoint
CREATE INDEX "transactions_image" ON "launch"."transactions" USING hash (("payload" -> 'token' ->> 'imageIpfs'));--> statement-breakpoint
CREATE INDEX "transactions_token_uri" ON "launch"."transactions" USING hash (("payload" ->> 'tokenUri'));