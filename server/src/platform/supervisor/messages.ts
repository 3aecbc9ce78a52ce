/** How often each of the two was started again since the supervisor began. */
export interface Restarts {
  program: number
  redirect: number
}

/** From a process to its supervisor. A `relay` goes to the other process as it is. */
export type ToSupervisor =
  | { type: 'ready' }
  /** From the program: the redirect runs from now on, and begins with these settings. */
  | { type: 'keep-redirect'; settings: object }
  /** From the program: it is stopped, and started again. */
  | { type: 'restart' }
  | { type: 'relay'; body: Uint8Array }

export type FromSupervisor =
  /** The first message: to the program `ProgramStart`, to the redirect the settings that the program gave. */
  | { type: 'start'; settings: object }
  /** To the program, whenever they change. */
  | { type: 'restarts'; restarts: Restarts }
  /** The other process has ended: what it was asked is not answered. */
  | { type: 'other-ended' }
  | { type: 'relay'; body: Uint8Array }
  | { type: 'stop' }

/** What a program is told as it starts. */
export interface ProgramStart {
  restarts: Restarts
  /** The redirect has gone on while the program was away, and holds its port. */
  isRedirectRunning: boolean
}

/** The way to the supervisor, as the program and the redirect have it. */
export interface SupervisorPort {
  /** @param onSent called once it has left this process, or cannot any more */
  send(message: ToSupervisor, onSent?: () => void): void
  listen(listener: (message: FromSupervisor) => void): void
  /** Calls back once the supervisor is gone: nobody would start this process again, nor end it. */
  onGone(listener: () => void): void
}
