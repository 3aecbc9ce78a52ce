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

export interface Line {
  connection: NatsConnection
  client: JetStreamClient
  manager: JetStreamManager
  /** Bytes that the server takes as one message, headers included. */
  maxPayload: number
}

/**
 * A connection to one of the servers, which is not opened again when it breaks: what the library would queue meanwhile
 * has no bound, and waits in the journal anyway.
 * @throws when no server takes it, or JetStream is off
 */
export async function openLine({ servers, login, tls }: StreamConfig): Promise<Line> {
  const connection = await connect({
    servers,
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
    const maxPayload = connection.info?.max_payload ?? 0
    return { connection, client: jetstream(connection, options), manager, maxPayload }
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
