import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'

/** The NATS servers whose JetStream carries scans between machines. */
export interface StreamConfig {
  /** `host:port`. */
  servers: string[]
  name: string
  /** Of the stream, when it is created; null: three in a cluster of NATS, else one. */
  replicas: number | null
  login:
    | { kind: 'none' }
    | { kind: 'password'; user: string; password: string }
    | { kind: 'token'; token: string }
    /** Content of a `.creds` file: a JWT and the seed of its key. */
    | { kind: 'credentials'; content: string }
    | { kind: 'nkey'; seed: string }
  /** `system`: by the authorities that Node.js knows; null: only where the server offers it. */
  tls: 'system' | { ca: string } | null
}

const URL_FORM = /^(nats|tls):\/\/(?:([^@/?#\s]*)@)?([^@/?#\s]+)\/?$/
const DEFAULT_PORT = 4222
/** Whoever names this many has a cluster, whatever a server says that runs alone by mistake. */
const SERVERS_OF_A_CLUSTER = 3

const StreamUrl = z.string().transform((url, context) => {
  const [, scheme, userInfo = '', hosts = ''] = URL_FORM.exec(url) ?? []
  const servers = hosts.split(',')
  if (!scheme || !servers.every((host) => URL.canParse(`http://${host}`))) {
    context.addIssue('must be nats://user:password@host:4222 or tls://…, with several hosts after commas')
    return z.NEVER
  }
  const [user = '', ...password] = userInfo.split(':')
  try {
    return {
      isTls: scheme === 'tls',
      servers: servers.map((host) => (/:\d+$/.test(host) ? host : `${host}:${DEFAULT_PORT}`)),
      user: decodeURIComponent(user),
      password: password.length > 0 ? decodeURIComponent(password.join(':')) : null,
    }
  } catch {
    context.addIssue(
      'has a user or password whose % is not followed by two hexadecimal digits: write %25 for %',
    )
    return z.NEVER
  }
})

const SEED = /^SU[A-Z2-7]{56}$/
const CREDENTIALS = /-----BEGIN NATS USER JWT-----[\s\S]+-----BEGIN USER NKEY SEED-----/

export const StreamSettings = z.object({
  SCAN_STREAM_URL: StreamUrl.optional().meta({
    unset: 'none',
    isSecret: true,
    description:
      'NATS servers whose JetStream carries scans from redirect processes to workers: `nats://user:password@host:4222` or `tls://…`, several hosts separated by commas; unset: each machine imports its own scans',
  }),
  SCAN_STREAM_TOKEN: z
    .string()
    .max(1000)
    .optional()
    .meta({ unset: 'none', isSecret: true, description: 'token, where NATS asks for one' }),
  SCAN_STREAM_CREDENTIALS: z
    .string()
    .trim()
    .refine((text) => SEED.test(text) || CREDENTIALS.test(text), {
      error: 'must be the content of a .creds file, or the NKEY seed of a user (SU…)',
    })
    .optional()
    .meta({
      unset: 'none',
      isSecret: true,
      description: 'content of a `.creds` file of NATS, or the NKEY seed of a user',
    }),
  SCAN_STREAM_CA_FILE: z.string().optional().meta({
    unset: 'of Node.js',
    description: 'PEM file of the authority that signed the certificate of NATS; requires TLS',
  }),
  SCAN_STREAM_NAME: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must have 1 to 64 letters, digits, - and _' })
    .default('scanleaf-scans')
    .meta({ description: 'name of the stream and its subject; another one for each installation' }),
  SCAN_STREAM_REPLICAS: z.coerce.number().int().min(1).max(5).optional().meta({
    unset: '3 in a cluster of NATS, else 1',
    description:
      'copies of each scan in the cluster of NATS, when the stream is created; a stream that has fewer is logged and reported by the doctor, and left as it is',
  }),
})

type Settings = z.output<typeof StreamSettings>

/**
 * Null: each machine imports its own scans.
 * @throws Error whose message names the setting and the fix
 */
export function streamConfigOf(settings: Settings): StreamConfig | null {
  const { SCAN_STREAM_URL: url, SCAN_STREAM_NAME: name, SCAN_STREAM_REPLICAS } = settings
  if (!url) {
    const alone = (['SCAN_STREAM_TOKEN', 'SCAN_STREAM_CREDENTIALS', 'SCAN_STREAM_CA_FILE'] as const).find(
      (each) => settings[each] !== undefined,
    )
    if (alone) throw new Error(`${alone} belongs to SCAN_STREAM_URL: set both, or neither.`)
    return null
  }
  const { servers } = url
  const replicas = SCAN_STREAM_REPLICAS ?? (servers.length >= SERVERS_OF_A_CLUSTER ? 3 : null)
  return { servers, name, replicas, login: loginOf(url, settings), tls: tlsOf(url, settings) }
}

function loginOf(
  { user, password }: NonNullable<Settings['SCAN_STREAM_URL']>,
  { SCAN_STREAM_TOKEN: token, SCAN_STREAM_CREDENTIALS: credentials }: Settings,
): StreamConfig['login'] {
  const given = [
    ...(user === '' ? [] : ['a user in SCAN_STREAM_URL']),
    ...(token === undefined ? [] : ['SCAN_STREAM_TOKEN']),
    ...(credentials === undefined ? [] : ['SCAN_STREAM_CREDENTIALS']),
  ]
  if (given.length > 1) throw new Error(`NATS takes one way to sign in: keep one of ${given.join(' and ')}.`)
  if (credentials !== undefined)
    return SEED.test(credentials)
      ? { kind: 'nkey', seed: credentials }
      : // The client recognises a block by the end of its last line.
        { kind: 'credentials', content: `${credentials.replaceAll('\r\n', '\n')}\n` }
  if (token !== undefined) return { kind: 'token', token }
  if (user === '') return { kind: 'none' }
  // As in other clients of NATS, a name without a password is a token.
  return password === null ? { kind: 'token', token: user } : { kind: 'password', user, password }
}

function tlsOf(
  { isTls, servers }: NonNullable<Settings['SCAN_STREAM_URL']>,
  { SCAN_STREAM_CA_FILE: file }: Settings,
): StreamConfig['tls'] {
  if (!isTls && file === undefined) return null
  // The client checks a certificate against names alone.
  const address = servers.find((server) => isIP(new URL(`http://${server}`).hostname.replace(/^\[|\]$/g, '')))
  if (address)
    throw new Error(
      `SCAN_STREAM_URL has the address ${address}: with TLS name each host as its certificate does.`,
    )
  if (file === undefined) return 'system'
  try {
    return { ca: readFileSync(resolve(file), 'utf8') }
  } catch (error) {
    throw new Error(`SCAN_STREAM_CA_FILE=${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
