import { type AddressRules, contentOfText } from '@scanleaf/qr'
import { ReadContentResponse, ReadText, resultOf } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../platform/app-error'
import type { Generator } from './generator'

export interface ReadRouteOptions {
  generator: Generator
  addressRules: AddressRules
  limitReading: (request: FastifyRequest) => Promise<void>
}

/** Reads the content out of any text, or out of a picture of a code. */
export const readRoutes: FastifyPluginAsyncZod<ReadRouteOptions> = async (
  app,
  { generator, addressRules, limitReading },
) => {
  app.post(
    '/qrcode-generator/read',
    {
      config: { access: 'public' },
      onRequest: limitReading,
      schema: {
        tags: ['qrcode-generator'],
        security: [],
        consumes: ['application/json', 'multipart/form-data'],
        body: ReadText,
        response: { 200: resultOf(ReadContentResponse) },
      },
    },
    async (request) => {
      const { formFile } = request
      const text = formFile ? await generator.read(formFile, 'file') : request.body.text
      if (text === null) throw new AppError('ValidationError', { file: 'no-code-in-picture' })
      if (text === '') throw new AppError('ValidationError', { text: 'required' })
      return { result: contentOfText(text, addressRules) }
    },
  )
}
