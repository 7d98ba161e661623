CREATE TABLE "office_jobs" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"operation" text NOT NULL,
	"started_by" text NOT NULL,
	"is_dry_run" boolean NOT NULL,
	"state" text NOT NULL,
	"log" text[] DEFAULT '{}' NOT NULL,
	"result" jsonb,
	"error" text,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"cancel_requested_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "office_members" (
	"member_id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"password_hash" text,
	"factor_secret" text,
	"last_factor_step" integer DEFAULT 0 NOT NULL,
	"recovery_codes" text[] DEFAULT '{}' NOT NULL,
	"invitation_hash" text,
	"invitation_expires_at" timestamp with time zone,
	"created_on" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "office_members_invitation_hash_unique" UNIQUE("invitation_hash")
);
--> statement-breakpoint
CREATE TABLE "office_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"ip_address" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "office_sessions" ADD CONSTRAINT "office_sessions_member_id_office_members_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."office_members"("member_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "office_jobs_started" ON "office_jobs" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "office_members_name" ON "office_members" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "office_sessions_member" ON "office_sessions" USING btree ("member_id");