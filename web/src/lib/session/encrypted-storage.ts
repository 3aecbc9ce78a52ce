/**
 * Seals the items of local storage with AES-GCM under a key that the browser keeps in IndexedDB and never gives
 * out (not extractable): a copied profile folder or a script that only reads the storage gets nothing usable. Over http
 * browsers have no such keys (W3C Web Cryptography API §10.1, SecureContext): there the items are only encoded, as a
 * session that everybody on the way can read would gain nothing by a key that lies beside it.
 */
const DATABASE = 'scanleaf'
const STORE = 'keys'
const KEY_NAME = 'session'
const IV_BYTES = 12

const request = <T>(pending: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    pending.onsuccess = () => resolve(pending.result)
    pending.onerror = () => reject(pending.error)
  })

/** A success is no more than a request granted: a page left before the commit takes it back. */
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  return request(opening)
}

async function loadKey(): Promise<CryptoKey> {
  const database = await openDatabase()
  try {
    const stored: unknown = await request(database.transaction(STORE).objectStore(STORE).get(KEY_NAME))
    if (stored instanceof CryptoKey) return stored
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    // Two tabs may get here at once: the first key stays, both read it back.
    const writing = database.transaction(STORE, 'readwrite')
    const store = writing.objectStore(STORE)
    const present: unknown = await request(store.get(KEY_NAME))
    if (present instanceof CryptoKey) return present
    store.put(made, KEY_NAME)
    // The sign-in leaves the page at once.
    await committed(writing)
    return made
  } finally {
    database.close()
  }
}

let key: Promise<CryptoKey> | null = null

function vaultKey(): Promise<CryptoKey> {
  key ??= loadKey().catch((error: unknown) => {
    key = null
    throw error
  })
  return key
}

/** The item's name is authenticated with it, so that a sealed value fits under its own name only. */
const cipher = (name: string, iv: BufferSource): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
})

/** Missing over http, except on this machine itself. */
const hasKeys = (): boolean => crypto.subtle !== undefined

const encoded = (...bytes: Uint8Array[]): string =>
  btoa(bytes.map((part) => String.fromCharCode(...part)).join(''))

export async function seal(name: string, text: string): Promise<string> {
  if (!hasKeys()) return encoded(new TextEncoder().encode(text))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(
    cipher(name, iv),
    await vaultKey(),
    new TextEncoder().encode(text),
  )
  return encoded(iv, new Uint8Array(sealed))
}

/** Null for a value that was altered, is of another name or another key. */
export async function unseal(name: string, sealed: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(sealed), (char) => char.charCodeAt(0))
    if (!hasKeys()) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const text = await crypto.subtle.decrypt(
      cipher(name, bytes.subarray(0, IV_BYTES)),
      await vaultKey(),
      bytes.subarray(IV_BYTES),
    )
    return new TextDecoder().decode(text)
  } catch {
    return null
  }
}
