import { PassThrough, type Readable } from 'node:stream'
import type { ChatEvent } from '@scanleaf/shared'

/** Proxies close connections that are silent for a minute; a model may think for half of one. */
const HEARTBEAT_MS = 10_000

export type EmitChatEvent = (event: ChatEvent) => void

/** Server-sent events (HTML standard §9.2) of a task that reports progress; the stream ends with it. */
export function eventsOf(work: (emit: EmitChatEvent) => Promise<void>): Readable {
  const stream = new PassThrough()
  const heartbeat = setInterval(() => stream.write(': \n\n'), HEARTBEAT_MS)
  const emit: EmitChatEvent = ({ event, data }) => {
    if (!stream.writableEnded && !stream.destroyed)
      stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  void work(emit)
    .then(
      () => stream.end(),
      (error) => stream.destroy(error),
    )
    .finally(() => clearInterval(heartbeat))
  return stream
}
