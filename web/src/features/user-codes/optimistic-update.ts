import type { PatchUserCode, UserCode } from '@scanleaf/shared'

/** Fields that show at once what was asked for; the server draws the design and answers with its picture. */
const SHOWN_AT_ONCE = ['codeContent', 'GoogleAnalyticsID', 'name', 'enabled', 'tags'] as const

/** The code as it will be when the server takes the change. */
export function merged(code: UserCode, patch: PatchUserCode): UserCode {
  const asked = SHOWN_AT_ONCE.filter((field) => patch[field] !== undefined)
  return { ...code, ...Object.fromEntries(asked.map((field) => [field, patch[field]])) }
}
