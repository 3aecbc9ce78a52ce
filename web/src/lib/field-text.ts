import type { FieldIssue } from '@scanleaf/shared'
import type { TFunction } from 'i18next'

/** What is said beside a field that is wrong; the namespace `errors` must be there. */
export const fieldText = (t: TFunction, { code, numbers }: FieldIssue): string =>
  numbers ? t(`errors:field.${code}.exactly`, numbers) : t(`errors:field.${code}`)
