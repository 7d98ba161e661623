CREATE TABLE "submission_fees" (
	"fee_id" serial PRIMARY KEY NOT NULL,
	"fee_no" text NOT NULL,
	"user_id" integer,
	"amount" integer NOT NULL,
	"payment_status" text DEFAULT 'NEW' NOT NULL,
	"payment_mode" text,
	"payment_transaction_no" text,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "submission_fees_fee_no_unique" UNIQUE("fee_no"),
	CONSTRAINT "submission_fees_status" CHECK ("submission_fees"."payment_status" in ('NEW', 'PROCESSING', 'PAID', 'CANCELLED', 'REFUNDED')),
	CONSTRAINT "submission_fees_amount" CHECK ("submission_fees"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "submission_posters" (
	"poster_key" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_steps" (
	"step_id" serial PRIMARY KEY NOT NULL,
	"movie_id" integer NOT NULL,
	"stage" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"note" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"movie_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer,
	"draft_key" text NOT NULL,
	"running_time" text NOT NULL,
	"website" text NOT NULL,
	"contact_name" text NOT NULL,
	"contact_email" text NOT NULL,
	"contact_phone" text NOT NULL,
	"contact_signature" text NOT NULL,
	"contact_place" text NOT NULL,
	"contact_sign_date" text NOT NULL,
	"fee_id" integer,
	"poster_key" uuid,
	"submitted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "submissions_fee_id_unique" UNIQUE("fee_id")
);
--> statement-breakpoint
DROP INDEX "orders_movie";--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "movie_order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "movie_order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "platform_share_percent" double precision;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "fee_id" integer;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "gateway_fee" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "fee_id" integer;--> statement-breakpoint
ALTER TABLE "submission_fees" ADD CONSTRAINT "submission_fees_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_posters" ADD CONSTRAINT "submission_posters_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_steps" ADD CONSTRAINT "submission_steps_movie_id_submissions_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."submissions"("movie_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_movie_id_movies_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("movie_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_fee_id_submission_fees_fee_id_fk" FOREIGN KEY ("fee_id") REFERENCES "public"."submission_fees"("fee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_poster_key_submission_posters_poster_key_fk" FOREIGN KEY ("poster_key") REFERENCES "public"."submission_posters"("poster_key") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_fees_user" ON "submission_fees" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "submission_posters_user" ON "submission_posters" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "submission_steps_once" ON "submission_steps" USING btree ("movie_id","stage");--> statement-breakpoint
CREATE INDEX "submission_steps_due" ON "submission_steps" USING btree ("due_at") WHERE sent_at is null and dropped_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_once" ON "submissions" USING btree ("user_id","draft_key");--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_fee_id_submission_fees_fee_id_fk" FOREIGN KEY ("fee_id") REFERENCES "public"."submission_fees"("fee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_fee_id_submission_fees_fee_id_fk" FOREIGN KEY ("fee_id") REFERENCES "public"."submission_fees"("fee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "movie_plays_film" ON "movie_plays" USING btree ("movie_id","play_start_time");--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("movie_id","paid_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_fee" ON "payment_attempts" USING btree ("fee_id");--> statement-breakpoint
CREATE INDEX "orders_movie" ON "orders" USING btree ("movie_id","order_date","movie_order_id");--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_subject" CHECK (num_nonnulls("payment_attempts"."movie_order_id", "payment_attempts"."fee_id") = 1);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_subject" CHECK (num_nonnulls("refunds"."movie_order_id", "refunds"."fee_id") = 1);--> statement-breakpoint
-- A change takes its number before it is committed: whoever reads the changes in between would pass over the lower number for
-- ever. So every writer holds this lock (shared) before the number is taken, and the reader waits for all of them.
CREATE FUNCTION hold_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4071889);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER movies_change_held BEFORE INSERT OR UPDATE OF change_no ON movies FOR EACH STATEMENT EXECUTE FUNCTION hold_catalogue();--> statement-breakpoint
CREATE TRIGGER removed_movies_change_held BEFORE INSERT OR UPDATE OF change_no ON removed_movies FOR EACH STATEMENT EXECUTE FUNCTION hold_catalogue();
