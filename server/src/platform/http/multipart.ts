import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FieldError } from '@scanleaf/shared'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error'
import { inLane } from '../fair-queue/lane'
import { parseJsonBody } from './json-body'
import { laneOf } from './request-lanes'

/** What a form may hold (threats §1); of files, one more than is taken, so that it can be named. */
const LIMITS = {
  files: 2,
  fields: 40,
  parts: 42,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  headerPairs: 20,
  headerSize: 8 * 1024,
}
/** Room for the fields and the framing of a form with the largest file. */
const FRAMING_BYTES = 512 * 1024

/** The one file that a form may hold. */
export interface FormFile {
  field: string
  maxBytes: number
  /** What is said of the field when the file is larger; without it the refusal names no field. */
  tooLarge?: FieldError
}

/** A file as it comes. The stream fails with an AppError when the file is too large. */
export type IncomingFile = Pick<MultipartFile, 'file' | 'filename' | 'mimetype'>

/** Takes the file of a form while it comes; what it throws ends the request. */
export type ReceiveFile = (request: FastifyRequest, incoming: IncomingFile) => Promise<void>

/** Lets the routes of a plugin take multipart forms (RFC 7578) by `formHooks`. */
export const acceptMultipart = async (app: FastifyInstance): Promise<void> => {
  await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
}

/**
 * Hooks of a route that takes a form: it becomes the body that JSON would have been, and its file goes to `receive`.
 * They refuse, and nothing is kept by them, with BadRequest what is not a form or breaks off; with PayloadTooLarge what
 * is more than the limits; with ValidationError a field that comes twice and a second file; with TooManyAtOnce what one
 * account sends beside others of its own.
 */
export function formHooks(file: FormFile, receive: ReceiveFile) {
  const tooLarge = () => new AppError('PayloadTooLarge', file.tooLarge && { [file.field]: file.tooLarge })
  return {
    /** Refuses a request that announces more than the largest file, without a look at its body. */
    async onRequest(request: FastifyRequest): Promise<void> {
      if (Number(request.headers['content-length'] ?? 0) <= file.maxBytes + FRAMING_BYTES) return
      throw tooLarge()
    },
    async preValidation(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (!request.isMultipart()) return
      await takeTurn(request, reply)
      const lane = laneOf(request)
      request.body = await inLane(lane, () => readForm(request, file, receive, tooLarge))
    },
  }
}

/**
 * Until the response is sent, the form is one of the few that an account sends at once; one that waits is not read.
 * @throws AppError TooManyAtOnce, ServiceUnavailable
 */
async function takeTurn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const turn = request.server.uploads.enter(laneOf(request))
  reply.raw.once('close', turn.end)
  await turn.come
}

async function readForm(
  request: FastifyRequest,
  { field, maxBytes }: FormFile,
  receive: ReceiveFile,
  tooLarge: () => AppError,
): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  let files = 0
  for await (const part of partsOf(request, maxBytes)) {
    if (part.type === 'field') {
      if (fields.has(part.fieldname))
        throw new AppError('ValidationError', { [part.fieldname]: 'sent-twice' })
      fields.set(part.fieldname, fieldValueOf(part))
    } else if (++files > 1) throw new AppError('ValidationError', { [field]: 'too-many-files' })
    else if (part.fieldname === field) await receiveWhole(request, part, receive, tooLarge)
    else part.file.on('error', () => {}).resume()
  }
  return Object.fromEntries(fields)
}

async function* partsOf(request: FastifyRequest, fileSize: number) {
  const parts = request.parts({ limits: { fileSize } })
  for (;;) {
    const next = await parts.next().catch((error) => {
      throw asBadRequest(error)
    })
    if (next.done) return
    yield next.value
  }
}

/** A field declared as JSON has been read by the parser; it is held to the rules of a JSON body. */
function fieldValueOf({ value, valueTruncated, fieldnameTruncated }: MultipartValue): unknown {
  if (valueTruncated || fieldnameTruncated) throw new AppError('PayloadTooLarge')
  if (typeof value === 'string') return value
  try {
    return parseJsonBody(Buffer.from(JSON.stringify(value)))
  } catch (error) {
    throw asBadRequest(error)
  }
}

async function receiveWhole(
  request: FastifyRequest,
  part: MultipartFile,
  receive: ReceiveFile,
  tooLarge: () => AppError,
): Promise<void> {
  let broken: unknown
  part.file.on('error', (error) => {
    broken = error
  })
  // The parser would read on to the end of the part, wherever that is.
  part.file.once('limit', () => part.file.destroy(tooLarge()))
  try {
    await receive(request, part)
  } catch (error) {
    throw error === broken || error === part.file.errored ? asBadRequest(error) : error
  }
  if (part.file.truncated) throw tooLarge()
}

/** What the parser cannot read, it throws or emits without a status. */
const asBadRequest = (error: unknown): unknown =>
  error instanceof AppError || (error as { statusCode?: number }).statusCode
    ? error
    : new AppError('BadRequest', undefined, undefined, { cause: error })
