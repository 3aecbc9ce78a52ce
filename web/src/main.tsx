import './lib/boot/zod-jitless'
import { screenOf } from '@scanleaf/shared'
import { takeHandOverFromAddress } from './lib/session/hand-over'
import './ui/styles/tokens.css'
import './ui/styles/base.css'

takeHandOverFromAddress()
void startPage(window.location.pathname.replace(/\/+$/, ''))

async function startPage(path: string): Promise<void> {
  const screen = screenOf(path)
  if (screen?.access === 'open') return (await import('./app/boot/public-boot')).boot(screen.path)
  return (await import('./app/boot/boot')).boot()
}
