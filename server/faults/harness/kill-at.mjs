/**
 * Loaded into a program by NODE_OPTIONS, its threads too. Once, at the step that KILL_AT names, it sends KILL_SIGNAL, by
 * default SIGKILL, to the process KILL_PID, by default its own. A step is recognised by what the program sends, receives
 * and removes.
 */
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'

const step = process.env.KILL_AT
const victim = Number(process.env.KILL_PID ?? process.pid)
const signal = process.env.KILL_SIGNAL ?? 'SIGKILL'

/** By the protocol of NATS clients and by the messages of PostgreSQL; one chunk may hold several. */
const SENT = { publish: /HPUB scanleaf-scans /, acknowledge: /\+ACK/, commit: /commit/i }
const RECEIVED = {
  acknowledged: /"stream": ?"scanleaf-scans"/,
  pulled: /HMSG scanleaf-scans /,
  committed: /COMMIT/,
}
const [, when, sent] = /^(before|after) (.+)$/.exec(step ?? '') ?? []
/** Connections whose transaction has stored a batch. */
const storing = new WeakSet()
let isDone = false

function strike() {
  if (isDone) return
  isDone = true
  // Its supervisor would start it again.
  if (victim === process.pid && signal === 'SIGKILL') process.kill(process.ppid, signal)
  process.kill(victim, signal)
  // Nothing more of this program runs until the signal is there.
  if (victim === process.pid && signal === 'SIGKILL') for (;;);
}

const isAt = (pattern, name, socket, bytes) =>
  pattern?.test(bytes.toString('latin1')) && (!name.startsWith('commit') || storing.has(socket))

const { write, push } = Socket.prototype
Socket.prototype.write = function (data, encoding, callback) {
  const bytes = Buffer.from(data)
  if (bytes.includes('insert into "scan_batches"')) storing.add(this)
  if (!isAt(SENT[sent], sent, this, bytes)) return write.call(this, data, encoding, callback)
  if (when === 'before') {
    strike()
    return write.call(this, data, encoding, callback)
  }
  const done = typeof encoding === 'function' ? encoding : callback
  return write.call(this, data, (error) => {
    strike()
    done?.(error)
  })
}
Socket.prototype.push = function (chunk, encoding) {
  if (chunk && isAt(RECEIVED[step], step, this, chunk)) strike()
  return push.call(this, chunk, encoding)
}

const { rm } = promises
promises.rm = async (path, options) => {
  await rm(path, options)
  if (step === 'removed' && String(path).endsWith('.closed')) strike()
}
syncBuiltinESMExports()
