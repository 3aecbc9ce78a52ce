CREATE TABLE "scan_breakdowns" (
	"subject" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"keys" text[] NOT NULL,
	"scans" integer[] NOT NULL,
	"uniques" integer[] NOT NULL,
	CONSTRAINT "scan_breakdowns_subject_minutes_at_pk" PRIMARY KEY("subject","minutes","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "scan_closing" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"barrier" timestamp with time zone DEFAULT date_trunc('hour', now(), 'UTC') NOT NULL,
	"parts_until" timestamp with time zone DEFAULT date_trunc('hour', now(), 'UTC') NOT NULL,
	"hours_until" timestamp with time zone DEFAULT date_trunc('hour', now(), 'UTC') NOT NULL,
	"days_until" timestamp with time zone DEFAULT date_trunc('day', now(), 'UTC') NOT NULL,
	"codes_after" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"owners_after" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "is_summed" boolean DEFAULT true NOT NULL;