ALTER TABLE "coupon_uses" ADD COLUMN "reserved_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "address_country" text;--> statement-breakpoint
CREATE INDEX "coupon_uses_reserved" ON "coupon_uses" USING btree ("coupon_code","reserved_until","user_id") WHERE reserved_until is not null;--> statement-breakpoint
UPDATE "coupon_uses" SET "reserved_until" = "taken_at" + interval '30 minutes' FROM "orders" WHERE "orders"."movie_order_id" = "coupon_uses"."movie_order_id" AND "payment_status" = 'NEW';--> statement-breakpoint
UPDATE "orders" SET "refunded_at" = coalesce("paid_at", "order_date") WHERE "payment_status" = 'REFUNDED' AND "refunded_at" IS NULL;