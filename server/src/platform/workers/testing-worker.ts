import { connect } from 'node:net'
import { AppError } from '../app-error'
import { serveTasks } from './task'

/** Tasks for the tests of the pool. */
serveTasks({
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
  environment: () => Object.keys(process.env),
  /** Returns when the connection to a port ends. */
  wait: (port: number) =>
    new Promise((resolve) => {
      connect(port, '127.0.0.1')
        .resume()
        .once('close', () => resolve('awake'))
    }),
})
