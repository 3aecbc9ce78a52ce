import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { makeFolder } from '../../../scripts/test/postgres.mjs'

/** The recipe of docs/operate/high-availability.md: its own files, with addresses of the loopback interface. */
const RECIPE = join(import.meta.dirname, '../../../docs/high-availability')
const DATABASES = ['db1', 'db2'] as const
export type DatabaseName = (typeof DATABASES)[number]
/** The third machine has etcd alone. */
const WITNESS = 'db3'

interface Machine {
  etcd: ChildProcess
  patroni: ChildProcess
  data: string
  restUrl: string
}

/** The settings of a file of the recipe, some of them changed; a name that the file does not have is refused. */
function settingsOf(file: string, changed: Record<string, string>): Record<string, string> {
  const lines = readFileSync(join(RECIPE, file), 'utf8').split('\n')
  const settings: Record<string, string> = {}
  for (const line of lines) {
    const [, name, value] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) settings[name] = value
  }
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(changed)))
  return { ...settings, ...changed }
}

function requirePrograms(): void {
  const missing = ['patroni', 'etcd', 'haproxy'].filter((name) => spawnSync(name, ['--help']).error)
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} not found: run "apt-get install patroni etcd-server haproxy".`)
}

/** Three etcd, two PostgreSQL under Patroni, and an HAProxy before them, as the user of PostgreSQL. */
export async function startCluster() {
  requirePrograms()
  const { folder, as } = makeFolder()
  const started: ChildProcess[] = []
  const logOf = (name: string) => join(folder, `${name}.log`)
  const run = (name: string, program: string, args: string[], env: Record<string, string>) => {
    const log = openSync(logOf(name), 'a')
    const child = spawn(program, args, { ...as, env: { ...as.env, ...env }, stdio: ['ignore', log, log] })
    started.push(child)
    return child
  }
  /** The other user cannot read the checkout. */
  const copyOf = (file: string) => {
    const copy = join(folder, file)
    writeFileSync(copy, readFileSync(join(RECIPE, file)))
    if (as.uid !== undefined && as.gid !== undefined) chownSync(copy, as.uid, as.gid)
    return copy
  }
  const patroniConfig = copyOf('patroni.yml')
  const haproxyConfig = copyOf('haproxy.cfg')
  const loopback = async () => (await freePorts(1)).map((port) => `127.0.0.1:${port}`)[0] as string

  const names = [...DATABASES, WITNESS]
  const etcdClients = await Promise.all(names.map(loopback))
  const etcdPeers = await Promise.all(names.map(loopback))
  const initial = names.map((name, index) => `${name}=http://${etcdPeers[index]}`).join()
  const startEtcd = (name: string, index: number) =>
    run(`etcd-${name}`, 'etcd', [], {
      ...settingsOf('etcd.env', {
        ETCD_NAME: name,
        ETCD_DATA_DIR: join(folder, `etcd-${name}`),
        ETCD_LISTEN_CLIENT_URLS: `http://${etcdClients[index]}`,
        ETCD_ADVERTISE_CLIENT_URLS: `http://${etcdClients[index]}`,
        ETCD_LISTEN_PEER_URLS: `http://${etcdPeers[index]}`,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${etcdPeers[index]}`,
        ETCD_INITIAL_CLUSTER: initial,
      }),
    })
  const etcds = names.map(startEtcd)

  const superuser = randomBytes(12).toString('hex')
  const replication = randomBytes(12).toString('hex')
  const addresses = await Promise.all(DATABASES.map(loopback))
  const rests = await Promise.all(DATABASES.map(loopback))
  const startMachine = (name: DatabaseName, index: number): Machine => {
    const [address = '', rest = ''] = [addresses[index], rests[index]]
    const data = join(folder, name)
    const patroni = run(`patroni-${name}`, 'patroni', [patroniConfig], {
      ...settingsOf('patroni_env.conf', {
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: etcdClients.join(),
        PATRONI_RESTAPI_LISTEN: rest,
        PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
        PATRONI_POSTGRESQL_LISTEN: address,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_SUPERUSER_PASSWORD: superuser,
        PATRONI_REPLICATION_PASSWORD: replication,
      }),
    })
    return { etcd: etcds[index] as ChildProcess, patroni, data, restUrl: `http://${rest}` }
  }
  const machines = new Map(DATABASES.map((name, index) => [name, startMachine(name, index)]))
  const machineOf = (name: DatabaseName) => machines.get(name) as Machine

  const [primaryAt, replicaAt] = [await loopback(), await loopback()]
  const portOf = (address: string | undefined) => String(address).split(':')[1] ?? ''
  run(
    'haproxy',
    'haproxy',
    ['-f', haproxyConfig],
    settingsOf('haproxy.env', {
      PRIMARY_LISTEN: primaryAt,
      REPLICA_LISTEN: replicaAt,
      DB1: String(addresses[0]),
      DB1_REST_PORT: portOf(rests[0]),
      DB2: String(addresses[1]),
      DB2_REST_PORT: portOf(rests[1]),
    }),
  )

  const is = (name: DatabaseName, role: 'primary' | 'synchronous') =>
    fetch(`${machineOf(name).restUrl}/${role}`).then(
      ({ status }) => status === 200,
      () => false,
    )
  const withRole = async (role: 'primary' | 'synchronous'): Promise<DatabaseName | null> => {
    for (const name of DATABASES) if (await is(name, role)) return name
    return null
  }
  const postmasterOf = (name: DatabaseName) =>
    Number(readFileSync(join(machineOf(name).data, 'postmaster.pid'), 'utf8').split('\n')[0])

  return {
    superuserUrl: `postgres://postgres:${superuser}@${primaryAt}/postgres`,
    primaryAt,
    replicaAt,
    primary: () => withRole('primary'),
    synchronousStandby: () => withRole('synchronous'),
    /** kill -9 of PostgreSQL alone. */
    crash: (name: DatabaseName) => process.kill(postmasterOf(name), 'SIGKILL'),
    /** kill -9 of all that runs on a machine. */
    loseMachine(name: DatabaseName): void {
      const { patroni, etcd } = machineOf(name)
      const postmaster = postmasterOf(name)
      patroni.kill('SIGKILL')
      etcd.kill('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
    },
    /** The ends of the logs, for a failure. */
    logs: () =>
      ['patroni-db1', 'patroni-db2', 'haproxy']
        .map((name) => `${name}:\n${readFileSync(logOf(name), 'utf8').split('\n').slice(-30).join('\n')}`)
        .join('\n'),
    async stop(): Promise<void> {
      const ends = started.map((child) =>
        child.exitCode === null && child.signalCode === null
          ? new Promise((resolve) => child.once('exit', resolve))
          : null,
      )
      // Patroni stops its PostgreSQL, and needs etcd for that.
      for (const { patroni } of machines.values()) patroni.kill('SIGTERM')
      await Promise.all([...machines.values()].map(({ patroni }) => ends[started.indexOf(patroni)]))
      for (const child of started) child.kill('SIGKILL')
      await Promise.all(ends)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
