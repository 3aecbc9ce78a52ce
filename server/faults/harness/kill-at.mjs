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

/** By the protocol of NATS clients and by the messages of PostgreSQL. */
const SENT = { publish: /HPUB scanleaf-scans /, acknowledge: /\+ACK/, commit: /commit/i }
const RECEIVED = {
  acknowledged: /"stream": ?"scanleaf-scans"/,
  pulled: /HMSG scanleaf-scans /,
  committed: /COMMIT\0/,
}
/** Connections whose transaction has stored a batch. */
const storing = new WeakSet()
let isDone = false

function strike() {
  if (isDone) return
  isDone = true
  process.kill(victim, signal)
  // Nothing more of this program runs until the signal is there.
  if (victim === process.pid && signal === 'SIGKILL') for (;;);
}

const isImport = (socket, name) => !name.startsWith('commit') || storing.has(socket)

const { write, push } = Socket.prototype
Socket.prototype.write = function (data, encoding, callback) {
  const text = Buffer.from(data).toString('latin1')
  if (text.includes('insert into "scan_batches"')) storing.add(this)
  const sent = Object.keys(SENT).find((name) => SENT[name].test(text) && isImport(this, name))
  if (sent && step === `before ${sent}`) strike()
  if (!sent || step !== `after ${sent}`) return write.call(this, data, encoding, callback)
  const done = typeof encoding === 'function' ? encoding : callback
  return write.call(this, data, (error) => {
    strike()
    done?.(error)
  })
}
Socket.prototype.push = function (chunk, encoding) {
  const text = chunk ? chunk.toString('latin1') : ''
  const received = Object.keys(RECEIVED).find((name) => RECEIVED[name].test(text) && isImport(this, name))
  if (received && step === received) strike()
  return push.call(this, chunk, encoding)
}

const { rm } = promises
promises.rm = async (path, options) => {
  await rm(path, options)
  if (step === 'removed' && String(path).endsWith('.closed')) strike()
}
syncBuiltinESMExports()
