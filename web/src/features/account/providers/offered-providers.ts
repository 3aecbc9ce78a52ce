import type { PublicConfig, SignInProvider } from '@scanleaf/shared'

/** Providers lead back to the address of the application alone, where the tab has to be, too. */
export const offeredProviders = ({
  signInProviders,
  appUrl,
}: Pick<PublicConfig, 'signInProviders' | 'appUrl'>): readonly SignInProvider[] =>
  window.location.origin === new URL(appUrl).origin ? signInProviders : []
