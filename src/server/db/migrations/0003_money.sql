CREATE TABLE "coupon_uses" (
	"movie_order_id" integer PRIMARY KEY NOT NULL,
	"coupon_code" text NOT NULL,
	"user_id" integer,
	"taken_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"invoice_no" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"movie_order_id" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"document" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"refund_id" serial PRIMARY KEY NOT NULL,
	"movie_order_id" integer NOT NULL,
	"provider" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"ends_ticket" boolean NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"provider_refund_id" text,
	"asked_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	CONSTRAINT "refunds_provider_payment_id_unique" UNIQUE("provider_payment_id")
);
--> statement-breakpoint
CREATE TABLE "ticket_mails" (
	"ticket_mail_id" serial PRIMARY KEY NOT NULL,
	"movie_order_id" integer NOT NULL,
	"kind" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "valid_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "valid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "total_limit" integer;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "viewer_limit" integer;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "movie_ids" integer[];--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "batch" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_state" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_country" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "chosen_start_time" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "calendar_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "rate" double precision;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "order_total" integer;--> statement-breakpoint
UPDATE "payment_attempts" SET "order_total" = "amount";--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "order_total" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "provider_payment_id" text;--> statement-breakpoint
UPDATE "payment_attempts" SET "provider_payment_id" = "orders"."payment_transaction_no" FROM "orders"
	WHERE "orders"."movie_order_id" = "payment_attempts"."movie_order_id" AND "payment_attempts"."state" = 'paid';--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "reminders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_movie_order_id_orders_movie_order_id_fk" FOREIGN KEY ("movie_order_id") REFERENCES "public"."orders"("movie_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_code_coupons_coupon_code_fk" FOREIGN KEY ("coupon_code") REFERENCES "public"."coupons"("coupon_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_movie_order_id_orders_movie_order_id_fk" FOREIGN KEY ("movie_order_id") REFERENCES "public"."orders"("movie_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_movie_order_id_orders_movie_order_id_fk" FOREIGN KEY ("movie_order_id") REFERENCES "public"."orders"("movie_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_movie_order_id_orders_movie_order_id_fk" FOREIGN KEY ("movie_order_id") REFERENCES "public"."orders"("movie_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_uses_coupon" ON "coupon_uses" USING btree ("coupon_code","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_each" ON "invoices" USING btree ("movie_order_id","kind");--> statement-breakpoint
CREATE INDEX "refunds_state" ON "refunds" USING btree ("state","checked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_mails_once" ON "ticket_mails" USING btree ("movie_order_id","kind","sequence");--> statement-breakpoint
CREATE INDEX "ticket_mails_due" ON "ticket_mails" USING btree ("due_at") WHERE sent_at is null and dropped_at is null;