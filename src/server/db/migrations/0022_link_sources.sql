CREATE TABLE "movie_visits" (
	"movie_id" integer NOT NULL,
	"day" date NOT NULL,
	"link_source" text NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "movie_visits_movie_id_day_link_source_pk" PRIMARY KEY("movie_id","day","link_source")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "link_source" text;--> statement-breakpoint
ALTER TABLE "movie_visits" ADD CONSTRAINT "movie_visits_movie_id_movies_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("movie_id") ON DELETE cascade ON UPDATE no action;