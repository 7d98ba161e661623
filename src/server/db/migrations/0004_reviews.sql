ALTER TABLE "reviews" ADD COLUMN "has_spoilers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("movie_id","created_on");--> statement-breakpoint
CREATE INDEX "reviews_author" ON "reviews" USING btree ("user_id");