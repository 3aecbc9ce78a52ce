declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { Readable } from 'node:stream'

  /** Of a request, as its middleware has it. */
  interface Context {
    req: IncomingMessage
    res: ServerResponse
    method: string
    status: number
    length: number | undefined
    body: Readable | Buffer | string | null | undefined
    /** False: the middleware has answered itself. */
    respond?: boolean
  }

  /** A local S3-compatible server (the package has no types of its own). */
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
