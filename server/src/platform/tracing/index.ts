import type { FastifyInstance } from 'fastify'

/** Only our own names and numbers: no user input, no address, no value of a parameter. */
type Attributes = Record<string, string | number>

/** Traces requests and jobs through the program, where OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export interface Tracer {
  /** A job of its own. */
  root<T>(name: string, work: () => Promise<T>): Promise<T>
  /** A span; a no-op without tracing. */
  step<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** Follows every request of the application, by its route. */
  followRequests(app: FastifyInstance): void
  /** For lines of the log. */
  logFields(): { trace_id?: string }
  close(): Promise<void>
}

/** Null unless traces are sent; set once, before anything starts. */
let tracer: Tracer | null = null

export function setTracer(given: Tracer | null): void {
  tracer = given
}

export const followRequests = (app: FastifyInstance): void => tracer?.followRequests(app)

export const followJob = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  tracer === null ? work() : tracer.root(`job ${name}`, work)

/** `text` has placeholders for its parameters, as every statement of ours. */
export function followStatement<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (tracer === null) return work()
  const [, verb = 'statement', table = ''] =
    /^\s*(\w+)(?:[\s\S]*?\b(?:from|into|update)\s+"?(\w+))?/i.exec(text) ?? []
  const name = table === '' ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`
  return tracer.step(
    name,
    {
      'db.system.name': 'postgresql',
      'db.operation.name': verb.toLowerCase(),
      'db.query.text': text.slice(0, 2000),
    },
    work,
  )
}
