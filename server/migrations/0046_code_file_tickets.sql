CREATE TABLE "code_file_tickets" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"request" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "code_file_tickets_expiry" ON "code_file_tickets" USING btree ("expires_at");