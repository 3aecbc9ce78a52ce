import type { FoundBackups } from '@scanleaf/shared'
import { api } from '../../../lib/api/api'

const answers = () => import('./response-schemas')
const isAuthenticated = false

/** What the installation could be filled from, while nobody has registered. */
export const findBackups = async (setupToken: string): Promise<FoundBackups> =>
  (
    await api.post('/restore/backups', { setupToken }, async () => (await answers()).FoundBackupsResponse, {
      isAuthenticated,
    })
  ).result

/** The server stops, restores the backup, and starts again. */
export const restoreBackup = (setupToken: string, name: string) =>
  api.post('/restore', { setupToken, name }, async () => (await answers()).RestoreResponse, {
    isAuthenticated,
  })
