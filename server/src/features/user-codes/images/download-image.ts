import type { Database } from '../../../platform/db/database'
import { type Generator, isQrFormat, type OwnPicture } from '../../generator'
import { findByImageKey } from '../repository'
import { CodeImages } from './code-image'

const DIRECTORY = 'codes'
const FILE_NAME = /^([A-Za-z0-9_-]{20})\.([a-z]{3})$/

/** The picture of an own code by the last two parts of its `qrImageUrl`. */
export function downloadImage(options: {
  database: Database
  generator: Generator
  codeHost: string
}): OwnPicture {
  const images = new CodeImages(options.generator, options.codeHost)
  return async (userId, { dirName, fileName }) => {
    const [, imageKey = '', format = ''] = FILE_NAME.exec(fileName) ?? []
    if (dirName !== DIRECTORY || !isQrFormat(format)) return null
    const row = await findByImageKey(options.database.db, imageKey)
    return row?.userId === userId ? images.draw(row, format, {}) : null
  }
}
