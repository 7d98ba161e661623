CREATE SEQUENCE "public"."catalogue_change" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "channel_movies" (
	"channel_id" integer NOT NULL,
	"movie_id" integer NOT NULL,
	CONSTRAINT "channel_movies_channel_id_movie_id_pk" PRIMARY KEY("channel_id","movie_id")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"channel_id" serial PRIMARY KEY NOT NULL,
	"channel_name" text NOT NULL,
	"channel_image" text,
	"owner_id" integer NOT NULL,
	"import_ref" text,
	"import_digest" text,
	"created_on" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channels_import_ref_unique" UNIQUE("import_ref")
);
--> statement-breakpoint
CREATE TABLE "collection_movies" (
	"collection_id" integer NOT NULL,
	"movie_id" integer NOT NULL,
	"ordering" integer NOT NULL,
	CONSTRAINT "collection_movies_collection_id_movie_id_pk" PRIMARY KEY("collection_id","movie_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"collection_id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"ordering" integer DEFAULT 0 NOT NULL,
	"active" text DEFAULT 'Y' NOT NULL,
	"import_digest" text,
	CONSTRAINT "collections_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "content_pages" (
	"name" text PRIMARY KEY NOT NULL,
	"page_content" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"coupon_code" text PRIMARY KEY NOT NULL,
	"coupon_type" text NOT NULL,
	"coupon_value" double precision NOT NULL,
	"active" text DEFAULT 'Y' NOT NULL,
	"import_digest" text
);
--> statement-breakpoint
CREATE TABLE "genres" (
	"genre_id" serial PRIMARY KEY NOT NULL,
	"genre_name" text NOT NULL,
	"ordering" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "genres_genre_name_unique" UNIQUE("genre_name")
);
--> statement-breakpoint
CREATE TABLE "house_state" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"reply" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_caller_key_pk" PRIMARY KEY("caller","key")
);
--> statement-breakpoint
CREATE TABLE "languages" (
	"language_id" serial PRIMARY KEY NOT NULL,
	"language_name" text NOT NULL,
	CONSTRAINT "languages_language_name_unique" UNIQUE("language_name")
);
--> statement-breakpoint
CREATE TABLE "movie_actors" (
	"movie_id" integer NOT NULL,
	"ordering" integer NOT NULL,
	"actor_name" text NOT NULL,
	"actor_role" text NOT NULL,
	"actor_image" text,
	CONSTRAINT "movie_actors_movie_id_ordering_pk" PRIMARY KEY("movie_id","ordering")
);
--> statement-breakpoint
CREATE TABLE "movie_genres" (
	"movie_id" integer NOT NULL,
	"genre_id" integer NOT NULL,
	"active" text DEFAULT 'Y' NOT NULL,
	"ordering" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "movie_genres_movie_id_genre_id_pk" PRIMARY KEY("movie_id","genre_id")
);
--> statement-breakpoint
CREATE TABLE "movie_plays" (
	"movie_play_id" serial PRIMARY KEY NOT NULL,
	"movie_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"movie_order_id" integer,
	"play_start_time" timestamp with time zone NOT NULL,
	"play_end_time" timestamp with time zone,
	"play_seek_time" double precision DEFAULT 0 NOT NULL,
	"device_type" text,
	"device_name" text,
	"ip_address" text
);
--> statement-breakpoint
CREATE TABLE "movies" (
	"movie_id" serial PRIMARY KEY NOT NULL,
	"movie_key" text NOT NULL,
	"movie_name" text NOT NULL,
	"movie_name_en" text,
	"movie_description" text DEFAULT '' NOT NULL,
	"movie_description_own" text,
	"poster" text,
	"banner" text,
	"poster_gel" text,
	"banner_gel" text,
	"primary_language" text NOT NULL,
	"country_of_production" text,
	"year_produced" text,
	"year_released" text,
	"release_date" timestamp with time zone,
	"running_time" integer,
	"age_rating" integer,
	"active" text DEFAULT 'Y' NOT NULL,
	"movie_type" text NOT NULL,
	"streaming_start_date" timestamp with time zone,
	"ticket_rate" integer NOT NULL,
	"teaser_url" text,
	"trailor_url" text,
	"package_id" integer,
	"avg_rating" double precision,
	"overall_rank" integer DEFAULT 0 NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"owner_id" integer,
	"import_ref" text,
	"import_digest" text,
	"change_no" bigint DEFAULT nextval('catalogue_change') NOT NULL,
	"created_on" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "movies_movie_key_unique" UNIQUE("movie_key"),
	CONSTRAINT "movies_import_ref_unique" UNIQUE("import_ref"),
	CONSTRAINT "movies_active" CHECK ("movies"."active" in ('Y', 'N')),
	CONSTRAINT "movies_rate" CHECK ("movies"."ticket_rate" >= 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"movie_order_id" serial PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"user_id" integer,
	"movie_id" integer NOT NULL,
	"booking_start_time" timestamp with time zone NOT NULL,
	"booking_end_time" timestamp with time zone NOT NULL,
	"timezone" text NOT NULL,
	"unit_price" integer NOT NULL,
	"coupon_code" text,
	"discount_type" text,
	"discount_percentage" double precision DEFAULT 0 NOT NULL,
	"discount_value" integer NOT NULL,
	"total_order_value" integer NOT NULL,
	"tax_percentage" integer NOT NULL,
	"total_tax_value" integer NOT NULL,
	"total_rounded_value" integer NOT NULL,
	"currency" text NOT NULL,
	"order_date" timestamp with time zone NOT NULL,
	"order_remarks" text,
	"payment_mode" text,
	"payment_status" text NOT NULL,
	"payment_transaction_no" text,
	"paid_at" timestamp with time zone,
	"order_country" text,
	"latitude" double precision,
	"longitude" double precision,
	"order_source" text DEFAULT 'WEB' NOT NULL,
	"import_ref" text,
	CONSTRAINT "orders_order_no_unique" UNIQUE("order_no"),
	CONSTRAINT "orders_import_ref_unique" UNIQUE("import_ref"),
	CONSTRAINT "orders_status" CHECK ("orders"."payment_status" in ('NEW', 'PROCESSING', 'PAID', 'CANCELLED', 'REFUNDED'))
);
--> statement-breakpoint
CREATE TABLE "otps" (
	"destination" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries_left" integer NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"dial_code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"package_id" serial PRIMARY KEY NOT NULL,
	"package_key" text NOT NULL,
	"manifest" jsonb NOT NULL,
	"keys" text[] NOT NULL,
	CONSTRAINT "packages_package_key_unique" UNIQUE("package_key")
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"attempt_id" serial PRIMARY KEY NOT NULL,
	"movie_order_id" integer NOT NULL,
	"provider" text NOT NULL,
	"receipt" text NOT NULL,
	"provider_order_id" text,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"held_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	CONSTRAINT "payment_attempts_receipt_unique" UNIQUE("receipt"),
	CONSTRAINT "payment_attempts_provider_order_id_unique" UNIQUE("provider_order_id")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"event_id" serial PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"source" text NOT NULL,
	"provider_order_id" text,
	"provider_payment_id" text,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "playback_sessions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"movie_order_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"movie_id" integer NOT NULL,
	"package_id" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	"key_minute" timestamp with time zone,
	"key_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"family_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"rotated_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "removed_movies" (
	"movie_key" text PRIMARY KEY NOT NULL,
	"change_no" bigint DEFAULT nextval('catalogue_change') NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"review_id" serial PRIMARY KEY NOT NULL,
	"movie_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"rating" integer NOT NULL,
	"review_comments" text NOT NULL,
	"active" text DEFAULT 'Y' NOT NULL,
	"import_digest" text,
	"created_on" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" serial PRIMARY KEY NOT NULL,
	"dial_code" text,
	"mobile" text,
	"email_id" text,
	"first_name" text,
	"last_name" text,
	"gender" integer,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"password_hash" text,
	"first_login" boolean DEFAULT true NOT NULL,
	"ip_address" text,
	"timezone" text,
	"latitude" double precision,
	"longitude" double precision,
	"import_ref" text,
	"import_digest" text,
	"created_on" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_import_ref_unique" UNIQUE("import_ref")
);
--> statement-breakpoint
ALTER TABLE "channel_movies" ADD CONSTRAINT "channel_movies_channel_id_channels_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("channel_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_movies" ADD CONSTRAINT "channel_movies_movie_id_movies_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("movie_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_owner_id_users_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_movies" ADD CONSTRAINT "collection_movies_collection_id_collections_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("collection_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_movies" ADD CONSTRAINT "collection_movies_movie_id_movies_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("movie_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movie_actors" ADD CONSTRAINT "movie_actors_movie_id_movies_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("movie_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movie_genres" ADD CONSTRAINT "movie_genres_movie_id_movies_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("movie_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movie_genres" ADD CONSTRAINT "movie_genres_genre_id_genres_genre_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("genre_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movie_plays" ADD CONSTRAINT "movie_plays_movie_id_movies_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("movie_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movie_plays" ADD CONSTRAINT "movie_plays_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movie_plays" ADD CONSTRAINT "movie_plays_movie_order_id_orders_movie_order_id_fk" FOREIGN KEY ("movie_order_id") REFERENCES "public"."orders"("movie_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movies" ADD CONSTRAINT "movies_package_id_packages_package_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("package_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movies" ADD CONSTRAINT "movies_owner_id_users_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_movie_id_movies_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("movie_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_movie_order_id_orders_movie_order_id_fk" FOREIGN KEY ("movie_order_id") REFERENCES "public"."orders"("movie_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD CONSTRAINT "playback_sessions_movie_order_id_orders_movie_order_id_fk" FOREIGN KEY ("movie_order_id") REFERENCES "public"."orders"("movie_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD CONSTRAINT "playback_sessions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD CONSTRAINT "playback_sessions_movie_id_movies_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("movie_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD CONSTRAINT "playback_sessions_package_id_packages_package_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("package_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_movie_id_movies_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("movie_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "movie_genres_genre" ON "movie_genres" USING btree ("genre_id");--> statement-breakpoint
CREATE INDEX "movie_plays_viewer" ON "movie_plays" USING btree ("user_id","movie_id");--> statement-breakpoint
CREATE INDEX "movies_streaming" ON "movies" USING btree ("active","streaming_start_date");--> statement-breakpoint
CREATE INDEX "movies_change" ON "movies" USING btree ("change_no");--> statement-breakpoint
CREATE INDEX "movies_type" ON "movies" USING btree ("movie_type","active");--> statement-breakpoint
CREATE INDEX "orders_viewer" ON "orders" USING btree ("user_id","movie_id");--> statement-breakpoint
CREATE INDEX "orders_movie" ON "orders" USING btree ("movie_id","order_date");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_open" ON "orders" USING btree ("user_id","movie_id") WHERE payment_status in ('NEW', 'PROCESSING');--> statement-breakpoint
CREATE INDEX "payment_attempts_order" ON "payment_attempts" USING btree ("movie_order_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_state" ON "payment_attempts" USING btree ("state","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_once" ON "payment_events" USING btree ("provider","event_key");--> statement-breakpoint
CREATE INDEX "payment_events_pending" ON "payment_events" USING btree ("applied_at");--> statement-breakpoint
CREATE INDEX "playback_sessions_order" ON "playback_sessions" USING btree ("movie_order_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_family" ON "refresh_tokens" USING btree ("family_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_each" ON "reviews" USING btree ("movie_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_mobile" ON "users" USING btree ("dial_code","mobile");