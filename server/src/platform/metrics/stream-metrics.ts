import { Counter, Gauge, type Registry } from 'prom-client'
import type { StreamFigures } from '../stream'

export interface StreamSource {
  readonly isConnected: boolean
  readonly published: number
  readonly unreadable: number
  figures(): Promise<StreamFigures>
}

/** The stream of scans as this process uses it, and as its server sees it. */
export function addStream(registry: Registry, stream: StreamSource): void {
  addCounter(registry, 'published', 'Batches of scans that the server acknowledged', () => stream.published)
  addCounter(
    registry,
    'unreadable',
    'Batches that were set aside, as some of them cannot be read',
    () => stream.unreadable,
  )
  new Gauge({
    name: 'scanleaf_stream_connected',
    help: '1 while this process is connected to the stream, and its last call succeeded',
    registers: [registry],
    collect() {
      this.set(stream.isConnected ? 1 : 0)
    },
  })
  // One question for all of them; without an answer they have no value, as the last one may be wrong by now.
  let asked: Promise<StreamFigures | null> | null = null
  const figures = async () => {
    if (!stream.isConnected) return null
    asked ??= stream
      .figures()
      .catch(() => null)
      .finally(() => {
        asked = null
      })
    return asked
  }
  const add = (name: string, help: string, of: (figures: StreamFigures) => number) =>
    new Gauge({
      name: `scanleaf_stream_${name}`,
      help,
      registers: [registry],
      async collect() {
        const known = await figures()
        if (known === null) this.remove()
        else this.set(of(known))
      },
    }).remove()
  add('waiting', 'Batches in the stream that no worker has yet', ({ waiting }) => waiting)
  add('unacknowledged', 'Batches that workers have, and have not acknowledged', (of) => of.unacknowledged)
  add('replicas_lost', 'Replicas that are out of reach of the leader', ({ replicasLost }) => replicasLost)
  add('oldest_seconds', 'Age of the oldest batch in the stream', ({ oldestAt }) =>
    // The server's clock is that of another machine.
    oldestAt === null ? 0 : Math.max(0, Date.now() - oldestAt) / 1000,
  )
}

function addCounter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name: `scanleaf_stream_${name}_total`,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}
