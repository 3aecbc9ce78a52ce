CREATE TABLE "user_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by" text NOT NULL,
	"user_id" uuid NOT NULL,
	"action" text NOT NULL,
	"resource" text DEFAULT '' NOT NULL,
	"from" text DEFAULT '' NOT NULL,
	"to" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_actions" ADD CONSTRAINT "user_actions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_actions_user" ON "user_actions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE "users"."suspended_at" is not null;--> statement-breakpoint
-- The users who were there before; their next change of a name writes it as the program folds it.
UPDATE "users" SET "search_text" = ' ' || translate(regexp_replace(
  lower(regexp_replace(normalize(concat_ws(' ', "username", "last_name", "first_name", "email"), NFKD), '[\u0300-\u036f]', '', 'g')),
  '[[:space:][:punct:]]+', ' ', 'g'), 'đĐ', 'dd');
--> statement-breakpoint
CREATE INDEX "users_by_keys" ON "users"
USING gin ("user_code_keys"('', '', "search_text", '{}'::text[])) WITH (fastupdate = off);
