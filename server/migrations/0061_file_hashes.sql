ALTER TABLE "exports" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "pdf_versions" ADD COLUMN "page_bytes" integer;--> statement-breakpoint
ALTER TABLE "pdf_versions" ADD COLUMN "page_sha256" text;