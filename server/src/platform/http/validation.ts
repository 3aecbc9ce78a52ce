import { fieldErrorOf, fieldErrorsOf, fieldNumbersOf } from '@scanleaf/shared'
import type { FastifySchemaCompiler } from 'fastify'
import type * as z from 'zod'
import { AppError } from '../app-error'

/** Requests are checked by the wire schemas. An id of the wrong shape is one that does not exist. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (input) => {
    const parsed = schema.safeParse(input, { error: fieldErrorOf })
    if (parsed.success) return { value: parsed.data }
    return {
      error:
        httpPart === 'params'
          ? new AppError('NotFound')
          : new AppError('ValidationError', fieldErrorsOf(parsed.error), undefined, {
              details: fieldNumbersOf(parsed.error),
            }),
    }
  }
