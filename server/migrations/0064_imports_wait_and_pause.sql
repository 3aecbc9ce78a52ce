ALTER TABLE "imports" ADD COLUMN "unread" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "enables_all" boolean DEFAULT false NOT NULL;