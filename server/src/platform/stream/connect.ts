import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node'
import type { StreamConfig } from '../config/stream-config'

const CONNECT_WITHIN_MS = 3_000
const ANSWER_WITHIN_MS = 5_000
/** A connection whose other end is silent ends after two missed answers. */
const PING_EVERY_MS = 5_000

export interface StreamConnection {
  connection: NatsConnection
  client: JetStreamClient
  manager: JetStreamManager
  /** Bytes that the server takes as one message, headers included. */
  maxPayload: number
  /** The server is one of several that can hold replicas. */
  isClustered: boolean
}

/**
 * A connection to one of the servers, which is not opened again when it breaks: what the library would queue meanwhile
 * has no bound, and waits in the journal anyway.
 * @param first index of the server that is tried first; the others follow in their order, and around, as long as there
 *   is time
 * @throws when no server takes it, or JetStream is off, or out of reach of the server
 */
export async function openStreamConnection(config: StreamConfig, first = 0): Promise<StreamConnection> {
  const { servers } = config
  const startedAt = performance.now()
  for (let tried = 1; ; tried++)
    try {
      return await openLineTo(servers[(first + tried - 1) % servers.length] as string, config)
    } catch (error) {
      // A process that ends waits for this.
      if (tried >= servers.length || performance.now() - startedAt > CONNECT_WITHIN_MS) throw error
    }
}

async function openLineTo(server: string, { login, tls }: StreamConfig): Promise<StreamConnection> {
  const connection = await connect({
    servers: server,
    name: 'scanleaf',
    timeout: CONNECT_WITHIN_MS,
    reconnect: false,
    pingInterval: PING_EVERY_MS,
    authenticator: authenticatorOf(login),
    ...(tls && { tls: tls === 'system' ? {} : { ca: tls.ca } }),
  })
  const options = { timeout: ANSWER_WITHIN_MS }
  try {
    const manager = await jetstreamManager(connection, options)
    const { max_payload: maxPayload = 0, cluster } = connection.info ?? {}
    const client = jetstream(connection, options)
    return { connection, client, manager, maxPayload, isClustered: cluster !== undefined }
  } catch (error) {
    await connection.close()
    throw error
  }
}

function authenticatorOf(login: StreamConfig['login']): Authenticator[] {
  switch (login.kind) {
    case 'none':
      return []
    case 'password':
      return [usernamePasswordAuthenticator(login.user, login.password)]
    case 'token':
      return [tokenAuthenticator(login.token)]
    case 'credentials':
      return [credsAuthenticator(Buffer.from(login.content))]
    case 'nkey':
      return [nkeyAuthenticator(Buffer.from(login.seed))]
  }
}
