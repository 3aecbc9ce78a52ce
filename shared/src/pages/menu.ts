import * as z from 'zod'
import type { Language } from '../languages'
import { readTypedAmount, type TypedAmount } from '../typed-amount'
import { MAX_MENU_ITEMS, MAX_MENU_SECTIONS, MAX_PAGE_LINE, MAX_TITLE } from './limits'
import { ownerLine, requiredOwnerLine } from './texts'

/** Currencies of menus, with the digits behind their decimal separator (ISO 4217). */
export const MENU_CURRENCIES = {
  VND: 0,
  USD: 2,
  EUR: 2,
  THB: 2,
  SGD: 2,
  MYR: 2,
  IDR: 0,
  PHP: 2,
  KHR: 0,
  LAK: 0,
  MMK: 0,
  CNY: 2,
  HKD: 2,
  TWD: 0,
  JPY: 0,
  KRW: 0,
} as const
export type MenuCurrency = keyof typeof MENU_CURRENCIES
const CURRENCY_CODES = Object.keys(MENU_CURRENCIES) as [MenuCurrency, ...MenuCurrency[]]

/** What an item is, as an icon with its word. */
export const MENU_MARKS = ['spicy', 'vegetarian'] as const
export type MenuMark = (typeof MENU_MARKS)[number]

/** Digits, with a point before decimals; as an owner types it, {@link readMenuPrice} reads it. */
export const MenuPrice = z.string().regex(/^(?:0|[1-9]\d{0,12})(?:\.\d{1,2})?$/, { error: 'invalid-amount' })

const PageMenuItem = z.strictObject({
  /** Names the item for changes of its price alone. */
  id: z.string().regex(/^[a-z0-9]{1,12}$/, { error: 'invalid-value' }),
  name: requiredOwnerLine(MAX_TITLE),
  /** Null where the price is asked for. */
  price: MenuPrice.nullable().default(null),
  line: ownerLine(MAX_PAGE_LINE),
  isSoldOut: z.boolean().default(false),
  marks: z.array(z.enum(MENU_MARKS)).max(MENU_MARKS.length).default([]),
})
export type PageMenuItem = z.infer<typeof PageMenuItem>

const MenuSection = z.strictObject({
  title: requiredOwnerLine(MAX_TITLE),
  line: ownerLine(MAX_PAGE_LINE),
  items: z.array(PageMenuItem).max(MAX_MENU_ITEMS),
})

export const MenuBlock = z
  .strictObject({
    type: z.literal('menu'),
    currency: z.enum(CURRENCY_CODES).default('VND'),
    sections: z.array(MenuSection).min(1, { error: 'required' }).max(MAX_MENU_SECTIONS),
    /** Below all sections. */
    note: ownerLine(MAX_PAGE_LINE),
  })
  .superRefine(({ currency, sections }, context) => {
    const decimals = MENU_CURRENCIES[currency]
    sections.forEach(({ items }, section) => {
      items.forEach(({ price }, item) => {
        if ((price?.split('.')[1] ?? '').length > decimals)
          context.addIssue({
            code: 'custom',
            path: ['sections', section, 'items', item, 'price'],
            message: 'amount-not-whole',
          })
      })
    })
  })
export type MenuBlock = z.infer<typeof MenuBlock>

/** As people write thousands: `45k`, `45,5 k`. */
const THOUSANDS = /\s*k$/i

/**
 * A price as an owner types it, also in thousands: `45k`, `45.000` and `45.000 ₫` are 45000 in Vietnamese.
 * @example readMenuPrice('42k', 'VND', 'vi') // { digits: '42000', problem: null }
 */
export function readMenuPrice(typed: string, currency: MenuCurrency, language: Language): TypedAmount {
  const decimals = MENU_CURRENCIES[currency]
  const text = typed.trim()
  if (!THOUSANDS.test(text)) return readTypedAmount(text, language, { decimals })
  const read = readTypedAmount(text.replace(THOUSANDS, ''), language, { decimals: 3 })
  if (read.digits === null) return read
  const [whole = '', fraction = ''] = read.digits.split('.')
  const digits = `${whole}${fraction.padEnd(3, '0')}`.replace(/^0+(?=\d)/, '')
  return MenuPrice.safeParse(digits).success
    ? { digits, problem: null }
    : { digits: null, problem: 'invalid-amount' }
}
