CREATE TABLE "scan_agents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_agents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_agent" text NOT NULL,
	"device" text NOT NULL,
	"system" text NOT NULL,
	"browser" text NOT NULL,
	CONSTRAINT "scan_agents_all" UNIQUE("user_agent","device","system","browser")
);
--> statement-breakpoint
CREATE TABLE "scan_code_numbers" (
	"code" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_code_numbers_code_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code_id" uuid NOT NULL,
	CONSTRAINT "scan_code_numbers_code_id_unique" UNIQUE("code_id")
);
--> statement-breakpoint
CREATE TABLE "scan_countries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_countries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"value" text NOT NULL,
	CONSTRAINT "scan_countries_value_unique" UNIQUE("value")
);
--> statement-breakpoint
CREATE TABLE "scan_languages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_languages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"value" text NOT NULL,
	CONSTRAINT "scan_languages_value_unique" UNIQUE("value")
);
--> statement-breakpoint
CREATE TABLE "scan_log" (
	"at" timestamp with time zone NOT NULL,
	"visitor" bigint NOT NULL,
	"code" integer NOT NULL,
	"agent" integer NOT NULL,
	"referrer" integer NOT NULL,
	"language" integer NOT NULL,
	"country" integer NOT NULL,
	"kind" smallint NOT NULL,
	"flags" smallint NOT NULL
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "scan_referrers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_referrers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"value" text NOT NULL,
	CONSTRAINT "scan_referrers_value_unique" UNIQUE("value")
);
--> statement-breakpoint
ALTER TABLE "scan_retention" ADD COLUMN "whole_from" date;--> statement-breakpoint
CREATE INDEX "scan_log_code_time" ON "scan_log" USING btree ("code","at");--> statement-breakpoint
CREATE INDEX "scan_log_time" ON "scan_log" USING brin ("at") WITH (autosummarize=true);
--> statement-breakpoint
CREATE VIEW "scan_rows" AS
SELECT "code_id", "at", "is_time_corrected", "kind", "is_unique", "is_repeat", coalesce("country", '') AS "country",
  "device", "system", "browser", "user_agent", "referrer", "language", "is_summed"
FROM "scans"
UNION ALL
SELECT number."code_id", log."at", log."flags" & 4 <> 0,
  (ARRAY['person', 'bot', 'preview', 'prefetch', 'head'])[log."kind" + 1],
  log."flags" & 1 <> 0, log."flags" & 2 <> 0, country."value",
  agent."device", agent."system", agent."browser", agent."user_agent", referrer."value", language."value",
  log."flags" & 8 <> 0
FROM "scan_log" AS log
JOIN "scan_code_numbers" AS number USING ("code")
LEFT JOIN "scan_countries" AS country ON country."id" = log."country"
LEFT JOIN "scan_agents" AS agent ON agent."id" = log."agent"
LEFT JOIN "scan_referrers" AS referrer ON referrer."id" = log."referrer"
LEFT JOIN "scan_languages" AS language ON language."id" = log."language";
