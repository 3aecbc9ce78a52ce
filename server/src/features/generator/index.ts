export type { OwnPicture } from './download-routes'
export { type DrawOptions, isQrFormat, QR_FORMATS, type QrFormat, TYPE_OF_FORMAT } from './drawing'
export { type DrawnCode, type DrawnFile, type Generator, openGenerator } from './generator'
export { generatorRoutes } from './routes'
