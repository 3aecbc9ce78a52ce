import './lib/boot/zod-jitless'
import { takeHandOverFromAddress } from './lib/session/hand-over'
import './ui/styles/tokens.css'
import './ui/styles/base.css'

takeHandOverFromAddress()
void startPage(window.location.pathname.replace(/\/+$/, ''))

async function startPage(path: string): Promise<void> {
  switch (path) {
    case '/login':
    case '/auth':
    case '/logout':
    case '/account/login':
    case '/account/register':
    case '/account/recovery':
    case '/account/recovery/set':
    case '/account/verify-email':
    case '/account/undo-email':
    case '/privacy':
    case '/terms':
      return (await import('./app/boot/public-boot')).boot(path)
    default:
      return (await import('./app/boot/boot')).boot()
  }
}
