import type { FieldErrors } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { sqlState, violatedConstraint } from '../../platform/db/query-error'

/** Field errors of a row that the database refuses, by the constraint of table.ts. */
const FIELDS: Record<string, FieldErrors> = {
  product_units_title: { title: 'taken' },
  currencies_code: { code: 'taken' },
  product_categories_path: { title: 'taken' },
  product_categories_parent: { parent: 'invalid-choice' },
  products_image: { image: 'invalid-image' },
  products_currency: { 'price.currency': 'invalid-choice' },
  products_unit: { 'price.unit': 'invalid-choice' },
  categorised_products_category: { categories: 'invalid-choice' },
}

/** @throws AppError ValidationError when something that a row refers to is missing, or the row exists already */
export async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const fields = FIELDS[violatedConstraint(error) ?? '']
    throw fields ? new AppError('ValidationError', fields, undefined, { cause: error }) : error
  }
}

const FOREIGN_KEY_VIOLATION = '23503'

/** @throws AppError Conflict when something came to use a row while it was deleted */
export async function removing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error
    throw new AppError('Conflict', undefined, undefined, { cause: error })
  }
}

/** What deletes a thing that something else still needs. */
export const inUse = (code: 'HasChildren' | 'UsedByProducts', name: string) =>
  new AppError(code, undefined, undefined, { values: { name } })
