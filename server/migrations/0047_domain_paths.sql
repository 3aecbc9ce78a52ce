CREATE TABLE "domain_paths" (
	"user_id" text NOT NULL,
	"host" text NOT NULL,
	"path" text NOT NULL,
	"code_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "domain_paths_user_id_host_path_pk" PRIMARY KEY("user_id","host","path")
);
--> statement-breakpoint
CREATE INDEX "domain_paths_code" ON "domain_paths" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "domain_paths_key" ON "domain_paths" USING btree ("user_id",lower("path"));--> statement-breakpoint
-- The redirect reads these views. A path leads to the id of its code, which belongs to the same owner.
CREATE VIEW "redirect_paths" AS
  SELECT "printed"."user_id", "printed"."host", "printed"."path", lower("code"."dynamic_id") AS "target_key"
  FROM "domain_paths" AS "printed"
  JOIN "user_codes" AS "code" ON "code"."id" = "printed"."code_id" AND "code"."user_id" = "printed"."user_id"
  WHERE "code"."dynamic_id" IS NOT NULL AND "code"."deleted_at" IS NULL;--> statement-breakpoint
CREATE OR REPLACE VIEW "redirect_domains" AS
  SELECT domain AS host, user_id, EXISTS (
    SELECT FROM domain_paths AS printed
    WHERE printed.user_id = custom_domains.user_id AND printed.host = custom_domains.domain
  ) AS has_paths
  FROM custom_domains
  WHERE kind = 'qrcode' AND enabled AND proven_at IS NOT NULL;
