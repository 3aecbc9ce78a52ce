import type { FastifyPluginAsync } from 'fastify'

/** A plugin whose decorations the features registered after it see too (Fastify: `skip-override`). */
export const skipOverride = <Options extends object>(plugin: FastifyPluginAsync<Options>) =>
  Object.assign(plugin, { [Symbol.for('skip-override')]: true })
