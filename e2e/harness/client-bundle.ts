import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const run = promisify(execFile)

/** The client that an installation serves, as a script for browsers that sets `client`. */
export async function clientBundle(appUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'client-'))
  try {
    const archive = await fetch(`${appUrl}/docs/client.tgz`)
    await writeFile(join(folder, 'client.tgz'), Buffer.from(await archive.arrayBuffer()))
    await run('tar', ['-xzf', 'client.tgz'], { cwd: folder })
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'package/index.js')],
      ...{ bundle: true, write: false, format: 'iife', globalName: 'client', platform: 'browser' },
    })
    return outputFiles[0]?.text ?? ''
  } finally {
    await rm(folder, { recursive: true })
  }
}
