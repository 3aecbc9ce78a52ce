CREATE TABLE "token_reservations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"tokens" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "token_reservations_tokens" CHECK ("token_reservations"."tokens" > 0)
);
--> statement-breakpoint
CREATE INDEX "token_reservations_user" ON "token_reservations" USING btree ("user_id");