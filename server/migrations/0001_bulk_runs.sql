CREATE TABLE "bulk_rows" (
	"run_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"outcome" text NOT NULL,
	"input" jsonb NOT NULL,
	"code_id" uuid,
	"before" jsonb,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"verdict" text,
	"line" integer,
	CONSTRAINT "bulk_rows_run_id_row_pk" PRIMARY KEY("run_id","row")
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"by" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"spec" jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"ready" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"retained" integer DEFAULT 0 NOT NULL,
	"warned" integer DEFAULT 0 NOT NULL,
	"stop_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
DROP TABLE "code_batch_rows" CASCADE;--> statement-breakpoint
DROP TABLE "code_batches" CASCADE;--> statement-breakpoint
DROP TABLE "import_rows" CASCADE;--> statement-breakpoint
DROP TABLE "imports" CASCADE;--> statement-breakpoint
CREATE INDEX "bulk_rows_outcome" ON "bulk_rows" USING btree ("run_id","outcome","row");--> statement-breakpoint
CREATE INDEX "bulk_rows_verdict" ON "bulk_rows" USING btree ("run_id","verdict","row") WHERE "bulk_rows"."verdict" is not null;--> statement-breakpoint
CREATE INDEX "bulk_runs_owner" ON "bulk_runs" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_runs_running" ON "bulk_runs" USING btree ("started_at") WHERE "bulk_runs"."state" in ('running', 'undoing');