import { ConfigError } from '../app-error'
import { type PublicKey, readPublicKey } from '../minisign'

/** Where the signed file of versions is, and who signs it. */
export interface VersionsFileConfig {
  url: string
  key: PublicKey
}

/** @throws ConfigError for one of both, or a key that is none */
export function versionsFileOf({
  UPDATE_CHECK_URL: url,
  UPDATE_CHECK_SIGNER: key,
}: {
  UPDATE_CHECK_URL?: string | undefined
  UPDATE_CHECK_SIGNER?: string | undefined
}): VersionsFileConfig | null {
  if (url === undefined && key === undefined) return null
  if (url === undefined || key === undefined)
    throw new ConfigError('UPDATE_CHECK_URL and UPDATE_CHECK_SIGNER need each other: set both, or neither.')
  try {
    return { url, key: readPublicKey(key) }
  } catch (cause) {
    throw new ConfigError(
      'UPDATE_CHECK_SIGNER is not a public key of minisign: copy the second line of scanleaf.pub.',
      {
        cause,
      },
    )
  }
}
