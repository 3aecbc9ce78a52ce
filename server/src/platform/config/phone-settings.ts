import { networkInterfaces } from 'node:os'
import { trialReason } from '@scanleaf/shared'
import type { Config } from './config'

/** The settings of a start with which a phone in the same network reaches a server that only this machine does; null for any other, and without a network. */
export function phoneSettings({
  codeHost,
  port,
  publicPort,
}: Pick<Config, 'codeHost' | 'port' | 'publicPort'>): string | null {
  if (trialReason(codeHost) !== 'this-machine') return null
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  const own = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  if (own === undefined) return null
  return `HOST=0.0.0.0 APP_URL=http://${own}:${port} CODE_HOST=http://${own}:${publicPort}`
}
