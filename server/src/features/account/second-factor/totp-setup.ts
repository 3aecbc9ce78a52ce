import type { RecoveryCodes, TotpSetup } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { AFTER_FAILURES } from '../attempts/throttle'
import { refuseEarly } from '../limit-by-address'
import { deleteSessionsOf } from '../sessions/repository'
import { hashOf } from '../tokens'
import {
  type ChangingFactors,
  endWeakConfirmations,
  lockConfirmed,
  refuseLastFactor,
  tellOfFactor,
} from './changing-factors'
import { newRecoveryCodes, recoveryCodeHash } from './otp'
import { deleteTotp, enableTotp, findTotp, replaceRecoveryCodes, startTotp, useStep } from './repository'
import { hasSecondFactor } from './second-factor'
import { newSecret, otpauthUri, stepOfCode } from './totp'

/** A secret that becomes active with its first code. @throws AppError Conflict when an app is on already */
export async function setUpTotp(changing: ChangingFactors): Promise<TotpSetup> {
  const { database, appName, userId } = changing
  const secret = newSecret()
  return database.transaction(async (tx) => {
    const user = await lockConfirmed(tx, changing)
    if (!(await startTotp(tx, userId, secret))) throw new AppError('Conflict')
    return { secret, uri: otpauthUri(secret, appName, user.username) }
  })
}

/**
 * Turns the app on by its first code: makes recovery codes, and ends every other session, as those were opened
 * without it. This session has not proven the app: whoever knows the password alone could have added it.
 * @throws AppError ValidationError for a wrong code, Conflict without a secret to prove, TooManyRequests
 */
export async function turnTotpOn(changing: ChangingFactors, otp: string): Promise<RecoveryCodes> {
  const { database, clock, rateLimits, userId, token } = changing
  refuseEarly(await rateLimits.attempt('own-otp', userId, AFTER_FAILURES))
  const codes = await database.transaction(async (tx) => {
    const user = await lockConfirmed(tx, changing)
    const app = await findTotp(tx, userId)
    if (!app || app.enabledAt) throw new AppError('Conflict')
    const step = stepOfCode(app.secret, otp.replace(/[\s-]/g, ''), clock.now())
    if (step === null) throw new AppError('ValidationError', { otp: 'wrong-otp' })
    await endWeakConfirmations(tx, changing, userId)
    await useStep(tx, userId, step)
    await enableTotp(tx, userId)
    await deleteSessionsOf(tx, userId, hashOf(token))
    await tellOfFactor(tx, user, 'totp-on')
    return makeRecoveryCodes(tx, userId)
  })
  await rateLimits.clear('own-otp', userId)
  return codes
}

/** @throws AppError NotFound when none is on, LastFactor */
export async function turnTotpOff(changing: ChangingFactors): Promise<void> {
  const { database, userId } = changing
  await database.transaction(async (tx) => {
    const user = await lockConfirmed(tx, changing)
    if (!(await deleteTotp(tx, userId))) throw new AppError('NotFound')
    await replaceRecoveryCodes(tx, userId, [])
    await refuseLastFactor(tx, changing, user)
    await tellOfFactor(tx, user, 'totp-off')
  })
}

/** New ones replace all earlier ones. @throws AppError NotFound without a second factor that they stand in for */
export async function renewRecoveryCodes(changing: ChangingFactors): Promise<RecoveryCodes> {
  const { database, userId } = changing
  return database.transaction(async (tx) => {
    const user = await lockConfirmed(tx, changing)
    if (!(await hasSecondFactor(tx, changing, userId))) throw new AppError('NotFound')
    await tellOfFactor(tx, user, 'recovery-codes')
    return makeRecoveryCodes(tx, userId)
  })
}

async function makeRecoveryCodes(tx: Db, userId: string): Promise<RecoveryCodes> {
  const recoveryCodes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, userId, recoveryCodes.map(recoveryCodeHash))
  return { recoveryCodes }
}
