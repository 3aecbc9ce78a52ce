import './lib/schemas-without-code'
import { takeHandOverFromAddress } from './lib/address'
import './ui/tokens.css'
import './ui/base.css'

takeHandOverFromAddress()
void startPage(window.location.pathname.replace(/\/+$/, ''))

async function startPage(path: string): Promise<void> {
  switch (path) {
    case '/login':
    case '/auth':
    case '/logout':
    case '/account/login':
    case '/account/register':
    case '/privacy':
    case '/terms':
      return (await import('./app/open-boot')).boot(path)
    default:
      return (await import('./app/boot')).boot()
  }
}
