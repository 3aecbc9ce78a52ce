import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../lib/run-command.mjs'

const MAX_BYTES = 1_000_000_000

/** @returns {Buffer} what git writes */
function gitBytes(args, { input, env = {} } = {}) {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    ...{ cwd: ROOT, input, env: { ...process.env, ...env }, maxBuffer: MAX_BYTES },
  })
  if (status !== 0) throw new Error(`git ${args[0]}: ${error ?? stderr.toString().trim()}`)
  return stdout
}

/** @returns {string} what git writes, trimmed */
export const git = (args, options) => gitBytes(args, options).toString().trim()

/**
 * A commit of HEAD with other texts, which no branch names: what `git commit` would make.
 * @param {Record<string, string>} texts by path
 * @returns {string} its hash
 */
export function commitBeside(texts, message) {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-release-'))
  const env = { GIT_INDEX_FILE: join(folder, 'index') }
  try {
    git(['read-tree', 'HEAD'], { env })
    for (const [path, input] of Object.entries(texts)) {
      const blob = git(['hash-object', '-w', '--stdin'], { input })
      git(['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`], { env })
    }
    return git(['commit-tree', git(['write-tree'], { env }), '-p', 'HEAD', '-m', message])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @returns {Buffer} the files of a commit as TAR, in one folder, with its time */
export const archive = (commit, folder) =>
  gitBytes(['archive', '--format=tar', `--prefix=${folder}/`, commit])
