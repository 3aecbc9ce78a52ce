CREATE TABLE "chat_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "chat_actions_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"message_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"code_id" uuid,
	"changes" jsonb NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "chat_messages_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"from" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"question_id" uuid,
	"answering_until" timestamp with time zone,
	"is_stopped" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "chat_actions_of_user" ON "chat_actions" USING btree ("user_id","place");--> statement-breakpoint
CREATE INDEX "chat_actions_of_message" ON "chat_actions" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "chat_messages_history" ON "chat_messages" USING btree ("user_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_answer" ON "chat_messages" USING btree ("question_id");