CREATE TABLE "scan_retention" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"steady_since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "is_time_corrected" boolean DEFAULT false NOT NULL;