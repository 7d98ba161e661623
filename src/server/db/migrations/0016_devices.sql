ALTER TABLE "movie_plays" ADD COLUMN "is_playing" boolean;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "requested_movie_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "requested_at" timestamp with time zone;