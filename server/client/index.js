import { ADDRESS, OPERATIONS } from './operations.js'

const MAX_TRIES = 5
const MAX_WAIT_SECONDS = 120

/** A call that failed: `code` is stable, `message` is for people. */
export class ScanleafError extends Error {
  name = 'ScanleafError'

  constructor(response, body) {
    const fields = Object.entries(body?.error?.fields ?? {}).map(([name, reason]) => `${name}: ${reason}`)
    super([body?.error?.message ?? response.statusText, ...fields].join(' · '))
    this.status = response.status
    // Whatever stands between may answer with a page of its own.
    this.code = body?.error?.code ?? 'UnknownError'
    this.fields = body?.error?.fields ?? {}
    this.details = body?.error?.details ?? {}
    this.requestId = response.headers.get('x-request-id')
  }
}

/** Calls of one workspace, with its key. */
export class Scanleaf {
  #key
  #address
  #fetch

  constructor({ key, address = ADDRESS, fetch = globalThis.fetch }) {
    if (!key) throw new TypeError('a key is needed: new Scanleaf({ key })')
    this.#key = key
    this.#address = address.replace(/\/+$/, '')
    this.#fetch = fetch
  }

  async call(id, request = {}) {
    const response = await this.#send(id, request)
    return isJson(response) ? response.json() : response
  }

  async *each(id, request = {}) {
    let query = request.query ?? {}
    for (;;) {
      const { result, meta } = await this.call(id, { ...request, query })
      yield* result
      if (meta?.nextCursor) query = { ...query, cursor: meta.nextCursor }
      else if (meta?.nextCursor === undefined && meta?.page < meta?.pages)
        query = { ...query, page: meta.page + 1 }
      else return
    }
  }

  async #send(id, { path = {}, query = {}, body, signal, idempotencyKey }) {
    const operation = OPERATIONS[id]
    if (!operation) throw new TypeError(`there is no call ${id}`)
    const [method, template, isRepeatable] = operation
    const url = this.#address + filled(template, path) + queryOf(query)
    const headers = { authorization: `Bearer ${this.#key}` }
    if (isRepeatable) headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()
    if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json'
    const init = {
      method,
      headers,
      signal,
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    }
    // What was perhaps done is asked for again only where that does nothing twice.
    const isSafe = method === 'GET' || isRepeatable
    for (let tries = 1; ; tries++) {
      const isLast = tries === MAX_TRIES
      const fetch = this.#fetch
      const response = await fetch(url, init).catch((error) => {
        if (isLast || !isSafe || signal?.aborted) throw error
        return null
      })
      if (response?.ok) return response
      const waitSeconds = Number(response?.headers.get('retry-after') ?? 2 ** (tries - 1))
      const mayRepeat = response === null || response.status === 429 || (response.status === 503 && isSafe)
      if (isLast || !mayRepeat || !(waitSeconds <= MAX_WAIT_SECONDS)) throw await failureOf(response)
      await response?.body?.cancel()
      await wait(waitSeconds * 1000, signal)
    }
  }
}

const isJson = (response) => /^application\/json\b/.test(response.headers.get('content-type') ?? '')

const failureOf = async (response) =>
  new ScanleafError(response, isJson(response) ? await response.json().catch(() => null) : null)

function filled(template, path) {
  return template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = path[name]
    if (value === undefined || value === '') throw new TypeError(`path.${name} is missing`)
    return encodeURIComponent(value)
  })
}

function queryOf(query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

const wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })

const MAX_AGE_SECONDS = 300

/** What a delivery says, once its signature and its time are checked (Standard Webhooks 1.0). */
export async function verifyWebhook(body, headers, secret) {
  const header = (name) => (headers.get ? headers.get(name) : headers[name]) ?? ''
  const [id, time] = [header('webhook-id'), header('webhook-timestamp')]
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= MAX_AGE_SECONDS))
    throw new Error('the delivery is too old, or from the future')
  const bytes = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const raw = bytes(secret.replace(/^whsec_/, ''))
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`)
  for (const each of header('webhook-signature').split(' ')) {
    const [version, signature = ''] = each.split(',')
    if (version !== 'v1' || !/^[A-Za-z0-9+/]+=*$/.test(signature)) continue
    if (await crypto.subtle.verify('HMAC', key, bytes(signature), signed)) return JSON.parse(body)
  }
  throw new Error('the signature is not of this secret')
}
