import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import S3rver from 's3rver'
import type { S3Config } from '../../platform/config/config'

/** What a bucket does with all requests of a method instead of serving them. */
export interface BucketFault {
  method: 'GET' | 'PUT' | 'DELETE'
  how: 'answers 500' | 'answers 503' | 'breaks off' | 'falls silent'
}

type Middleware = S3rver['middleware'][number]

/** A local S3-compatible bucket, which fails as a test says. */
export async function startBucket() {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bucket-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'scanleaf', configs: [] }],
  })
  let fault: BucketFault | null = null
  const underWay = new Set<Promise<void>>()
  const track: Middleware = async ({ req }, next) => {
    const served = next()
    // The program waits for the rest of a body for ever when its client has given up amid it.
    const cutOff = new Promise<void>((resolve) => {
      req.once('close', () => req.complete || resolve())
    })
    const ended = Promise.race([served.catch(() => {}), cutOff])
    underWay.add(ended)
    await served.finally(() => underWay.delete(ended))
  }
  const fail: Middleware = async (context, next) => {
    if (context.method !== fault?.method) return next()
    if (fault.how === 'answers 500') context.status = 500
    else if (fault.how === 'answers 503') context.status = 503
    else {
      const { how } = fault
      // An object is stored, and its answer does not arrive.
      await next()
      context.respond = false
      if (context.body instanceof Readable) {
        const bytes = Buffer.concat(await context.body.toArray())
        context.res.writeHead(context.status, { 'content-length': bytes.length })
        context.res.write(bytes.subarray(0, bytes.length / 2))
      }
      if (how === 'breaks off') context.res.destroy()
    }
  }
  // In the place of its log of requests, which outlives it.
  server.middleware.splice(0, 1, track, fail)
  const { port } = await server.run()
  const config: S3Config = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'scanleaf',
    region: 'us-east-1',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  }
  return {
    config,
    env: {
      S3_ENDPOINT: config.endpoint ?? '',
      S3_BUCKET: config.bucket,
      S3_ACCESS_KEY: config.accessKey,
      S3_SECRET_KEY: config.secretKey,
    },
    /** From now on; null heals it. */
    fail(next: BucketFault | null): void {
      fault = next
    },
    async close(): Promise<void> {
      await server.close()
      // A request whose client has given up is served to its end, and says so on the console when its bucket is gone.
      await Promise.allSettled(underWay)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
