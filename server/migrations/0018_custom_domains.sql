CREATE TABLE "custom_domains" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"domain" text NOT NULL,
	"enabled" boolean NOT NULL,
	"proven_at" timestamp with time zone,
	"check_at" timestamp with time zone,
	"missing_since" timestamp with time zone,
	"misses" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "custom_domains_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "custom_domains_proven" ON "custom_domains" USING btree ("domain") WHERE "custom_domains"."proven_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "custom_domains_check" ON "custom_domains" USING btree ("check_at","user_id","kind");--> statement-breakpoint
-- The redirect knows no feature: it reads this view, and is told which name has changed.
CREATE OR REPLACE VIEW "redirect_domains" AS
  SELECT domain AS host, user_id FROM custom_domains
  WHERE kind = 'qrcode' AND enabled AND proven_at IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION custom_domains_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('redirect_domains', OLD.domain); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('redirect_domains', NEW.domain); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER custom_domains_tell AFTER INSERT OR UPDATE OR DELETE ON custom_domains
  FOR EACH ROW EXECUTE FUNCTION custom_domains_tell();
