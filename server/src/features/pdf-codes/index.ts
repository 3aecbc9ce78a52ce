export { cleanUpPdfs, startPdfSweeper } from './cleanup/cleanup'
export { openPdfPages } from './pages/listener'
export { pdfCodeRoutes } from './routes'
export { openFirstPages } from './thumbnail/thumbnails'
