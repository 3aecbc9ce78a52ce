import type { FastifyInstance } from 'fastify'
import type { Plan } from './simulator'

/** Calls to `prefix` are done, and then, as planned, never answered or cut off. */
export function breakAnswers(app: FastifyInstance, prefix: string, calls: () => Plan['calls']): void {
  app.addHook('onSend', async (request) => {
    if (!request.url.startsWith(prefix)) return
    if (calls() === 'cut') request.raw.socket.destroy()
    if (calls() === 'cut' || calls() === 'stall') await new Promise(() => {})
  })
}
