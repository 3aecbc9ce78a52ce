import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../../platform/config/config'
import type { Log } from '../../platform/logging'
import type { Chat } from './chat'
import { embeddedAssistant } from './embedded/embedded-assistant'
import { modelAssistant } from './model/model-assistant'
import { withFallback } from './model/with-fallback'
import { chatRoutes } from './routes'

export { exportChat } from './export-chat'
export { eraseChat } from './repository'

/** The assistant: by a language model where one is set up and answers, else embedded. */
export const chat: FastifyPluginAsync<Omit<Chat, 'assistant'> & { config: Config; log: Log }> = async (
  app,
  { config, log, ...dependencies },
) => {
  const embedded = embeddedAssistant()
  const { model } = config
  const assistant = model
    ? withFallback(modelAssistant({ config: model, site: config, log }), embedded)
    : embedded
  await app.register(chatRoutes, { prefix: '/gateway/api/qrcode', chat: { ...dependencies, assistant } })
}
