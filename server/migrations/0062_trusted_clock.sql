CREATE TABLE "trusted_clock" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"trusted_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"steady_from" timestamp with time zone NOT NULL,
	"watched_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scan_retention" ALTER COLUMN "seen_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "scan_retention" ALTER COLUMN "steady_since" SET DEFAULT now();--> statement-breakpoint
INSERT INTO "trusted_clock" SELECT true, "seen_at", "seen_at", "steady_since", greatest(0, extract(epoch from "seen_at" - "steady_since") * 1000)::bigint FROM "scan_retention";
