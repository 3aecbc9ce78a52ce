import { setTimeout as pause } from 'node:timers/promises'
import type { Span, Tracer as SpanTracer } from '@opentelemetry/api'
import {
  context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler } from '@opentelemetry/core'
import { envDetector } from '@opentelemetry/resources'
import { NodeSDK } from '@opentelemetry/sdk-node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tracer } from '.'

/** Spans that are not sent by then are lost: shutdown does not wait longer for a collector. */
const FLUSH_WITHIN_MS = 2_000

declare module 'fastify' {
  interface FastifyRequest {
    span?: Span
  }
}

/**
 * The SDK, which reads the standard variables by itself. Only this module loads it. Trace contexts of callers are
 * ignored: a stranger would decide what is sampled.
 */
export function openTracer(serviceName: string, onTrouble: (trouble: unknown) => void): Tracer {
  let isReported = false
  const reportOnce = (...said: unknown[]) => {
    if (!isReported) onTrouble(said[0])
    isReported = true
  }
  const silent = () => {}
  diag.setLogger(
    { error: reportOnce, warn: silent, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
  setGlobalErrorHandler(reportOnce)
  const sdk = new NodeSDK({
    serviceName,
    resourceDetectors: [envDetector],
    textMapPropagator: null,
    metricReaders: [],
    logRecordProcessors: [],
  })
  sdk.start()
  const spans = trace.getTracer('scanleaf')

  async function within<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await context.with(trace.setSpan(context.active(), span), work)
    } catch (error) {
      // Its message may contain user input.
      span.setAttribute('error.type', (error as Error).name)
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    root: (name, work) => within(spans.startSpan(name, { root: true }), work),
    step: (name, attributes, work) => {
      if (!trace.getActiveSpan()?.isRecording()) return work()
      return within(spans.startSpan(name, { kind: SpanKind.CLIENT, attributes }), work)
    },
    followRequests: (app) => followRequests(app, spans),
    logFields: () => {
      const span = trace.getActiveSpan()
      return span ? { trace_id: span.spanContext().traceId } : {}
    },
    close: async () => {
      await Promise.race([
        sdk.shutdown().catch(reportOnce),
        pause(FLUSH_WITHIN_MS, undefined, { ref: false }),
      ])
    },
  }
}

function followRequests(app: FastifyInstance, spans: SpanTracer): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    const name = route === undefined ? request.method : `${request.method} ${route}`
    const span = spans.startSpan(
      name,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': request.method, ...(route && { 'http.route': route }) },
      },
      ROOT_CONTEXT,
    )
    request.span = span
    context.with(trace.setSpan(ROOT_CONTEXT, span), done)
  })
  app.addHook('onResponse', async (request: FastifyRequest, { statusCode }) => {
    request.span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) request.span?.setStatus({ code: SpanStatusCode.ERROR })
    request.span?.end()
  })
  // A client that disconnects before the response.
  app.addHook('onRequestAbort', async (request) => request.span?.end())
}
