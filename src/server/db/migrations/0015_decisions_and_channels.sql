ALTER TABLE "submissions" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "channel_movies_movie" ON "channel_movies" USING btree ("movie_id","channel_id");--> statement-breakpoint
CREATE INDEX "submissions_undecided" ON "submissions" USING btree ("movie_id") WHERE decided_at is null;--> statement-breakpoint
UPDATE "submissions" SET "decided_at" = (SELECT min("at") FROM "submission_steps" WHERE "submission_steps"."movie_id" = "submissions"."movie_id" AND "stage" IN ('accepted', 'declined'));
