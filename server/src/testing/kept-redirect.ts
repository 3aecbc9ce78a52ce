import { KeptProcess } from '../platform/supervisor/kept-process'
import type { FromSupervisor, SupervisorPort, ToSupervisor } from '../platform/supervisor/messages'

export interface KeptRedirect extends SupervisorPort {
  kill(): void
}

const SOURCE = new URL('../features/redirect/process/redirect-process.ts', import.meta.url)

/** Keeps the redirect's process, for a test or a benchmark that is the program. */
export function keepRedirect(entry = SOURCE): KeptRedirect {
  const listeners: ((message: FromSupervisor) => void)[] = []
  const hear = (message: FromSupervisor) => {
    for (const listener of listeners) listener(message)
  }
  let settings: object = {}
  let isOver = false
  const redirect = new KeptProcess({
    entry,
    args: [],
    onStart: () => redirect.send({ type: 'start', settings }),
    onMessage: (message) => message.type === 'relay' && hear(message),
    onEnd: ({ code }) => {
      hear({ type: 'other-ended' })
      if (!isOver && code !== 0) redirect.startAgain()
    },
  })
  return {
    send(message: ToSupervisor, onSent) {
      if (message.type === 'keep-redirect') {
        settings = message.settings
        redirect.start()
      } else if (message.type === 'relay') redirect.send(message)
      onSent?.()
    },
    listen: (listener) => void listeners.push(listener),
    onGone: () => {},
    kill() {
      isOver = true
      redirect.rest()
      redirect.kill()
    },
  }
}
