CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
ALTER TABLE "movies" ADD COLUMN "search_sound" text;--> statement-breakpoint
CREATE INDEX "movies_search_text" ON "movies" USING gin ("search_text" gin_trgm_ops) WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE INDEX "movies_search_sound" ON "movies" USING gin ("search_sound" gin_trgm_ops) WITH (gin_pending_list_limit=512);