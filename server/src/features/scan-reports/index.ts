import { Readable } from 'node:stream'
import { SheetFile, sheetPlan } from '@scanleaf/qr'
import { type DesignedPage, daysBetween, MAX_DAYS, ScanDays } from '@scanleaf/shared'
import { MAX_REPORT_PARTS, type ReportOf, reportPages, reportTitle } from '@scanleaf/shared/scan-report'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import { acting } from '../../platform/http/acting'
import { contentDisposition } from '../../platform/http/content-disposition'
import { requestLanguage } from '../../platform/http/error-handler'
import type { Translator } from '../../platform/i18n'
import type { Generator } from '../generator'
import { namesOfCodes, scansOfUser } from '../scans'
import { summaryCsv } from './summary'

interface ScanReportDependencies {
  database: Database
  clock: Clock
  generator: Pick<Generator, 'drawPage'>
  translator: Translator
  config: Pick<Config, 'appName'>
}

const PLAN = sheetPlan({ kind: 'poster', size: 'A4' })

/** Statistics as a document to print or send, in the language of the request. */
export const scanReports: FastifyPluginAsyncZod<ScanReportDependencies> = async (
  app,
  { database: { replica }, clock, generator, translator, config },
) => {
  const tags = ['scans']

  async function reportOf(
    request: FastifyRequest,
    codeId: string | null,
    days: z.output<typeof ScanDays> & { unit?: 'day' },
    mostDays: number,
  ): Promise<ReportOf> {
    const now = clock.now()
    const { from, to } = days
    const isLong = from !== undefined && to !== undefined && daysBetween(from, to) >= mostDays
    const asked = { ...days, ...(isLong && { unit: 'month' as const }) }
    const scans = await scansOfUser(replica, { userId: acting(request).ownerId, codeId, days: asked }, now)
    if (!scans) throw new AppError('NotFound')
    const language = requestLanguage(request)
    const t = translator.in(language, 'scans')
    const code = codeId === null ? null : ((await namesOfCodes(replica, [codeId])).get(codeId)?.name ?? '')
    return {
      scans,
      code,
      language,
      t: (key, values = {}) => t(key, values),
      appName: config.appName,
      madeAt: now,
    }
  }

  app.get(
    '/scans/report.pdf',
    {
      config: { access: 'scans:read' },
      schema: {
        operationId: 'scans.report',
        summary: 'Statistics of all codes as a PDF to print or send',
        tags,
        querystring: ScanDays,
      },
    },
    async (request, reply) =>
      send(reply, await reportOf(request, null, request.query, MAX_REPORT_PARTS), 'scans'),
  )

  app.get(
    '/user-codes/:id/scans/report.pdf',
    {
      config: { access: 'scans:read' },
      schema: {
        operationId: 'scans.reportOfCode',
        summary: 'Statistics of one code as a PDF to print or send',
        tags,
        params: z.object({ id: z.uuid() }),
        querystring: ScanDays,
      },
    },
    async (request, reply) => {
      const { id } = request.params
      return send(reply, await reportOf(request, id, request.query, MAX_REPORT_PARTS), `scans-${id}`)
    },
  )

  app.get(
    '/scans/summary.csv',
    {
      config: { access: 'scans:read' },
      schema: {
        operationId: 'scans.summary',
        summary: 'Statistics of all codes as one table for a spreadsheet',
        tags,
        querystring: ScanDays,
      },
    },
    async (request, reply) => sendSummary(reply, await dailyOf(request, null, request.query), 'scans'),
  )

  app.get(
    '/user-codes/:id/scans/summary.csv',
    {
      config: { access: 'scans:read' },
      schema: {
        operationId: 'scans.summaryOfCode',
        summary: 'Statistics of one code as one table for a spreadsheet',
        tags,
        params: z.object({ id: z.uuid() }),
        querystring: ScanDays,
      },
    },
    async (request, reply) => {
      const { id } = request.params
      return sendSummary(reply, await dailyOf(request, id, request.query), `scans-${id}`)
    },
  )

  /** By day as far as that is counted: nothing is drawn. */
  const dailyOf = (request: FastifyRequest, codeId: string | null, days: z.output<typeof ScanDays>) =>
    reportOf(request, codeId, { ...days, unit: 'day' }, MAX_DAYS.day)

  function sendSummary(reply: FastifyReply, report: ReportOf, name: string): FastifyReply {
    const { from, to } = report.scans
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition('attachment', `${name}-${from}-${to}-summary.csv`))
      .send(summaryCsv(report))
  }

  async function send(reply: FastifyReply, report: ReportOf, name: string): Promise<FastifyReply> {
    const { from, to } = report.scans
    const file = new SheetFile(PLAN, { title: reportTitle(report), language: report.language })
    const [page, ...others] = reportPages(report)
    if (!page) throw new Error('a report without a page')
    // Before the answer begins, so that a failure is an error and no broken file.
    const first = file.page(await generator.drawPage(page, file.known()))
    return reply
      .type('application/pdf')
      .header('content-disposition', contentDisposition('attachment', `${name}-${from}-${to}.pdf`))
      .send(Readable.from(bytesOf(file, first, others), { objectMode: false }))
  }

  async function* bytesOf(file: SheetFile, first: Uint8Array, others: readonly DesignedPage[]) {
    yield first
    for (const page of others) yield file.page(await generator.drawPage(page, file.known()))
    yield file.end()
  }
}
