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

const ignore = () => {}
/** What fails is thrown; the client would also write it to the console. */
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

/** Files in an S3-compatible bucket. An object is there completely or not at all. */
export function openS3Files({ endpoint, bucket, region, accessKey, secretKey }: S3Config): StorageBackend {
  const client = new S3Client({
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    logger: SILENT,
    requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, requestTimeout: MAX_SILENCE_MS },
    // Servers that only resemble S3 store the framing of streamed checksums as a part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  return {
    async put(key, { path, size }) {
      const object = { Bucket: bucket, Key: key, Body: createReadStream(path), ContentLength: size }
      await orUnavailable(client.send(new PutObjectCommand(object)))
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
      return (found?.Body as Readable | undefined) ?? null
    },
    async remove(key) {
      await orUnavailable(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })))
    },
    list: (folder) => objectsUnder(client, bucket, `${folder}/`),
    listAll: () => objectsUnder(client, bucket, ''),
  }
}

async function* objectsUnder(client: S3Client, bucket: string, prefix: string): AsyncIterable<StoredFile> {
  let next: string | undefined
  do {
    const page = await orUnavailable(
      client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next })),
    )
    for (const { Key: key, LastModified: modifiedAt } of page.Contents ?? []) {
      if (key && modifiedAt) yield { key, modifiedAt }
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
