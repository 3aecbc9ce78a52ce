ALTER TABLE "user_codes" ADD COLUMN "logo" jsonb;--> statement-breakpoint
ALTER TABLE "user_codes" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_codes" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;