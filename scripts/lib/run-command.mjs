import { spawn } from 'node:child_process'

export const ROOT = new URL('../..', import.meta.url).pathname
  .replace(/^\/([A-Za-z]:)/, '$1')
  .replace(/\/$/, '')

const isWindows = process.platform === 'win32'

/**
 * Runs a command in the root folder and resolves to its exit code (1 when a signal ended it), never rejects for a
 * failing command. With `capture` the output is collected instead of streamed, or only what is meant for programs. With
 * `withinMs` it is killed when it takes longer.
 * @param {string} command a program on the path
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, capture?: boolean | 'stdout', withinMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd = ROOT, env = {}, capture = false, withinMs = 0 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: capture ? ['ignore', 'pipe', capture === 'stdout' ? 'inherit' : 'pipe'] : 'inherit',
      shell: isWindows && (command === 'npm' || command === 'npx'),
      ...(withinMs > 0 && { timeout: withinMs, killSignal: 'SIGKILL' }),
    })
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }))
  })
}

/** Runs a JavaScript program of an installed package with this Node, without npx in between. */
export function runTool(file, args, options) {
  return run(process.execPath, [`${ROOT}/node_modules/${file}`, ...args], options)
}
