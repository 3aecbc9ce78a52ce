CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"at" integer,
	"raw" jsonb NOT NULL,
	"verdict" text,
	"outcome" text DEFAULT 'skipped' NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"code_id" uuid,
	CONSTRAINT "import_rows_import_id_n_pk" PRIMARY KEY("import_id","n")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"by" text NOT NULL,
	"file_name" text NOT NULL,
	"source" text NOT NULL,
	"encoding" text,
	"host" text NOT NULL,
	"hosts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"headers" jsonb,
	"header_key" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"is_mapped_by_hand" boolean DEFAULT false NOT NULL,
	"tag" text NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"stop_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "user_codes" ADD COLUMN "imported" jsonb;--> statement-breakpoint
CREATE INDEX "import_rows_outcome" ON "import_rows" USING btree ("import_id","outcome","n");--> statement-breakpoint
CREATE INDEX "import_rows_verdict" ON "import_rows" USING btree ("import_id","verdict","n");--> statement-breakpoint
CREATE INDEX "imports_owner" ON "imports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "imports_running" ON "imports" USING btree ("started_at") WHERE "imports"."state" in ('running', 'undoing');