CREATE TABLE "approved_statements" (
	"movie_id" integer NOT NULL,
	"month" text NOT NULL,
	"channel_id" integer,
	"sums" jsonb NOT NULL,
	"approved_at" timestamp with time zone NOT NULL,
	"approved_by" text NOT NULL,
	"paid_at" timestamp with time zone,
	"paid_by" text,
	"payment_reference" text,
	CONSTRAINT "approved_statements_movie_id_month_pk" PRIMARY KEY("movie_id","month"),
	CONSTRAINT "approved_statements_paid" CHECK (num_nulls("approved_statements"."paid_at", "approved_statements"."paid_by", "approved_statements"."payment_reference") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "approved_statements" ADD CONSTRAINT "approved_statements_movie_id_movies_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("movie_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approved_statements" ADD CONSTRAINT "approved_statements_channel_id_channels_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("channel_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approved_statements_month" ON "approved_statements" USING btree ("month","channel_id");--> statement-breakpoint
CREATE INDEX "orders_refunded" ON "orders" USING btree ("movie_id") WHERE payment_status = 'REFUNDED';