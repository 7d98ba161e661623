DROP INDEX "movies_type";--> statement-breakpoint
DROP INDEX "movies_streaming";--> statement-breakpoint
CREATE INDEX "movies_released" ON "movies" USING btree ("active","release_date" DESC NULLS LAST,"movie_id");--> statement-breakpoint
CREATE INDEX "movies_lists" ON "movies" USING btree (lower("primary_language"),"movie_type","streaming_start_date","release_date","avg_rating","movie_id","primary_language") WHERE active = 'Y';--> statement-breakpoint
CREATE INDEX "movies_streaming" ON "movies" USING btree ("active","streaming_start_date" DESC NULLS LAST,"movie_id");