CREATE TABLE "restores_without_log" (
	"at" timestamp with time zone PRIMARY KEY DEFAULT now() NOT NULL
);
