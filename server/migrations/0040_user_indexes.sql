-- Some databases have three of them from earlier forms of 0032 to 0039 (platform/db/earlier-forms.ts).
-- In migrations of their own, since building an index reads the whole table: writes wait, reads do not.
CREATE INDEX IF NOT EXISTS "users_by_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_next" ON "users" USING btree (lower("email")) WHERE "users"."email_verified_at" is not null or not "users"."must_verify";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_not_approved" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE "users"."approved_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_deleting" ON "users" USING btree ("deleting_at") WHERE "users"."deleting_at" is not null;
