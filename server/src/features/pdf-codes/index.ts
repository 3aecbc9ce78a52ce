export { cleanUpPdfs, startPdfCleanup } from './cleanup/cleanup'
export { openPdfPages } from './pages/listener'
export { pdfCodeRoutes } from './routes'
export { openFirstPages } from './thumbnail/thumbnails'
