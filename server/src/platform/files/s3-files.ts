import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { AppError } from '../app-error'
import type { S3Config } from '../config/config'
import type { StorageBackend, StoredFile } from './storage-backend'

const CONNECT_WITHIN_MS = 3_000
const MAX_SILENCE_MS = 10_000
const ATTEMPTS = 3
/** The slowest line over which a file is sent to the bucket. */
const LEAST_BYTES_PER_MS = 100

const ignore = () => {}
/** What fails is thrown; the client would also write it to the console. */
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

/**
 * Files in an S3-compatible bucket. An object is there completely or not at all. A bucket that fails, breaks off or falls
 * silent is unavailable.
 * @param maxSilenceMs until an answer begins, and between two parts of an object
 */
export function openS3Files(
  { endpoint, bucket, region, accessKey, secretKey }: S3Config,
  maxSilenceMs = MAX_SILENCE_MS,
): StorageBackend {
  const client = new S3Client({
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    logger: SILENT,
    // Without the last the client only warns, and waits on.
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: maxSilenceMs,
      throwOnRequestTimeout: true,
    },
    // Servers that only resemble S3 store the framing of streamed checksums as a part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  return {
    async put(key, { path, size }) {
      const body = createReadStream(path)
      const unreadable = new AbortController()
      // The client does not listen, and an error that nobody listens to ends the process.
      body.on('error', (error) => unreadable.abort(error))
      const object = { Bucket: bucket, Key: key, Body: body, ContentLength: size }
      // The answer begins when all is sent.
      const requestTimeout = maxSilenceMs + size / LEAST_BYTES_PER_MS
      try {
        const options = { requestTimeout, abortSignal: unreadable.signal }
        await orUnavailable(client.send(new PutObjectCommand(object), options))
      } finally {
        // A bucket that refuses before all was sent leaves it open.
        body.destroy()
      }
    },
    async readStream(key, range) {
      const part = range && { Range: `bytes=${range.start}-${range.end}` }
      const found = await orUnavailable(
        client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...part })).catch((error) => {
          if (error.name === 'NoSuchKey') return null
          // As on a disk, there is nothing behind the end.
          if (error.name === 'InvalidRange') return { Body: Readable.from([]) }
          throw error
        }),
      )
      return found?.Body ? withoutSilence(found.Body as Readable, maxSilenceMs) : null
    },
    async remove(key) {
      await orUnavailable(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })))
    },
    list: (folder) => objectsUnder(client, bucket, `${folder}/`),
    listAll: () => objectsUnder(client, bucket, ''),
  }
}

/** The bytes of an object; only the bucket is hurried, not whoever reads them. */
function withoutSilence(body: Readable, maxSilenceMs: number): Readable {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const chunks = body[Symbol.asyncIterator]()
    for (;;) {
      const timer = setTimeout(
        () => body.destroy(new Error(`the bucket sent nothing for ${maxSilenceMs} ms`)),
        maxSilenceMs,
      )
      const next = await orUnavailable(chunks.next()).finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  }
  const stream = Readable.from(bytes(), { objectMode: false })
  return stream.once('close', () => body.destroy())
}

async function* objectsUnder(client: S3Client, bucket: string, prefix: string): AsyncIterable<StoredFile> {
  let next: string | undefined
  do {
    const page = await orUnavailable(
      client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next })),
    )
    for (const { Key: key, Size: size = 0, LastModified: modifiedAt } of page.Contents ?? []) {
      if (key && modifiedAt) yield { key, size, modifiedAt }
    }
    next = page.NextContinuationToken
  } while (next)
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new AppError('ServiceUnavailable', undefined, undefined, { cause })
  }
}
