import * as z from 'zod'

/**
 * A dump is JSON lines: a head, the partitions that the program has made as it ran, for each table its name followed by its rows as `{"row":{…}}`, the sequences, and
 * last the number of rows, which says that the file is whole.
 */
export const DUMP_FORMAT = 'scanleaf-dump-1'

export const ROW_START = '{"row":'

export const DumpHead = z.object({
  format: z.literal(DUMP_FORMAT),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Tables whose rows were left out. */
  without: z.array(z.string()),
})

/** Every line that is not a row. */
export const DumpPart = z.union([
  z.object({
    // Both get into a statement.
    partition: z.string().regex(/^[a-z_0-9]{1,63}$/),
    of: z.string(),
    bounds: z.string().regex(/^FOR VALUES FROM \('[\d :+-]+'\) TO \('[\d :+-]+'\)$/),
  }),
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ sequence: z.string(), value: z.string(), isCalled: z.boolean() }),
  z.object({ rows: z.number().int() }),
])

export type DumpLine = z.input<typeof DumpHead> | z.infer<typeof DumpPart>
