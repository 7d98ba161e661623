ALTER TABLE "held_payments" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "held_payments" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "held_payments" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "held_payments" ADD CONSTRAINT "held_payments_decision_values" CHECK ("held_payments"."decision" in ('accepted', 'refunded', 'released', 'returned', 'unknown'));--> statement-breakpoint
ALTER TABLE "held_payments" ADD CONSTRAINT "held_payments_decided" CHECK (num_nulls("held_payments"."decision", "held_payments"."decided_at") in (0, 2));--> statement-breakpoint
INSERT INTO "held_payments" ("attempt_id", "movie_order_id", "fee_id", "provider", "provider_payment_id", "cause", "reason", "held_at")
SELECT a."attempt_id", a."movie_order_id", a."fee_id", a."provider", split_part(line, ':', 1), 'unknown', ltrim(substr(line, strpos(line, ':') + 1)), now()
FROM "payment_attempts" a CROSS JOIN LATERAL regexp_split_to_table(a."held_reason", '\n') AS line
WHERE a."held_reason" IS NOT NULL
ON CONFLICT DO NOTHING;
