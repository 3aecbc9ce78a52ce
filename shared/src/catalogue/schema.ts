import * as z from 'zod'
import { MAX_NAME_LENGTH, Tags } from '../user-codes/schema'
import { emptyToNull, Line, NumberLine, Paging, pageOf, RequiredLine, RequiredMultiLine, Text } from '../wire'
import { slugOf } from './category-place'
import { Decimal } from './decimal'

export const MAX_DESCRIPTION_LENGTH = 2_000
export const MAX_DETAIL_LENGTH = 10_000
const MAX_CATEGORIES = 20
const MAX_QUANTITY = 1_000_000_000

const line = (maxLength: number) => RequiredLine.max(maxLength, { error: 'too-long' })
const lines = (maxLength: number) => RequiredMultiLine.max(maxLength, { error: 'too-long' })

const Title = line(MAX_NAME_LENGTH)
const Id = Text.min(1, { error: 'required' }).pipe(z.uuid({ error: 'invalid-choice' }))
const ImageId = Text.min(1, { error: 'required' }).regex(/^[A-Za-z0-9_-]{16,64}$/, { error: 'invalid-image' })

/** The `updatedAt` that was read, with a PATCH. After another change in between, the response is `Conflict`. */
const seen = { updatedAt: z.iso.datetime().optional() }
const times = { createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() }
const search = { q: emptyToNull(Line.max(200, { error: 'too-long' })) }

export const ProductUnit = z.object({ id: z.string(), title: z.string(), ...times })
export type ProductUnit = z.infer<typeof ProductUnit>

export const CreateProductUnit = z.object({ title: Title })
export type CreateProductUnit = z.output<typeof CreateProductUnit>
export const ChangeProductUnit = CreateProductUnit.partial().extend(seen)
export type ChangeProductUnit = z.output<typeof ChangeProductUnit>

export const UNIT_SORTS = ['title', '-title'] as const
export const ListProductUnits = Paging.extend({ ...search, sort: emptyToNull(z.enum(UNIT_SORTS)) })
export type ListProductUnits = z.output<typeof ListProductUnits>
export const ProductUnitPage = pageOf(ProductUnit)

export const Currency = z.object({
  id: z.string(),
  /** In upper case. */
  code: z.string(),
  name: z.string(),
  /** VND for one of it. */
  exchangeRate: z.number(),
  ...times,
})
export type Currency = z.infer<typeof Currency>

const CurrencyCode = Line.toUpperCase()
  .min(1, { error: 'required' })
  .regex(/^[A-Z][A-Z0-9]{1,9}$/, { error: 'invalid-currency-code' })

export const CreateCurrency = z.object({
  code: CurrencyCode,
  name: Title,
  exchangeRate: Decimal.refine((rate) => rate > 0, { error: 'invalid-amount' }),
})
export type CreateCurrency = z.output<typeof CreateCurrency>
export const ChangeCurrency = CreateCurrency.partial().extend(seen)
export type ChangeCurrency = z.output<typeof ChangeCurrency>

export const CURRENCY_SORTS = ['code', '-code', 'exchangeRate', '-exchangeRate'] as const
export const ListCurrencies = Paging.extend({ ...search, sort: emptyToNull(z.enum(CURRENCY_SORTS)) })
export type ListCurrencies = z.output<typeof ListCurrencies>
export const CurrencyPage = pageOf(Currency)

/** `slug`, `path` and `pathname` follow from the titles: see `categoryPlace`. */
export const ProductCategory = z.object({
  id: z.string(),
  title: z.string(),
  /** Id of the parent category. */
  parent: z.string().nullable(),
  slug: z.string(),
  path: z.string(),
  pathname: z.string(),
  ...times,
})
export type ProductCategory = z.infer<typeof ProductCategory>

const CategoryTitle = Title.refine((title) => slugOf(title) !== '', { error: 'no-letters' })
/** An empty text counts as missing. */
const Parent = z.preprocess((value) => (value === '' ? null : value), Id.nullable())

export const CreateProductCategory = z.object({ title: CategoryTitle, parent: Parent.default(null) })
export type CreateProductCategory = z.output<typeof CreateProductCategory>
export const ChangeProductCategory = z.object({
  title: CategoryTitle.optional(),
  parent: Parent.optional(),
  ...seen,
})
export type ChangeProductCategory = z.output<typeof ChangeProductCategory>

/** `path`: each category after its parent. */
export const CATEGORY_SORTS = ['path', 'title', '-title', '-createdAt'] as const
export const ListProductCategories = Paging.extend({
  ...search,
  /** Those inside it. */
  parent: emptyToNull(Id),
  sort: emptyToNull(z.enum(CATEGORY_SORTS)),
})
export type ListProductCategories = z.output<typeof ListProductCategories>
export const ProductCategoryPage = pageOf(ProductCategory)

export const Product = z.object({
  id: z.string(),
  title: z.string(),
  /** Ids. */
  categories: z.array(z.string()),
  categoriesDetail: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Id of an image: /media/images/{id}. */
  image: z.string(),
  price: z.object({
    value: z.number(),
    /** Id of the currency, and of the unit that the price is for. */
    currency: z.string(),
    unit: z.string(),
    currencyDetail: z.object({ code: z.string() }),
    unitDetail: z.object({ title: z.string() }),
  }),
  quantity: z.number().int(),
  description: z.string(),
  keywords: z.array(z.string()),
  /** Plain text of several lines. */
  detail: z.string(),
  ...times,
})
export type Product = z.infer<typeof Product>

/** Ids as a list, or between commas. */
const Categories = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : value),
  z
    .array(Id)
    .min(1, { error: 'required' })
    .transform((ids) => [...new Set(ids)])
    .pipe(z.array(z.string()).max(MAX_CATEGORIES, { error: 'too-many' })),
)

const Quantity = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  NumberLine.min(1, { error: 'required' })
    .regex(/^\d{1,10}$/, { error: 'not-whole' })
    .transform(Number)
    .refine((quantity) => quantity <= MAX_QUANTITY, { error: 'not-whole' }),
)

const Price = z.object({ value: Decimal, currency: Id, unit: Id })

/** Every field is required (billing-spec §5); the price and the quantity are numbers or their texts. */
export const CreateProduct = z.object({
  title: Title,
  categories: Categories,
  image: ImageId,
  price: Price,
  quantity: Quantity,
  description: lines(MAX_DESCRIPTION_LENGTH),
  keywords: Tags.pipe(z.array(z.string()).min(1, { error: 'required' })),
  detail: lines(MAX_DETAIL_LENGTH),
})
export type CreateProduct = z.output<typeof CreateProduct>
export const ChangeProduct = CreateProduct.partial().extend({ price: Price.partial().optional(), ...seen })
export type ChangeProduct = z.output<typeof ChangeProduct>

export const PRODUCT_SORTS = ['-createdAt', 'createdAt', 'title', '-title', 'quantity', '-quantity'] as const
export const ListProducts = Paging.extend({
  ...search,
  /** Those in this category or in one below it. */
  category: emptyToNull(Id),
  sort: emptyToNull(z.enum(PRODUCT_SORTS)),
})
export type ListProducts = z.output<typeof ListProducts>
export const ProductPage = pageOf(Product)
