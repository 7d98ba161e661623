CREATE TABLE "import_changes" (
	"import_change_id" serial PRIMARY KEY NOT NULL,
	"import_run_id" integer NOT NULL,
	"tracked" text NOT NULL,
	"object" text NOT NULL,
	"name" text,
	"row_key" jsonb NOT NULL,
	"before" jsonb,
	"after_digest" text
);
--> statement-breakpoint
CREATE TABLE "import_runs" (
	"import_run_id" serial PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"who" text NOT NULL,
	"file" text NOT NULL,
	"state" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_import_run_id_import_runs_import_run_id_fk" FOREIGN KEY ("import_run_id") REFERENCES "public"."import_runs"("import_run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_changes_run" ON "import_changes" USING btree ("import_run_id","import_change_id");