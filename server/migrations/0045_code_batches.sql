CREATE TABLE "code_batch_rows" (
	"batch_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"outcome" text NOT NULL,
	"input" jsonb NOT NULL,
	"code_id" uuid,
	"before" jsonb,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "code_batch_rows_batch_id_row_pk" PRIMARY KEY("batch_id","row")
);
--> statement-breakpoint
CREATE TABLE "code_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"spec" jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"ready" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"warned" integer DEFAULT 0 NOT NULL,
	"stop_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "code_batch_rows_outcome" ON "code_batch_rows" USING btree ("batch_id","outcome","row");--> statement-breakpoint
CREATE INDEX "code_batches_owner" ON "code_batches" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "code_batches_running" ON "code_batches" USING btree ("started_at") WHERE "code_batches"."state" in ('running', 'undoing');