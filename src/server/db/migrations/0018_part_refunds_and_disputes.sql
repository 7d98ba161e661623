CREATE TABLE "disputes" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"movie_order_id" integer,
	"fee_id" integer,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"amount_deducted" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"phase" text,
	"reason_code" text,
	"reason_text" text,
	"respond_by" timestamp with time zone,
	"opened_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "held_payments" (
	"held_payment_id" serial PRIMARY KEY NOT NULL,
	"attempt_id" integer NOT NULL,
	"movie_order_id" integer,
	"fee_id" integer,
	"provider" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"cause" text NOT NULL,
	"reason" text NOT NULL,
	"amount" integer,
	"currency" text,
	"value" integer,
	"held_at" timestamp with time zone NOT NULL,
	CONSTRAINT "held_payments_subject" CHECK (num_nonnulls("held_payments"."movie_order_id", "held_payments"."fee_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "part_refunds" (
	"part_refund_id" serial PRIMARY KEY NOT NULL,
	"movie_order_id" integer,
	"fee_id" integer,
	"provider" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"cause" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"total_amount" integer NOT NULL,
	"value" integer NOT NULL,
	"total_value" integer NOT NULL,
	"reason" text NOT NULL,
	"returned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "part_refunds_subject" CHECK (num_nonnulls("part_refunds"."movie_order_id", "part_refunds"."fee_id") = 1)
);
--> statement-breakpoint
DROP INDEX "invoices_one_each";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "part_refunded_value" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "part" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "paid_amount" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "cause" text DEFAULT 'refund' NOT NULL;--> statement-breakpoint
ALTER TABLE "submission_fees" ADD COLUMN "part_refunded_value" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_movie_order_id_orders_movie_order_id_fk" FOREIGN KEY ("movie_order_id") REFERENCES "public"."orders"("movie_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_fee_id_submission_fees_fee_id_fk" FOREIGN KEY ("fee_id") REFERENCES "public"."submission_fees"("fee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_payments" ADD CONSTRAINT "held_payments_attempt_id_payment_attempts_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("attempt_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_payments" ADD CONSTRAINT "held_payments_movie_order_id_orders_movie_order_id_fk" FOREIGN KEY ("movie_order_id") REFERENCES "public"."orders"("movie_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_payments" ADD CONSTRAINT "held_payments_fee_id_submission_fees_fee_id_fk" FOREIGN KEY ("fee_id") REFERENCES "public"."submission_fees"("fee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_refunds" ADD CONSTRAINT "part_refunds_movie_order_id_orders_movie_order_id_fk" FOREIGN KEY ("movie_order_id") REFERENCES "public"."orders"("movie_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_refunds" ADD CONSTRAINT "part_refunds_fee_id_submission_fees_fee_id_fk" FOREIGN KEY ("fee_id") REFERENCES "public"."submission_fees"("fee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_order" ON "disputes" USING btree ("movie_order_id");--> statement-breakpoint
CREATE INDEX "disputes_fee" ON "disputes" USING btree ("fee_id");--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("provider_payment_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("respond_by") WHERE state in ('open', 'under_review');--> statement-breakpoint
CREATE UNIQUE INDEX "held_payments_once" ON "held_payments" USING btree ("attempt_id","provider_payment_id");--> statement-breakpoint
CREATE INDEX "held_payments_order" ON "held_payments" USING btree ("movie_order_id");--> statement-breakpoint
CREATE INDEX "held_payments_fee" ON "held_payments" USING btree ("fee_id");--> statement-breakpoint
CREATE INDEX "held_payments_payment" ON "held_payments" USING btree ("provider_payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "part_refunds_once" ON "part_refunds" USING btree ("provider_payment_id","total_amount");--> statement-breakpoint
CREATE INDEX "part_refunds_order" ON "part_refunds" USING btree ("movie_order_id");--> statement-breakpoint
CREATE INDEX "part_refunds_fee" ON "part_refunds" USING btree ("fee_id");--> statement-breakpoint
CREATE INDEX "part_refunds_returned" ON "part_refunds" USING btree ("returned_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_each_part" ON "invoices" USING btree ("movie_order_id","kind","part");