/** A call that a caller may send again when its answer was lost. */
export interface IdempotentCall {
  userId: string
  /** Such as `POST /user-codes`: the same key for another call is another key. */
  call: string
  key: string
  /** What the call says; a key goes with one body. */
  bodyHash: string
}

export interface StoredResponse<T> {
  statusCode: number
  body: T
}
