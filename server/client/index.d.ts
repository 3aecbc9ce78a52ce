import type { Operations } from './operations.js'

export type { Operations, Schemas } from './operations.js'

export type OperationId = keyof Operations

/** What a call takes; its answer is that of the description, or the `Response` itself where that is not JSON. */
export type RequestOf<Id extends OperationId> = Operations[Id]['request'] & {
  signal?: AbortSignal
  /** Of calls that save: the same key and body get the first answer again. One is made for each call without it. */
  idempotencyKey?: string
}
export type AnswerOf<Id extends OperationId> = Operations[Id]['answer']

type Arguments<Id extends OperationId> =
  object extends RequestOf<Id> ? [id: Id, request?: RequestOf<Id>] : [id: Id, request: RequestOf<Id>]

/** Calls whose answer is a list. */
export type ListId = {
  [Id in OperationId]: AnswerOf<Id> extends { result: readonly unknown[] } ? Id : never
}[OperationId]
type ItemOf<Id extends ListId> = AnswerOf<Id> extends { result: readonly (infer Item)[] } ? Item : never

export declare class Scanleaf {
  /** @param options.address of another installation than the one that gave this client */
  constructor(options: { key: string; address?: string; fetch?: typeof globalThis.fetch })
  /**
   * One call. 429 and 503 are repeated after the seconds of `Retry-After`, up to five times in all; what may have been
   * done already only where repeating does nothing twice.
   * @throws ScanleafError
   */
  call<Id extends OperationId>(...given: Arguments<Id>): Promise<AnswerOf<Id>>
  /** The items of a list, of all its pages. @throws ScanleafError */
  each<Id extends ListId>(...given: Arguments<Id>): AsyncGenerator<ItemOf<Id>, void, void>
}

export declare class ScanleafError extends Error {
  status: number
  /** Stable: `NotFound`, `ValidationError`, `TooManyRequests`, … */
  code: string
  /** What is wrong with which field. */
  fields: Record<string, string>
  details: Record<string, Record<string, string | number>>
  requestId: string | null
}

/**
 * What a delivery to a webhook says. @param body as it came, byte for byte @param secret `whsec_…`
 * @throws Error for a signature of another secret, and for a delivery that is older than five minutes
 */
export declare function verifyWebhook(
  body: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
): Promise<{ type: string; timestamp: string; data: Record<string, unknown> }>
