CREATE TABLE "subscriptions" (
	"subscription_id" serial PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"ordering" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "subscriptions_content_unique" UNIQUE("content")
);
