-- A file that a code serves cannot be taken away, whatever is swept at the same moment.
ALTER TABLE "pdf_versions" ADD CONSTRAINT "pdf_versions_file_id_files_id_fk"
FOREIGN KEY ("file_id") REFERENCES "files"("id");
--> statement-breakpoint
-- A PDF code is one with its user code.
ALTER TABLE "pdf_codes" ADD CONSTRAINT "pdf_codes_id_user_codes_id_fk"
FOREIGN KEY ("id") REFERENCES "user_codes"("id") ON DELETE CASCADE;
