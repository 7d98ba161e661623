CREATE TABLE "gifts" (
	"movie_order_id" integer PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"giver_name" text,
	"receiver_name" text,
	"message" text,
	"claim_until" timestamp with time zone,
	"receiver_id" integer,
	"claimed_at" timestamp with time zone,
	"taken_back_at" timestamp with time zone,
	CONSTRAINT "gifts_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "gifts_once" CHECK (num_nonnulls("gifts"."claimed_at", "gifts"."taken_back_at") < 2)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_gift" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_movie_order_id_orders_movie_order_id_fk" FOREIGN KEY ("movie_order_id") REFERENCES "public"."orders"("movie_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_receiver_id_users_user_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gifts_receiver" ON "gifts" USING btree ("receiver_id");--> statement-breakpoint
CREATE INDEX "gifts_unclaimed" ON "gifts" USING btree ("claim_until") WHERE claimed_at is null and taken_back_at is null and claim_until is not null;