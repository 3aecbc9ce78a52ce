import { api } from '../../../lib/api/api'

/** The schemas come with the first call, not with the first screen. */
const answers = () => import('./response-schemas')
const confirmed = async () => (await answers()).ConfirmedResponse

/** @param otp empty where none is asked for */
export const confirmByPassword = (password: string, otp: string) =>
  api.post('/identity/sessions/current/confirm', { password, ...(otp !== '' && { otp }) }, confirmed)
