import { parseJson } from '@scanleaf/shared/json'

/**
 * The whole body of an answer of another service.
 * @throws Error when it is longer
 */
export async function readBounded(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new TypeError('the response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * A `fetch` for libraries that read the answers of a service themselves: each is bounded, and one in JSON is held to the
 * limits of `parseJson`.
 * @throws Error for an answer beyond them, as for one that never came
 */
export function boundedFetch(maxBytes: number, always: RequestInit = {}) {
  return async (input: string | URL | Request, init?: object): Promise<Response> => {
    const response = await fetch(input, { ...init, ...always })
    const body = await readBounded(response, maxBytes)
    if (/\bjson\b/i.test(response.headers.get('content-type') ?? '') && body.length > 0)
      parseJson(body.toString('utf8'), { maxLength: maxBytes })
    const { status, headers } = response
    return new Response(body.length === 0 ? null : body, { status, headers })
  }
}

/** The response with a body that fails after that many bytes, for one that is read as it arrives. */
export function boundedStream(response: Response, maxBytes: number): Response {
  let size = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size > maxBytes) controller.error(new TypeError('the response is too large'))
      else controller.enqueue(chunk)
    },
  })
  const { status, headers, body } = response
  return new Response(body?.pipeThrough(counted) ?? null, { status, headers })
}
