CREATE TABLE "fee_mails" (
	"fee_id" integer NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "fee_mails_fee_id_kind_pk" PRIMARY KEY("fee_id","kind")
);
--> statement-breakpoint
ALTER TABLE "fee_mails" ADD CONSTRAINT "fee_mails_fee_id_submission_fees_fee_id_fk" FOREIGN KEY ("fee_id") REFERENCES "public"."submission_fees"("fee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fee_mails_due" ON "fee_mails" USING btree ("due_at") WHERE sent_at is null and dropped_at is null;