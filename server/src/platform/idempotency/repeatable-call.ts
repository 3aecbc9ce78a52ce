/** A call that a caller may repeat when its response was lost. */
export interface IdempotentCall {
  userId: string
  /** Such as `POST /user-codes`: the same key for another call is another key. */
  call: string
  key: string
  /** The request body; a key belongs to one body. */
  bodyHash: string
}

export interface StoredResponse<T> {
  statusCode: number
  body: T
}
