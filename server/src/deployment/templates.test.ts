import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import packageJson from '../../../package.json'
import { readConfig } from '../platform/config/config'
import { EnvironmentVariables } from '../platform/config/environment-variables'

const TEMPLATES = fileURLToPath(new URL('../../../deploy/templates', import.meta.url))
const read = (path: string) => readFileSync(join(TEMPLATES, path), 'utf8')

/** What a platform starts, in our words. */
interface Started {
  image: string
  env: Record<string, string>
  /** Port in the container by published port. */
  ports: Record<string, number>
  volumes: string[]
  isReadOnly: boolean
}

interface Service {
  image: string
  environment: Record<string, string> | string[]
  ports?: string[]
  volumes: string[]
  read_only: boolean
}

const pairs = (lines: string[]) =>
  Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]))
const published = (ports: string[]) =>
  Object.fromEntries(ports.map((each) => [each.split(':')[0], Number.parseInt(each.split(':')[1] ?? '', 10)]))

function composed(path: string, name: string): Started {
  const service: Service = parse(read(path)).services[name]
  const { image, environment, ports = [], volumes, read_only: isReadOnly } = service
  const env = Array.isArray(environment)
    ? pairs(environment.filter((line) => line.includes('=')))
    : environment
  return { image, env, ports: published(ports), volumes, isReadOnly }
}

function unraid(): Started {
  const xml = read('unraid/scanleaf.xml')
  const text = (tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ''
  const configs = [
    ...xml.matchAll(/<Config Name="[^"]+" Target="([^"]+)".* Type="(\w+)".*>([^<]+)<\/Config>/g),
  ]
  const ofType = (type: string) =>
    configs
      .filter((match) => match[2] === type)
      .map(([, target = '', , value = '']) => [target, value] as const)
  return {
    image: text('Repository'),
    env: Object.fromEntries(ofType('Variable')),
    ports: Object.fromEntries(ofType('Port').map(([target, value]) => [value, Number(target)])),
    volumes: ofType('Path').map(([target, value]) => `${value}:${target}`),
    isReadOnly: text('ExtraParams').includes('--read-only'),
  }
}

function quadlet(): Started {
  const lines = read('quadlet/scanleaf.container').split('\n')
  const values = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
  return {
    image: values('Image')[0] ?? '',
    env: pairs((values('Environment')[0] ?? '').split(' ')),
    ports: published(values('PublishPort')),
    volumes: values('Volume'),
    isReadOnly: values('ReadOnly')[0] === 'true',
  }
}

function runtipi(): Started {
  const [service] = JSON.parse(read('runtipi/docker-compose.json')).services
  const { port } = JSON.parse(read('runtipi/config.json'))
  const env: { key: string; value: string }[] = service.environment
  const ports: { hostPort: number; containerPort: number }[] = service.addPorts
  const volumes: { hostPath: string; containerPath: string }[] = service.volumes
  return {
    image: service.image,
    env: Object.fromEntries(env.map(({ key, value }) => [key, value])),
    ports: {
      [port]: service.internalPort,
      ...Object.fromEntries(ports.map(({ hostPort, containerPort }) => [hostPort, containerPort])),
    },
    volumes: volumes.map(({ hostPath, containerPath }) => `${hostPath}:${containerPath}`),
    isReadOnly: service.readOnly,
  }
}

function portainer(): Started {
  const [template] = JSON.parse(read('portainer/templates.json')).templates
  const env: { name: string; default: string }[] = template.env
  return {
    image: template.image,
    env: Object.fromEntries(env.map((each) => [each.name, each.default])),
    ports: published(template.ports),
    volumes: template.volumes.map(({ container }: { container: string }) => `volume:${container}`),
    // Its templates have no word for it.
    isReadOnly: true,
  }
}

/** Umbrel publishes the port of the application itself, and Coolify the one that its file names. */
function umbrel(): Started {
  const { port } = parse(read('umbrel/umbrel-app.yml'))
  const { APP_PORT } = parse(read('umbrel/docker-compose.yml')).services.app_proxy.environment
  const started = composed('umbrel/docker-compose.yml', 'server')
  return { ...started, ports: { ...started.ports, [port]: APP_PORT } }
}

const STARTED: Record<string, () => Started> = {
  unraid,
  truenas: () => composed('truenas/compose.yaml', 'scanleaf'),
  casaos: () => composed('casaos/docker-compose.yml', 'scanleaf'),
  umbrel,
  runtipi,
  coolify: () => composed('coolify/scanleaf.yaml', 'scanleaf'),
  portainer,
  quadlet,
}

/** What a platform puts in the place of its own variables. */
const filled = (value: string, port: number) =>
  value
    .replace('$SERVICE_URL_SCANLEAF', 'https://scanleaf.example.com')
    .replace(/\$\{APP_PORT\}/, String(port))
    .replace(/\$\{\w+\}/g, 'home.local')

test('every platform has a test', () => {
  expect(readdirSync(TEMPLATES).sort()).toEqual(Object.keys(STARTED).sort())
})

test.each(Object.keys(STARTED))('%s starts one container, at addresses that reach its ports', (platform) => {
  const { image, env, ports, volumes, isReadOnly } = (STARTED[platform] as () => Started)()
  expect(image).toMatch(/^[\w.-]+\/[\w-]+\/scanleaf:1$/)
  expect(volumes.map((volume) => volume.split(':').at(-1))).toEqual(['/data'])
  expect(isReadOnly).toBe(true)
  expect(Object.keys(env).filter((name) => !(name in EnvironmentVariables.shape))).toEqual([])
  const { port, publicPort } = readConfig({})
  const config = readConfig(
    Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value, port)])),
  )
  if (config.sharesAddress) {
    expect(read('coolify/scanleaf.yaml')).toContain(`# port: ${publicPort}\n`)
    return
  }
  const reached = (url: string) => ports[new URL(url).port]
  expect([reached(config.appUrl), reached(config.codeHost)]).toEqual([port, publicPort])
})

test('stores are told the version of the product', () => {
  expect(parse(read('umbrel/umbrel-app.yml')).version).toBe(packageJson.version)
  expect(JSON.parse(read('runtipi/config.json')).version).toBe(packageJson.version)
})
