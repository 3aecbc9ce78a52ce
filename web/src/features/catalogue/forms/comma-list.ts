import { cleanLine } from '@scanleaf/qr'

/** A list as the text of a form field: its values between commas. */
export const joinWithCommas = (values: readonly string[]): string => values.join(',')

/** The values of such a text, each once, without empty ones. */
export const splitCommas = (text: string): string[] =>
  [...new Set(text.split(',').map((value) => cleanLine(value)))].filter((value) => value !== '')
