import { readFileSync } from 'node:fs'

/** Limits of one process; the system kills only that process when it exceeds them. */
export interface ProcessLimits {
  /** Writable memory, heap of JavaScript and native libraries together, in MiB; null limits the heap alone. */
  memoryMb: number | null
  /** Processor time of its whole life, in seconds: the last resort for a process whose parent was killed. */
  lifetimeCpuSeconds: number
}

/** The lowest priority: with it, redirects take as long while labels are drawn as they take at rest. */
const NICE = 19
/** Each thread of the process reserves this much, and none comes near it; the default would be 8 MiB. */
const STACK_KB = 2048
/** What JavaScript may use. Where all memory is limited, half of it: the rest is for native libraries and buffers. */
const MAX_HEAP_MB = 256
/** The environment of a decoder of untrusted files: no settings, and so no secrets. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LD_LIBRARY_PATH']

const BYTES_PER_MB = 1024 * 1024

/**
 * The range that V8 reserves for the machine code of one isolate, in MiB: writable, and so counted by RLIMIT_DATA,
 * though almost none of it is used. 512 on Node.js 24, 0 on 20; the same in a process started from this one.
 */
const RESERVED_CODE_MB = process.platform === 'linux' ? reservedCodeMb() : 0

function reservedCodeMb(): number {
  const ranges = readFileSync('/proc/self/maps', 'utf8').matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp /gm)
  const sizes = Array.from(
    ranges,
    ([, from = '', to = '']) => Number.parseInt(to, 16) - Number.parseInt(from, 16),
  )
  return Math.ceil(Math.max(0, ...sizes) / BYTES_PER_MB)
}

export interface LimitedCommand {
  file: string
  args: string[]
  env: Record<string, string>
}

/**
 * How to start a module of ours under limits. RLIMIT_DATA counts writable private memory, whoever allocates it, and
 * not what V8 and WebAssembly only reserve (getrlimit(2)); other systems than Linux do not enforce it, and there only
 * the heap of JavaScript is limited.
 * @param nodeArgs arguments of Node.js, the module last
 */
export function limitedCommand(
  nodeArgs: string[],
  { memoryMb, lifetimeCpuSeconds }: ProcessLimits,
): LimitedCommand {
  const heapMb = memoryMb === null ? MAX_HEAP_MB : Math.min(MAX_HEAP_MB, Math.floor(memoryMb / 2))
  const args = [
    `--max-old-space-size=${heapMb}`,
    '--v8-pool-size=1',
    // File content never becomes code: eval and new Function throw.
    '--disallow-code-generation-from-strings',
    ...nodeArgs,
  ]
  const env: Record<string, string> = { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' }
  for (const name of PASSED_ON) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  if (process.platform !== 'linux') return { file: process.execPath, args, env }
  // Where an operator's own limit is lower, the shell says so, and that one stays.
  const script = [
    'ulimit -c 0',
    `ulimit -s ${STACK_KB}`,
    ...(memoryMb === null ? [] : [`ulimit -d ${(memoryMb + RESERVED_CODE_MB) * 1024}`]),
    `ulimit -t ${lifetimeCpuSeconds}`,
    `exec nice -n ${NICE} "$0" "$@"`,
  ].join('\n')
  return { file: '/bin/sh', args: ['-c', script, process.execPath, ...args], env }
}
