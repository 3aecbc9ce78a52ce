import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runTool } from '../lib/run-command.mjs'
import { findFolderCircles } from './folder-circles.mjs'

/** Fewer means that the tool did not see the sources, and then it finds no fault either. */
const MIN_MODULES = 50

/**
 * Imports against the rules of .dependency-cruiser.mjs, and circles of folders.
 * @returns {Promise<string[]>} one line for each violation
 */
export async function findWrongImports() {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { output } = await runTool(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    [
      ...['--config', '.dependency-cruiser.mjs', '--output-type', 'json'],
      ...['--cache', '.cache/dependency-cruiser', '--cache-strategy', 'content'],
      ...workspaces,
    ],
    { capture: true },
  )
  let result
  try {
    result = JSON.parse(output)
  } catch {
    return [output]
  }
  const own = result.modules.map(({ source }) => source).filter((source) => /^[^/]+\/.*\.tsx?$/.test(source))
  const unseen = workspaces.filter((folder) => !own.some((source) => source.startsWith(`${folder}/`)))
  return [
    ...(own.length > MIN_MODULES ? [] : [`only ${own.length} modules seen`]),
    ...unseen.map((folder) => `no module of ${folder} seen`),
    ...result.summary.violations.map(
      ({ from, to, rule, cycle }) =>
        `${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(' → ') : to}`,
    ),
    ...findFolderCircles(result.modules),
  ]
}
