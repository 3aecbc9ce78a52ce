CREATE TABLE "categorised_products" (
	"product_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "categorised_products_product_id_category_id_pk" PRIMARY KEY("product_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "currencies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"exchange_rate" numeric NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "currencies_rate" CHECK ("currencies"."exchange_rate" > 0)
);
--> statement-breakpoint
CREATE TABLE "product_categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"parent_id" uuid,
	"slug" text NOT NULL,
	"path" text NOT NULL,
	"sort_title" text NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "product_categories_no_ring" CHECK ("product_categories"."parent_id" <> "product_categories"."id")
);
--> statement-breakpoint
CREATE TABLE "product_units" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"title_key" text NOT NULL,
	"sort_title" text NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"image_id" text NOT NULL,
	"price" numeric NOT NULL,
	"currency_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"description" text NOT NULL,
	"keywords" text[] NOT NULL,
	"detail" text NOT NULL,
	"sort_title" text NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "products_price" CHECK ("products"."price" >= 0),
	CONSTRAINT "products_quantity" CHECK ("products"."quantity" >= 0)
);
--> statement-breakpoint
ALTER TABLE "categorised_products" ADD CONSTRAINT "categorised_products_product" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categorised_products" ADD CONSTRAINT "categorised_products_category" FOREIGN KEY ("category_id") REFERENCES "public"."product_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_parent" FOREIGN KEY ("parent_id") REFERENCES "public"."product_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_image" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_currency" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_unit" FOREIGN KEY ("unit_id") REFERENCES "public"."product_units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "categorised_products_of" ON "categorised_products" USING btree ("category_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "currencies_code" ON "currencies" USING btree ("code" collate "C");--> statement-breakpoint
CREATE INDEX "currencies_by_rate" ON "currencies" USING btree ("exchange_rate","id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_categories_path" ON "product_categories" USING btree ("path");--> statement-breakpoint
CREATE INDEX "product_categories_tree" ON "product_categories" USING btree ((string_to_array("path", '/')) collate "C");--> statement-breakpoint
CREATE INDEX "product_categories_by_title" ON "product_categories" USING btree ("sort_title" collate "C","id");--> statement-breakpoint
CREATE INDEX "product_categories_newest" ON "product_categories" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "product_categories_of" ON "product_categories" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_units_title" ON "product_units" USING btree ("title_key");--> statement-breakpoint
CREATE INDEX "product_units_by_title" ON "product_units" USING btree ("sort_title" collate "C","id");--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "products_by_title" ON "products" USING btree ("sort_title" collate "C","id");--> statement-breakpoint
CREATE INDEX "products_by_quantity" ON "products" USING btree ("quantity","id");--> statement-breakpoint
CREATE INDEX "products_of_currency" ON "products" USING btree ("currency_id");--> statement-breakpoint
CREATE INDEX "products_of_unit" ON "products" USING btree ("unit_id");--> statement-breakpoint
CREATE INDEX "products_by_keys" ON "products"
USING gin ("user_code_keys"('', '', "search_text", '{}'::text[])) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX "product_categories_by_keys" ON "product_categories"
USING gin ("user_code_keys"('', '', "search_text", '{}'::text[])) WITH (fastupdate = off);
