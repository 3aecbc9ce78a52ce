import type { UserCode } from '@scanleaf/shared'

type Contents = Pick<UserCode, 'codeContent'>

/** The texts in a code's `codeContent` by field; null when the stored text cannot be read. */
export function storedContentOf(code: Contents): Record<string, string> | null {
  try {
    const content: unknown = JSON.parse(code.codeContent)
    if (typeof content !== 'object' || content === null || Array.isArray(content)) return null
    const texts = Object.entries(content).filter(
      ([, value]) => typeof value === 'string' && value.trim() !== '',
    )
    return Object.fromEntries(texts)
  } catch {
    return null
  }
}

/** Where a dynamic code leads, or the address in a static Website; null when it cannot be read. */
export const websiteOf = (code: Contents): string | null => storedContentOf(code)?.['content'] ?? null
