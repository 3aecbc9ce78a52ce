ALTER TABLE "custom_domains" ADD COLUMN "certificate_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "custom_domains" ADD COLUMN "certificate_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "custom_domains" ADD COLUMN "certificate_fault" text;