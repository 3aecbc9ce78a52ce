import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { type LogFormat, textLine } from './log-line'

const MAX_VALUE_LENGTH = 1024
const SECRET_PARAMETERS = /([?&](?:sid|code|setup|token|state|signature|vnp_SecureHash|k|q|search)=)[^&]*/gi

/** Parts of a path that open a file to whoever has them. */
const SECRET_PARTS = /(\/(?:code-files|feeds)\/)[^/?]+/gi

/** An address as it may be logged: secrets masked, cut. */
export const loggedUrl = (url: string): string =>
  url.slice(0, MAX_VALUE_LENGTH).replace(SECRET_PARAMETERS, '$1***').replace(SECRET_PARTS, '$1***')

/**
 * JSON lines, one for each event; secrets and bodies never in them (threats §1 rule 9).
 * @param fields of every line, asked for as it is written
 * @param destination standard output by default
 */
export function createLog(level: string, fields?: () => object, destination?: DestinationStream) {
  const options: LoggerOptions = {
    level,
    ...(fields && { mixin: fields }),
    redact: [
      'req.headers.authorization',
      'req.headers["x-access-token"]',
      'req.headers["x-session-id"]',
      'password',
      // Of a content: what opens a network, and whom a payment code pays.
      'passWifi',
      'codeContent',
      'content',
      'number',
      'account',
    ],
    serializers: {
      req: (request: { id?: string; method?: string; url?: string; ip?: string }) => ({
        id: request.id,
        method: request.method,
        url: loggedUrl(request.url ?? ''),
      }),
      res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode }),
      err: pino.stdSerializers.err,
    },
  }
  return pino(options, destination)
}

export type Log = ReturnType<typeof createLog>

/** Where a log writes, by LOG_FORMAT; undefined for standard output as it is. */
export const logDestination = (format: LogFormat): DestinationStream | undefined =>
  format === 'text' ? { write: (line) => void process.stdout.write(textLine(line)) } : undefined
