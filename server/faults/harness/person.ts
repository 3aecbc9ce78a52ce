import { randomBytes } from 'node:crypto'

const CODES = '/gateway/api/qrcode/user-codes'

/** Somebody who uses the running product over HTTP; the session outlives restarts. */
export class Person {
  private constructor(
    readonly username: string,
    readonly token: string,
  ) {}

  static async register(url: string, details: { setupToken?: string } = {}): Promise<Person> {
    const username = `person-${randomBytes(4).toString('hex')}`
    const password = 'correct horse battery'
    const person = {
      username,
      password,
      email: `${username}@example.test`,
      firstName: 'An',
      lastName: 'Trần',
    }
    await answer(`${url}/identity/users`, { method: 'POST', ...json({ ...person, ...details }) })
    const basic = Buffer.from(`${username}:${password}`).toString('base64')
    const { result } = await answer<{ result: { sid: string } }>(`${url}/identity/users/auth`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
    })
    return new Person(username, result.sid)
  }

  /** The id of a new code that leads to `target`. */
  async createCode(url: string, target: string): Promise<string> {
    const code = {
      contentType: 'Website',
      codeContent: JSON.stringify({ content: target }),
      isDynamicCode: true,
    }
    const { result } = await this.#answer<{ result: { id: string } }>(`${url}${CODES}`, {
      method: 'POST',
      ...json(code),
    })
    return result.id
  }

  /** The address of a PDF that no code uses yet. */
  async uploadPdf(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const body = new FormData()
    body.set('file', new Blob([bytes], { type: 'application/pdf' }), 'a.pdf')
    const upload = `${url}/media/files/upload`
    return (await this.#answer<{ result: { url: string } }>(upload, { method: 'POST', body })).result.url
  }

  async changeCode(url: string, id: string, change: object): Promise<void> {
    await this.#answer(`${url}${CODES}/${id}`, { method: 'PATCH', ...json(change) })
  }

  async deleteCode(url: string, id: string): Promise<void> {
    await this.#answer(`${url}${CODES}/${id}`, { method: 'DELETE' })
  }

  async signOut(url: string): Promise<void> {
    await this.#answer(`${url}/identity/sessions/current`, { method: 'DELETE' })
  }

  /** The response to a request of this person, failures too. */
  async statusOf(url: string, path: string): Promise<number> {
    return (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${this.token}` } })).status
  }

  /** A download as it came. */
  async text(url: string, path: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.token}` }
    return (await fetch(`${url}/gateway/api/${path}`, { headers })).text()
  }

  async codeIds(url: string): Promise<Set<string>> {
    const ids = new Set<string>()
    for (let page = 1; ; page++) {
      const { result } = await this.#answer<{ result: { id: string }[] }>(
        `${url}${CODES}?productId=dynamic-code&page=${page}&limit=100`,
      )
      for (const { id } of result) ids.add(id)
      if (result.length < 100) return ids
    }
  }

  async get<T>(url: string, path: string): Promise<T> {
    return (await this.read<{ result: T }>(url, path)).result
  }

  /** The whole response body, with what is beside the result. */
  read<T>(url: string, path: string): Promise<T> {
    return this.#answer<T>(`${url}/gateway/api/${path}`)
  }

  /** @param key names the call, so that it may be sent again */
  async post<T>(url: string, path: string, body: object, key: string): Promise<T> {
    const { headers, ...rest } = json(body)
    const options = { ...rest, method: 'POST', headers: { ...headers, 'idempotency-key': key } }
    return (await this.#answer<{ result: T }>(`${url}/gateway/api/${path}`, options)).result
  }

  /** The result of a form with a file. */
  async send<T>(url: string, path: string, form: FormData): Promise<T> {
    const options = { method: 'POST', body: form }
    return (await this.#answer<{ result: T }>(`${url}/gateway/api/${path}`, options)).result
  }

  #answer<T>(url: string, options: RequestInit = {}): Promise<T> {
    return answer(url, { ...options, headers: { ...options.headers, authorization: `Bearer ${this.token}` } })
  }
}

const json = (body: object) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

async function answer<T>(url: string, options: RequestInit): Promise<T> {
  const reply = await fetch(url, options)
  if (!reply.ok) throw new Error(`${options.method ?? 'GET'} ${url}: ${reply.status} ${await reply.text()}`)
  return reply.json() as Promise<T>
}
