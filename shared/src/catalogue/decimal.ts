import * as z from 'zod'
import { NumberLine } from '../wire'

/** Digits that a JSON number preserves (IEEE 754 binary64). */
const EXACT_DIGITS = 15
/** Below them a number is written with an exponent. */
export const MAX_DECIMALS = 6
const DECIMAL = new RegExp(`^\\d{1,12}(\\.\\d{1,${MAX_DECIMALS}})?$`)

const isExact = (text: string): boolean => text.replace('.', '').replace(/^0+/, '').length <= EXACT_DIGITS

/**
 * An amount of 0 or more, as a number or its text: at most twelve digits before the point, six after it and fifteen
 * together, so that it is the same number in JSON, in the database and on screen.
 */
export const Decimal = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  NumberLine.min(1, { error: 'required' })
    .regex(DECIMAL, { error: 'invalid-amount' })
    .refine(isExact, { error: 'invalid-amount' })
    .transform(Number),
)
