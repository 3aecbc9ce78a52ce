import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { readSecretFile } from './secret-files'

/** A provider of OpenID Connect, as OIDC_FILE names it. */
export interface OidcProvider {
  name: string
  label: string
  /** As `new URL` writes it, so that a slash more or less in the file makes no other. */
  issuer: string
  clientId: string
  /** Null for a public client, which PKCE alone protects. */
  clientSecret: string | null
  /** Mail domains of who gets a new account, in lower case; empty: any. */
  domains: readonly string[]
  /** Whether somebody without an account gets one. */
  register: boolean
  /** Whether addresses of `domains` are verified where the provider does not say it. */
  emailsAreVerified: boolean
}

const MAX_PROVIDERS = 10
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

const Issuer = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname)) || false
  if (!url || !isSafe || url.search !== '' || url.hash !== '' || url.username !== '') {
    context.addIssue('must be an https address without a query, as the provider writes it')
    return z.NEVER
  }
  return url.href
})

const Provider = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, {
      error: 'must have 1 to 32 small letters, digits and hyphens',
    }),
    label: z.string().trim().min(1).max(40),
    issuer: Issuer,
    clientId: z.string().min(1).max(500),
    clientSecret: z.string().min(1).max(2000).optional(),
    clientSecretFile: z.string().min(1).optional(),
    clientSecretVariable: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]*$/)
      .optional(),
    domains: z.array(z.string().toLowerCase().regex(DOMAIN, { error: 'must be a domain' })).default([]),
    register: z.boolean().default(false),
    emailsAreVerified: z.boolean().default(false),
  })
  .refine(
    ({ clientSecret, clientSecretFile, clientSecretVariable }) =>
      [clientSecret, clientSecretFile, clientSecretVariable].filter((given) => given !== undefined).length <=
      1,
    { error: 'has more than one of clientSecret, clientSecretFile and clientSecretVariable' },
  )
  .refine(({ domains, emailsAreVerified }) => !emailsAreVerified || domains.length > 0, {
    path: ['emailsAreVerified'],
    error: 'needs domains: name those whose addresses the provider gives to their owners alone',
  })

const isUniqueBy = (key: 'name' | 'issuer') => (providers: Record<typeof key, string>[]) =>
  new Set(providers.map((provider) => provider[key])).size === providers.length

const OidcFile = z.strictObject({
  providers: z
    .array(Provider)
    .min(1)
    .max(MAX_PROVIDERS)
    .refine(isUniqueBy('name'), { error: 'two have the same name' })
    .refine(isUniqueBy('issuer'), { error: 'two have the same issuer' }),
})

/**
 * The providers of a file, with their secrets; none without a file.
 * @param env where `clientSecretVariable` is looked up
 * @throws Error saying what is wrong, and never a secret
 */
export function readOidcFile(
  path: string | undefined,
  identityUrl: string | undefined,
  env: Record<string, string | undefined>,
): OidcProvider[] {
  if (path === undefined) return []
  if (identityUrl !== undefined)
    throw new Error(
      'OIDC_FILE is a way into our own accounts, which IDENTITY_URL replaces: set one of the two.',
    )
  const parsed = OidcFile.safeParse(jsonOf(path))
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`)
    throw new Error(`OIDC_FILE=${path} is wrong: ${wrong.join('; ')}.`)
  }
  return parsed.data.providers.map(({ clientSecretFile, clientSecretVariable, ...provider }) => ({
    ...provider,
    clientSecret: secretOf({ ...provider, clientSecretFile, clientSecretVariable }, env),
  }))
}

function jsonOf(path: string): unknown {
  const text = textOf(path, `OIDC_FILE=${path}`)
  try {
    return JSON.parse(text)
  } catch {
    // What JSON.parse says quotes the text, which may hold a secret.
    throw new Error(`OIDC_FILE=${path} is no JSON.`)
  }
}

function secretOf(
  provider: Pick<
    z.output<typeof Provider>,
    'name' | 'clientSecret' | 'clientSecretFile' | 'clientSecretVariable'
  >,
  env: Record<string, string | undefined>,
): string | null {
  const { name, clientSecret, clientSecretFile, clientSecretVariable } = provider
  if (clientSecretFile !== undefined)
    return readSecretFile(clientSecretFile, `clientSecretFile of ${name} in OIDC_FILE`)
  if (clientSecretVariable === undefined) return clientSecret ?? null
  const secret = env[clientSecretVariable]
  if (!secret)
    throw new Error(`OIDC_FILE takes the secret of ${name} from ${clientSecretVariable}, which is not set.`)
  return secret
}

function textOf(path: string, what: string): string {
  try {
    return readFileSync(resolve(path), 'utf8')
  } catch (error) {
    throw new Error(`${what} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
