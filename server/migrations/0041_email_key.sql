DROP INDEX "users_email_key";--> statement-breakpoint
ALTER INDEX "users_email_next" RENAME TO "users_email_key";
