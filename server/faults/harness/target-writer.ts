import { once } from 'node:events'
import { RecordStore } from '../../src/features/redirect/targets/record-store/record-store'

/*
 * Opens a snapshot of targets, says so, and waits for a message. Then it writes until it is killed, and says what is
 * written: a counter under its own name, and a record of 1 KB under each number.
 * `target-writer.ts FOLDER NAME FIRST KIND MEGABYTES`
 */
const [folder = '', name = '', first = '', kind = '', megabytes = ''] = process.argv.slice(2)
const store = new RecordStore({
  folder,
  processKey: name.padStart(32, '0'),
  maxBytes: Number(megabytes) * 1024 * 1024,
  report: (level, message) => process.send?.({ level, message }),
})

async function write(count: number): Promise<void> {
  const data = { knownAt: count, generation: 1 }
  store.put(Number(kind), `${count}`, Buffer.alloc(1000, `${count}|`), data)
  store.put(Number(kind), 'counter', Buffer.from(`${count}`), data)
  // The end of the turn, in which it is written.
  await new Promise((resolve) => setImmediate(resolve))
  process.send?.({ written: count })
}

process.send?.({ isOpen: true })
await once(process, 'message')
for (let count = Number(first); ; count++) await write(count)
