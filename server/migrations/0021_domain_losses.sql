ALTER TABLE "custom_domains" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "custom_domains" ADD COLUMN "lost_by" text;