import { randomBytes, randomInt } from 'node:crypto'
import { DYNAMIC_ID_ALPHABET, DYNAMIC_ID_LENGTH } from '@scanleaf/shared'

/**
 * 8 characters of A-Z0-9, each equally likely (2.8·10¹² ids; spec §5).
 * @param draw a fair whole number from 0 and below the given one
 */
export const generateDynamicId = (draw: (below: number) => number = randomInt): string =>
  Array.from({ length: DYNAMIC_ID_LENGTH }, () => DYNAMIC_ID_ALPHABET[draw(DYNAMIC_ID_ALPHABET.length)]).join(
    '',
  )

/** 120 random bits for the public address of an image. */
export const generateImageKey = (): string => randomBytes(15).toString('base64url')
