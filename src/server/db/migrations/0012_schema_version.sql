CREATE TABLE "schema_version" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"number" integer NOT NULL,
	"compatible_since" integer NOT NULL,
	CONSTRAINT "schema_version_one_row" CHECK ("schema_version"."is_only_row")
);
