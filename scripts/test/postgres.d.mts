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
    backUp(): Promise<BaseBackup>
  }
>

export interface BaseBackup {
  /** A server on a copy of it, in recovery by these settings. */
  recover(settings: string[]): Promise<OwnPostgres>
  remove(): void
}

/** A folder of the user that PostgreSQL runs as, and the options of `spawn` to run programs as this user. */
export function makeFolder(): {
  folder: string
  as: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv }
}
