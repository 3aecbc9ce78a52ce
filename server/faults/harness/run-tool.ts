import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

export interface Ended {
  code: number
  out: string
  complaint: string
}

/** What a host would have set: codes on loopback are a finding of the doctor. */
const PUBLIC = { CODE_HOST: 'https://qr.example.vn', TRUSTED_PROXIES: '127.0.0.1' }

/** Runs a tool of the built product as an operator does, to its end. */
export function runTool(
  name: 'doctor-cli' | 'backup-cli' | 'recount-cli',
  args: string[],
  settings: Record<string, string>,
  dist = DIST,
): Promise<Ended> {
  const file = join(dist, `${name}.js`)
  const env = { PATH: process.env['PATH'], ...PUBLIC, ...settings }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file, ...args], { env }, (_error, out, complaint) => {
      resolve({ code: child.exitCode ?? -1, out, complaint })
    })
  })
}
