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
CREATE TABLE "device_authorizations" (
	"device_code_hash" text PRIMARY KEY NOT NULL,
	"user_code_hash" text NOT NULL,
	"device_name" text NOT NULL,
	"created_on" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"polled_at" timestamp with time zone,
	"interval_seconds" integer NOT NULL,
	"user_id" integer,
	"denied_at" timestamp with time zone,
	CONSTRAINT "device_authorizations_user_code_hash_unique" UNIQUE("user_code_hash")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device_name" text;--> statement-breakpoint
ALTER TABLE "approved_statements" ADD CONSTRAINT "approved_statements_movie_id_movies_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("movie_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approved_statements" ADD CONSTRAINT "approved_statements_channel_id_channels_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("channel_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_authorizations" ADD CONSTRAINT "device_authorizations_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approved_statements_month" ON "approved_statements" USING btree ("month","channel_id");--> statement-breakpoint
CREATE INDEX "device_authorizations_user" ON "device_authorizations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((lower(' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email_id, '') || ' ' || coalesce(dial_code, '') || coalesce(mobile, '') || ' ')) gin_trgm_ops) WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_on");--> statement-breakpoint
CREATE INDEX "users_producers" ON "users" USING btree ("user_id") WHERE 'Producer' = any(roles);--> statement-breakpoint
CREATE INDEX "users_blocked" ON "users" USING btree ("user_id") WHERE blocked_at is not null;--> statement-breakpoint
CREATE INDEX "coupons_code" ON "coupons" USING btree (upper("coupon_code"));--> statement-breakpoint
CREATE INDEX "coupons_single" ON "coupons" USING btree ("coupon_code") WHERE batch is null;--> statement-breakpoint
CREATE INDEX "coupons_batch" ON "coupons" USING btree ("batch","active","coupon_type","coupon_value","valid_from","valid_until") WHERE batch is not null;--> statement-breakpoint
CREATE INDEX "coupons_batch_name" ON "coupons" USING btree (upper("batch")) WHERE batch is not null;--> statement-breakpoint
CREATE INDEX "orders_date" ON "orders" USING btree ("order_date","movie_order_id");--> statement-breakpoint
CREATE INDEX "orders_paid_at" ON "orders" USING btree ("paid_at") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "orders_refunded_at" ON "orders" USING btree ("refunded_at") WHERE refunded_at is not null;--> statement-breakpoint
CREATE INDEX "orders_coupon" ON "orders" USING btree ("coupon_code","payment_status","discount_value") WHERE coupon_code is not null;--> statement-breakpoint
CREATE INDEX "orders_refunded" ON "orders" USING btree ("movie_id") WHERE payment_status = 'REFUNDED';--> statement-breakpoint
CREATE INDEX "movies_language" ON "movies" USING btree ("primary_language","movie_id");--> statement-breakpoint
CREATE INDEX "movies_ref_search" ON "movies" USING gin ("import_ref" gin_trgm_ops) WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issued_at","kind","invoice_no");--> statement-breakpoint
CREATE INDEX "payment_attempts_held" ON "payment_attempts" USING btree ("attempt_id") WHERE held_reason is not null;--> statement-breakpoint
CREATE INDEX "payment_events_order" ON "payment_events" USING btree ("provider_order_id");--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("provider_payment_id");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("movie_order_id");--> statement-breakpoint
CREATE INDEX "refunds_unused" ON "refunds" USING btree ("asked_at") WHERE not ends_ticket;--> statement-breakpoint
CREATE INDEX "movie_plays_start" ON "movie_plays" USING btree ("play_start_time","user_id");--> statement-breakpoint
CREATE INDEX "reviews_created" ON "reviews" USING btree ("created_on","review_id");--> statement-breakpoint
CREATE INDEX "submission_fees_paid" ON "submission_fees" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "submission_fees_refunded" ON "submission_fees" USING btree ("refunded_at");