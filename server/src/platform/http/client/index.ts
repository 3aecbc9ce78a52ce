import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { createTar } from 'nanotar'
import { VERSION } from '../../processes'
import type { ApiDescription } from '../public-description'
import { operationTypes } from './operation-types'

/** Beside the bundle in production, in the workspace otherwise. */
function clientFolder(): string {
  const besideBundle = fileURLToPath(new URL('./client', import.meta.url))
  return existsSync(join(besideBundle, 'index.d.ts'))
    ? besideBundle
    : fileURLToPath(new URL('../../../../client', import.meta.url))
}

/**
 * The package of the client for npm, which fits this installation: its calls and types are made from the description
 * that it serves, and it calls this address.
 * @returns a gzipped tar archive
 */
export function clientPackage(description: ApiDescription, appUrl: string): Buffer {
  const source = (name: string) => readFileSync(join(clientFolder(), name), 'utf8')
  const files = {
    'package.json': JSON.stringify(MANIFEST, null, 2),
    'index.js': source('index.js'),
    'index.d.ts': source('index.d.ts'),
    'operations.js': operationTable(description, appUrl),
    'operations.d.ts': operationTypes(description),
  }
  const entries = Object.entries(files).map(([name, data]) => ({ name: `package/${name}`, data }))
  // The same bytes from every process.
  return gzipSync(createTar(entries, { attrs: { mtime: 0, mode: '644' } }))
}

const MANIFEST = {
  name: '@scanleaf/client',
  version: VERSION,
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
}

/** Method and path of each call, and whether it takes an Idempotency-Key. */
function operationTable({ paths }: ApiDescription, appUrl: string): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [] }]) => {
      const isRepeatable = parameters.some((each) => each.in === 'header' && each.name === 'Idempotency-Key')
      return `  ${JSON.stringify(operationId)}: ${JSON.stringify([method.toUpperCase(), path, isRepeatable])},`
    }),
  )
  return `export const ADDRESS = ${JSON.stringify(appUrl)}\nexport const OPERATIONS = {\n${rows.join('\n')}\n}\n`
}
