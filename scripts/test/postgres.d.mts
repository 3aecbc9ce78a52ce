export class NoPostgresError extends Error {}

export interface OwnPostgres {
  url: string
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export function startPostgres(options?: { settings?: string[]; files?: Record<string, string> }): Promise<
  OwnPostgres & {
    /** A replica that streams from it. */
    follow(): Promise<OwnPostgres>
  }
>
