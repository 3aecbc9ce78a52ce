import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** A message that arrived. */
export interface ArrivedMail extends ParsedMail {
  /** As the client gave them in MAIL FROM and RCPT TO. */
  envelope: { from: string; to: string[] }
  /** By which name the client greeted (EHLO). */
  greeting: string
  source: string
}

export const TEST_LOGIN = { user: 'scanleaf', password: 'sécret@mail' }

/** The reply of a server instead of accepting a mail; `drop` closes the connection after the whole message. */
type Refusal = { code: number; text: string }
interface Behaviour {
  atRecipient?: (address: string) => Refusal | null
  afterData?: (mail: ArrivedMail) => Refusal | 'drop' | null | Promise<Refusal | 'drop' | null>
  atLogin?: () => Refusal | null
}

const errorOf = ({ code, text }: Refusal) => Object.assign(new Error(text), { responseCode: code })

/**
 * A mail server on the loopback interface. `SMTP_URL` and `MAIL_FROM` of a server under test come from `env`.
 * @param login asks for {@link TEST_LOGIN}
 */
export async function openMailServer({ login = false } = {}) {
  const arrived: ArrivedMail[] = []
  const waiting = new Set<() => void>()
  const behaviour: Behaviour = {}
  const server = new SMTPServer({
    authOptional: !login,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    // A program under test keeps its connections open: the default waits half a minute for them.
    closeTimeout: 1,
    onAuth({ username, password }, _session, done) {
      const refusal = behaviour.atLogin?.()
      if (refusal) done(errorOf(refusal))
      else if (username === TEST_LOGIN.user && password === TEST_LOGIN.password)
        done(null, { user: username })
      else done(errorOf({ code: 535, text: '5.7.8 Bad credentials' }))
    },
    onRcptTo({ address }, _session, done) {
      const refusal = behaviour.atRecipient?.(address)
      done(refusal ? errorOf(refusal) : null)
    },
    onData(stream, session, done) {
      const take = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        const source = Buffer.concat(chunks).toString()
        const { mailFrom, rcptTo } = session.envelope
        const envelope = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        }
        const greeting = session.hostNameAppearsAs
        const mail = { ...(await simpleParser(source)), envelope, greeting, source }
        const refusal = await behaviour.afterData?.(mail)
        if (refusal !== null && refusal !== undefined && refusal !== 'drop') return done(errorOf(refusal))
        arrived.push(mail)
        for (const look of waiting) look()
        if (refusal === 'drop') for (const connection of server.connections) connection.close()
        else done()
      }
      take().catch(done)
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const { user, password } = TEST_LOGIN
  const userInfo = login ? `${user}:${encodeURIComponent(password)}@` : ''
  return {
    behaviour,
    arrived,
    env: { SMTP_URL: `smtp://${userInfo}127.0.0.1:${port}`, MAIL_FROM: 'Scanleaf <no-reply@scanleaf.test>' },
    /** Resolves when this many have arrived in total. */
    async count(wanted: number): Promise<ArrivedMail[]> {
      await new Promise<void>((resolve) => {
        const look = () => {
          if (arrived.length < wanted) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
      return arrived
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
