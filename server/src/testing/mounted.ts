import diagnostics from 'node:diagnostics_channel'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { AppDependencies } from '../app'
import type { OperatorRoute } from '../features/account/operators/operator-route'
import type { Gateway } from '../features/billing'
import { type Config, readConfig } from '../platform/config/config'
import type { Database } from '../platform/db/database'
import { type DenyList, openDenyList } from '../platform/deny-list'
import type { RouteAccess } from '../platform/http/access'
import { createLog } from '../platform/logging'
import { openOutbox } from '../platform/mail'
import { FakeClock } from './clock'
import { testDatabase } from './database'
import type { PublicAddress } from './front-door'
import { injectByBrowser } from './proof-of-work'

/** Someone signed in. */
export interface Person {
  id: string
  username: string
  email: string
  password: string
  sid: string
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path with its parameters, as `/media/images/:id`. */
  path: string
  /** What it lets operators do, if anything. */
  operatorRoute?: OperatorRoute | undefined
  /** Who it says may call it. */
  access?: RouteAccess | undefined
}

export const TEST_SETUP_TOKEN = 'set-up-token-of-the-tests'

interface Mounting {
  /** What answers. */
  build(dependencies: AppDependencies): Promise<FastifyInstance>
  env: Record<string, string>
  /** Its address, for tests in which others call it over the network. */
  door?: PublicAddress | undefined
  openGateways?(config: Config, clock: FakeClock): Gateway[]
}

/**
 * What `testApp` and `testFeature` build, on a real engine, one for the calling test file. Requests go through
 * `app.inject`; only time is faked. It imports no feature: what a test mounts is what a change can break it by.
 */
export function mounted({ build, env, door, openGateways = () => [] }: Mounting) {
  const storage = testDatabase()
  const clock = new FakeClock()
  let app: FastifyInstance
  let config: Config
  let gateways: Gateway[]
  let denyList: DenyList
  let people = 0
  const routes: Route[] = []
  const lines: string[] = []

  /** Called for every route, also for undocumented ones; HEAD goes with its GET, OPTIONS is of CORS. */
  function collectRoutes(message: unknown) {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => {
      for (const each of [route.method].flat())
        if (each !== 'HEAD' && each !== 'OPTIONS')
          routes.push({
            method: each as Route['method'],
            path: route.url,
            operatorRoute: route.config?.operatorRoute,
            // Hooks of plugins inside may give it later.
            get access(): RouteAccess | undefined {
              return route.config?.access
            },
          })
    })
  }

  beforeAll(async () => {
    config = readConfig({
      SETUP_TOKEN: TEST_SETUP_TOKEN,
      APP_URL: door?.url ?? 'http://app.test',
      CODE_HOST: 'http://qr.test',
      DATA_DIR: storage.dataDir(),
      LOG_LEVEL: 'silent',
      // Most tests make more codes than the free plan has room for.
      BILLING: 'off',
      ...env,
    })
    openOutbox(config)
    const log = createLog(config.logLevel, undefined, { write: (line) => lines.push(line) })
    gateways = config.billing ? openGateways(config, clock) : []
    denyList = openDenyList(config.targetDenyList, log)
    diagnostics.subscribe('fastify.initialization', collectRoutes)
    app = await build({
      config,
      database: storage.database(),
      clock,
      log,
      denyList,
      gateways,
      isStopping: () => false,
      restart: () => {},
      passwordCost: { memoryCost: 64, timeCost: 1 },
      proofCost: 1,
    })
    await app.ready()
    diagnostics.unsubscribe('fastify.initialization', collectRoutes)
    door?.leadTo(app)
  })
  afterAll(async () => {
    await door?.close()
    denyList.close()
    await app.close()
  })

  const inject = (options: InjectOptions | string) =>
    app.inject(typeof options === 'string' ? { url: options } : options)

  /** Registers somebody and signs them in. */
  async function signedIn(details: { setupToken?: string } = {}): Promise<Person> {
    const username = `person-${++people}`
    const person = { username, email: `${username}@example.test`, password: 'correct horse battery' }
    const registered = await injectByBrowser(inject, {
      method: 'POST',
      url: '/identity/users',
      remoteAddress: `10.0.${people >> 8}.${people & 255}`,
      payload: { ...person, firstName: 'An', lastName: 'Trần', ...details },
    })
    return signInAgain({ ...person, id: registered.json().result.id })
  }

  /** A session that is as new as the clock is now. */
  async function signInAgain(person: Omit<Person, 'sid'>): Promise<Person> {
    const { username, password } = person
    const reply = await injectByBrowser(inject, {
      method: 'POST',
      url: '/identity/users/auth',
      remoteAddress: `10.0.${people >> 8}.${people & 255}`,
      headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    })
    return { ...person, sid: reply.json().result.sid }
  }

  /** Requests in somebody's name. */
  const as = (person: { sid: string }) => ({
    inject: (options: InjectOptions) =>
      inject({ ...options, headers: { ...options.headers, authorization: `Bearer ${person.sid}` } }),
  })

  return {
    clock,
    signedIn,
    signInAgain,
    as,
    inject,
    app: () => app,
    routes: (): readonly Route[] => routes,
    config: () => config,
    gateways: () => gateways,
    /** What was logged since it was asked for the last time; nothing unless `LOG_LEVEL` is set. */
    logged: () => lines.splice(0).map((line): Record<string, unknown> => JSON.parse(line)),
    database: (): Database => storage.database(),
  }
}
