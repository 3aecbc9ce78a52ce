import { randomBytes } from 'node:crypto'
import { DEMO_CREDENTIALS } from '@scanleaf/shared'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { solveProof } from '../../platform/proof-of-work/solve'

export const DEMO_USERNAME = DEMO_CREDENTIALS.username

const QRCODE = '/gateway/api/qrcode'
const BILLING = '/gateway/api/billing'

/** The account of the demo, which does everything by the calls that a browser makes. */
export class DemoAccount {
  private sid = ''
  private constructor(
    private readonly app: FastifyInstance,
    readonly id: string,
    readonly password: string,
  ) {}

  /** Null when there is such an account. */
  static async register(
    app: FastifyInstance,
    password = randomBytes(8).toString('hex'),
  ): Promise<DemoAccount | null> {
    const payload = {
      username: DEMO_USERNAME,
      email: 'demo@caphela.example',
      password,
      firstName: 'Cà phê',
      lastName: 'Lá',
    }
    const call = (headers = {}) => app.inject({ method: 'POST', url: '/identity/users', payload, headers })
    const asked = await call()
    const reply =
      asked.statusCode === 428
        ? await call({ 'x-proof': await solveProof(asked.json().error.details.proof.challenge) })
        : asked
    if (reply.statusCode === 409 || reply.statusCode === 422) return null
    return new DemoAccount(app, requireGood(reply).id, password)
  }

  /** A new one on each day of the demo: a session does not live for three months. */
  async signIn(): Promise<void> {
    const basic = Buffer.from(`${DEMO_USERNAME}:${this.password}`).toString('base64')
    const headers = { authorization: `Basic ${basic}` }
    const reply = await this.app.inject({ method: 'POST', url: '/identity/users/auth', headers })
    this.sid = requireGood(reply).sid
  }

  qrcode = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
    this.call({ method, url: `${QRCODE}${path}`, ...(payload && { payload }) })

  billing = (method: 'POST' | 'PATCH', path: string, payload: object) =>
    this.call({ method, url: `${BILLING}${path}`, payload })

  /** Sends a form with a PDF in it. */
  async sendPdf(fields: Record<string, string>, pdf: Buffer) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append(
      'pdfFile',
      new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }),
      'thuc-don-mua-thu.pdf',
    )
    const body = new Response(form)
    return this.call({
      method: 'POST',
      url: `${QRCODE}/pdf-qrcodes`,
      headers: { 'content-type': body.headers.get('content-type') ?? '' },
      payload: Buffer.from(await body.arrayBuffer()),
    })
  }

  private async call(options: InjectOptions) {
    const headers = { ...options.headers, authorization: `Bearer ${this.sid}` }
    return requireGood(await this.app.inject({ ...options, headers }))
  }
}

interface Reply {
  statusCode: number
  body: string
  json(): { result: Record<string, string> }
}

/** The requests of the demo are valid: a refused one is a bug. */
function requireGood(reply: Reply): Record<string, string> & { id: string; sid: string } {
  if (reply.statusCode >= 300) throw new Error(`a demo request failed: ${reply.statusCode} ${reply.body}`)
  return reply.json().result as Record<string, string> & { id: string; sid: string }
}
