-- The queue is the table of the last runs. The tables of pg-boss stay for a worker of the version before.
ALTER TABLE "job_rounds" ADD COLUMN "due_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "job_rounds" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
UPDATE "job_rounds" SET "due_at" = "started_at" + make_interval(secs => "every_seconds") WHERE "started_at" IS NOT NULL;
