CREATE TABLE "scan_archives" (
	"key" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"part" integer NOT NULL,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"footer_bytes" integer NOT NULL,
	"footer_sha256" text NOT NULL,
	"first_code" uuid NOT NULL,
	"last_code" uuid NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"sums" jsonb NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"compared_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_dropped" boolean DEFAULT false NOT NULL,
	CONSTRAINT "scan_archives_day_part_unique" UNIQUE("day","part")
);
