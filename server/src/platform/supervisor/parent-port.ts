import { ConfigError } from '../app-error'
import type { FromSupervisor, SupervisorPort } from './messages'

/**
 * The supervisor of this process.
 * @throws ConfigError when it was started by hand
 */
export function parentPort(): SupervisorPort {
  if (!process.send) throw new ConfigError('This is a part of Scanleaf: start server/dist/main.js.')
  return {
    send(message, onSent = () => {}) {
      // Where the supervisor is gone, this process ends as well.
      if (process.connected) process.send?.(message, undefined, {}, onSent)
      else onSent()
    },
    listen: (listener) => void process.on('message', (message) => listener(message as FromSupervisor)),
    onGone: (listener) => void process.once('disconnect', listener),
  }
}
