import type { FieldIssue } from '@scanleaf/shared'
import type { TFunction } from 'i18next'

/**
 * The message of an invalid field; the namespace `errors` must be loaded.
 * @param names values of placeholders that the issue does not carry, such as the `host` that was typed
 */
export const fieldText = (
  t: TFunction,
  { code, numbers }: FieldIssue,
  names: Readonly<Record<string, string>> = {},
): string =>
  numbers ? t(`errors:field.${code}.exactly`, { ...names, ...numbers }) : t(`errors:field.${code}`, names)
