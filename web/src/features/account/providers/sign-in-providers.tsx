import type { SignInProvider } from '@scanleaf/shared'
import { startSignInBy } from './api'
import { ProviderButton } from './provider-button'
import { leaveForProvider } from './tab'

/** Under the form of a sign-in: the providers that it can be done by. */
export const SignInProviders = ({ providers }: { providers: readonly SignInProvider[] }) =>
  providers.map((provider) => (
    <ProviderButton
      key={provider.name}
      provider={provider}
      onPress={() => leaveForProvider(provider.name, 'sign-in', startSignInBy(provider.name))}
    />
  ))
