DROP INDEX "movie_genres_genre";--> statement-breakpoint
CREATE INDEX "movies_counted" ON "movies" USING btree ("movie_type","movie_id") WHERE active = 'Y';--> statement-breakpoint
CREATE INDEX "movie_genres_genre" ON "movie_genres" USING btree ("genre_id","movie_id") WHERE active = 'Y';