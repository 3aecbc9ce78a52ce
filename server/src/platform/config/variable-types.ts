import { z } from 'zod'

export const Port = z.coerce.number().int().min(0).max(65_535)

/** An address without a slash at its end. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((url) => url.replace(/\/+$/, ''))

/** An address that RFC 9116 §2.5.3 takes for a contact; an e-mail address as it is, too. */
export const securityContact = z
  .string()
  .transform((contact) => (/^[^\s:/]+@[^\s:/]+$/.test(contact) ? `mailto:${contact}` : contact))
  .pipe(z.url({ protocol: /^(mailto|https|tel)$/, error: 'must be e-mail, https or tel addresses' }))

/** Values by commas; none when absent. */
export const listOf = <T extends z.ZodType<string, string>>(kind: T) =>
  z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((value) => value.trim())
        .filter(Boolean),
    )
    .pipe(z.array(kind))
