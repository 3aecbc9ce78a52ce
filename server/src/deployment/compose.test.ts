import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../platform/config/config'
import { EnvironmentVariables, SECRET_NAMES } from '../platform/config/environment-variables'
import { CREDENTIAL_PREFIX } from '../platform/config/secret-files'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Compose {
  services: Record<
    string,
    {
      image: string
      environment: Record<string, string>
      networks: string[]
      ports?: string[]
      secrets?: string[]
    }
  >
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } } | null>
  secrets: Record<string, { file: string }>
}

/** As Docker Compose reads it, with this `.env`. */
function composeWith(env: Record<string, string>, path = 'compose.production.yaml'): Compose {
  const interpolated = (text: string) =>
    text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, rest) => {
      const value = env[name] ?? (kind === '-' ? rest : undefined)
      if (value === undefined) throw new Error(`${name} is not in .env`)
      return value
    })
  return parse(read(path), (_, value) => (typeof value === 'string' ? interpolated(value) : value))
}

const ENV = { SCANLEAF_APP: 'app.example.vn', SCANLEAF_CODES: 'qr.example.vn' }

test('compose.production.yaml starts with settings that the program has, and the password in a file alone', () => {
  const { services, secrets } = composeWith(ENV)
  const { environment = {}, secrets: mounted } = services['scanleaf'] ?? {}
  const known = [...Object.keys(EnvironmentVariables.shape), ...SECRET_NAMES.map((name) => `${name}_FILE`)]
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([])
  expect(environment['DATABASE_PASSWORD_FILE']).toBe(`/run/secrets/${mounted?.[0]}`)
  expect(services['postgres']?.environment['POSTGRES_PASSWORD_FILE']).toBe(
    environment['DATABASE_PASSWORD_FILE'],
  )
  expect(Object.keys(secrets)).toEqual(mounted)
  const { DATABASE_PASSWORD_FILE: _, ...rest } = environment
  expect(readConfig({ ...rest, DATABASE_PASSWORD: 'p@ss' })).toMatchObject({
    databaseUrl: 'postgres://scanleaf:p%40ss@postgres/scanleaf',
    appUrl: 'https://app.example.vn',
    pdfHost: 'https://qr.example.vn/p',
    domainAddress: null,
  })
})

test('compose.production.yaml believes only the network of Caddy, which alone is reached from outside', () => {
  for (const subnet of [undefined, '10.9.8.0/28']) {
    const { services, networks } = composeWith({
      ...ENV,
      SCANLEAF_ADDRESS: '203.0.113.80',
      ...(subnet && { SCANLEAF_SUBNET: subnet }),
    })
    const config = readConfig({ TRUSTED_PROXIES: services['scanleaf']?.environment['TRUSTED_PROXIES'] })
    expect(config.trustedProxies).toEqual(networks['proxy']?.ipam?.config.map(({ subnet }) => subnet))
    expect(services['scanleaf']?.environment['DOMAIN_ADDRESS']).toBe('203.0.113.80')
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['caddy'])
    expect(Object.keys(services).filter((name) => services[name]?.networks.includes('proxy'))).toEqual([
      'scanleaf',
      'caddy',
    ])
    expect(services['postgres']?.networks).toEqual(['inner'])
    expect(networks['inner']?.internal).toBe(true)
    for (const name of ['postgres', 'caddy'])
      expect(services[name]?.image).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)?(@sha256:|$)/)
  }
})

test('compose.yaml is one container that asks nothing, and serves at the addresses that it is given', () => {
  const { services } = composeWith({}, 'compose.yaml')
  expect(Object.keys(services)).toEqual(['scanleaf'])
  const { image, environment = {}, ports } = services['scanleaf'] ?? {}
  expect(image).toBe(composeWith(ENV).services['scanleaf']?.image)
  expect(image).toMatch(/:1$/)
  expect(composeWith({ SCANLEAF_VERSION: '1.2.3' }, 'compose.yaml').services['scanleaf']?.image).toMatch(
    /:1\.2\.3$/,
  )
  const { port, publicPort, appUrl, databaseUrl } = readConfig(environment)
  expect(ports).toEqual([`${port}:${port}`, `${publicPort}:${publicPort}`])
  expect({ appUrl, databaseUrl }).toEqual({ appUrl: 'http://localhost:3000', databaseUrl: null })
  const given = composeWith({ APP_URL: 'http://pi:3000', CODE_HOST: 'http://pi:3001' }, 'compose.yaml')
  expect(readConfig(given.services['scanleaf']?.environment ?? {}).codeHost).toBe('http://pi:3001')
})

test('compose.build.yaml builds the service of either file', () => {
  expect(parse(read('compose.build.yaml'))).toEqual({
    services: { scanleaf: { build: '.', image: 'scanleaf', pull_policy: 'build' } },
  })
})

test('the image is built on the pinned Node.js, and exposes the ports of the program', () => {
  const dockerfile = read('Dockerfile')
  const { port, publicPort } = readConfig({})
  expect(dockerfile).toContain(`ARG NODE=node:${read('.nvmrc').trim()}-`)
  expect(read('.github/workflows/check.yml')).toContain(`container: node:${read('.nvmrc').trim()}-`)
  expect(dockerfile).toContain(`EXPOSE ${port} ${publicPort}\n`)
  expect(dockerfile).toMatch(/^USER 1000:1000$/m)
  expect(dockerfile).toContain('org.opencontainers.image.version="$VERSION"')
  expect(read('docker-bake.hcl')).toContain('VERSION = VERSION')
})

test.each(readdirSync(join(ROOT, 'docs/systemd')).filter((name) => name.endsWith('.service')))(
  '%s loads the secrets as credentials that the program looks for',
  (unit) => {
    expect(read(`docs/systemd/${unit}`)).toMatch(
      `LoadCredential=${CREDENTIAL_PREFIX.slice(0, -1)}:/etc/scanleaf/secrets\n`,
    )
  },
)
