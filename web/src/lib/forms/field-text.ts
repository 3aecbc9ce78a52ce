import type { FieldIssue } from '@scanleaf/shared'
import type { TFunction } from 'i18next'

/**
 * What is said beside a field that is wrong; the namespace `errors` must be there.
 * @param names values of placeholders that the issue does not carry, such as the `host` that was typed
 */
export const fieldText = (
  t: TFunction,
  { code, numbers }: FieldIssue,
  names: Readonly<Record<string, string>> = {},
): string =>
  numbers ? t(`errors:field.${code}.exactly`, { ...names, ...numbers }) : t(`errors:field.${code}`, names)
