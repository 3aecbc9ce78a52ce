import type { FastifyInstance } from 'fastify'
import type { FaultPlan } from './simulator'

/** Calls to `prefix` are done, and then, as planned, never answered or cut off. */
export function injectResponseFaults(
  app: FastifyInstance,
  prefix: string,
  calls: () => FaultPlan['calls'],
): void {
  app.addHook('onSend', async (request) => {
    if (!request.url.startsWith(prefix)) return
    if (calls() === 'cut') request.raw.socket.destroy()
    if (calls() === 'cut' || calls() === 'stall') await new Promise(() => {})
  })
}
