CREATE TABLE "erasures" (
	"user_id" text PRIMARY KEY NOT NULL,
	"ending" text NOT NULL,
	"keep_pdf_pages" boolean NOT NULL,
	"email" text,
	"step" integer DEFAULT 0 NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"day" date NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"language" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"parts_done" integer DEFAULT 0 NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"key" text,
	"ready_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "installation" DROP CONSTRAINT "installation_first_admin_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "user_actions" DROP CONSTRAINT "user_actions_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleting_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ending" text DEFAULT 'freeze' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "keep_pdf_pages" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletion_warned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "scan_owners" ADD COLUMN "sealed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "erasures_running" ON "erasures" USING btree ("begun_at") WHERE "erasures"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "exports_once_a_day" ON "exports" USING btree ("user_id","day") WHERE "exports"."status" <> 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "exports_one_at_once" ON "exports" USING btree ("user_id") WHERE "exports"."status" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "exports_user" ON "exports" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "exports_expiry" ON "exports" USING btree ("expires_at");
