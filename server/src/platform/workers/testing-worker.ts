import { closeSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { AppError } from '../app-error'
import { serveTasks, TASK_CHANNEL } from './task'

const never = () => new Promise<never>(() => {})

/** Writes bytes as a decoder that was taken over would. */
const write = (...bytes: Buffer[]) => writeSync(TASK_CHANNEL, Buffer.concat(bytes))

const lengthOf = (bytes: number) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** A frame of this text and these bytes. */
function frame(text: string, parts = Buffer.alloc(0)): Buffer {
  const json = Buffer.from(text)
  return Buffer.concat([lengthOf(4 + json.length + parts.length), lengthOf(json.length), json, parts])
}

const answer = (value: string, { places = '[]', lengths = '[]' } = {}, parts = Buffer.alloc(0)) =>
  frame(`{"value":${value},"places":${places},"lengths":${lengths}}`, parts)

/** What a process may answer to its second task instead of an answer, by name. */
const FAULTS: Record<string, () => unknown> = {
  garbage: () => write(Buffer.alloc(64, 0x7b)),
  'more than it may': () => write(lengthOf(0xffff_ffff)),
  'a frame of nothing': () => write(lengthOf(0)),
  'a text longer than its frame': () => write(lengthOf(8), lengthOf(1_000), Buffer.alloc(4)),
  'no JSON': () => write(frame('{"value":')),
  'no UTF-8': () => write(lengthOf(5), lengthOf(1), Buffer.from([0xff])),
  'a deep value': () => write(answer(`{"number":2,"value":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)),
  'too many values': () => write(answer(`{"number":2,"value":[${'0,'.repeat(40_000)}0]}`)),
  'a prototype': () => write(answer('{"number":2,"value":{"__proto__":{"isAdmin":true}}}')),
  'a part that is missing': () => write(answer('{"number":2,"value":null}', { places: '[[["value"],0]]' })),
  'a part in a prototype': () =>
    write(
      answer(
        '{"number":2,"value":{}}',
        { places: '[[["__proto__","x"],0]]', lengths: '[1]' },
        Buffer.alloc(1),
      ),
    ),
  'a part of no length': () => write(answer('{"number":2,"value":null}', { lengths: '[-1,1]' })),
  'bytes without a place': () => write(answer('{"number":2,"value":1}', {}, Buffer.alloc(9))),
  'no reply': () => write(answer('[1]')),
  'a refusal without a code': () => write(answer('{"number":2,"refused":{"code":"toString"}}')),
  'a cut frame': () => {
    write(answer('{"number":2,"value":1}').subarray(0, 10))
    process.exit()
  },
  'a closed channel': () => closeSync(TASK_CHANNEL),
  'an answer to another call': () => write(answer('{"number":1,"value":1}')),
  'two answers': () => write(answer('[]'), answer('{"number":2,"value":1}')),
}

/** Tasks for the tests of the pool. */
await serveTasks({
  double: (number: number) => ({ doubled: 2 * number, pid: process.pid }),
  refuse: () => {
    throw new AppError('ValidationError', { size: 'size-too-small' })
  },
  fail: () => {
    throw new TypeError('a bug')
  },
  compile: () => new Function('return 1')(),
  spin: () => {
    for (;;);
  },
  hoardObjects: () => {
    const kept: unknown[] = []
    for (;;) kept.push(Array(1000).fill(kept.length))
  },
  hoardBytes: () => {
    const kept: Buffer[] = []
    for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024))
  },
  echo: (value: unknown) => value,
  answerWith: async (fault: string) => {
    FAULTS[fault]?.()
    return never()
  },
  /** As the second task of a process. */
  answerByHand: () => {
    write(answer('{"number":2,"value":"by hand"}'))
    return never()
  },
  faults: () => Object.keys(FAULTS),
  /** A further answer, once nobody waits for one. */
  answerTwice: () => {
    setImmediate(() => write(answer('{"number":1,"value":"second"}')))
    return 'first'
  },
  environment: () => Object.keys(process.env),
  /** Returns when the connection to a port ends. */
  wait: (port: number) =>
    new Promise((resolve) => {
      connect(port, '127.0.0.1')
        .resume()
        .once('close', () => resolve('awake'))
    }),
})
