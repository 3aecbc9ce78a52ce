type Plan = 'F' | 'B' | 'P' | 'Z'

export interface TruthRow {
  row: number
  status: 'active' | 'pending' | 'past-due'
  from: Plan
  /** `debt` when no plan is changed. */
  to: Plan | 'debt'
  packagePayment: 'month' | 'year'
  payYear: boolean
  /** Whole days to the end, or since it while pending. */
  days?: number
  wallet: number
  debt: number
  amount: number
  credit: number
  due: number
  short: number
  direct: boolean
  isRefused?: boolean
}

type Figures = [wallet: number, debt: number, amount: number, credit: number, due: number, short: number]

const rowOf = (
  row: number,
  change: string,
  [wallet, debt, amount, credit, due, short]: Figures,
  direct = false,
): TruthRow => {
  const [status = '', from, to, term, days] = change.split(' ')
  return {
    row,
    status: status as TruthRow['status'],
    from: from as Plan,
    to: to as TruthRow['to'],
    packagePayment: term === 'y' && from !== 'F' && to !== 'debt' ? 'year' : 'month',
    payYear: term === 'y',
    ...(days === undefined ? {} : { days: Number(days) }),
    wallet,
    debt,
    amount,
    credit,
    due,
    short,
    direct,
  }
}

const DIRECT = true

/** For tests: the table of payments §9 but for row 35, a top-up, which has no quote. */
export const TRUTH_TABLE: TruthRow[] = [
  rowOf(1, 'active F B m', [0, 0, 99_000, 0, 99_000, 99_000]),
  rowOf(2, 'active F P m', [0, 0, 199_000, 0, 199_000, 199_000]),
  rowOf(3, 'active F P y', [0, 0, 199_000, 0, 1_990_000, 1_990_000]),
  rowOf(4, 'active F P y', [500_000, 0, 199_000, 0, 1_990_000, 1_490_000]),
  rowOf(5, 'active F P m', [250_000, 0, 199_000, 0, 199_000, 0]),
  rowOf(6, 'active B P m 30', [0, 0, 100_000, 0, 100_000, 100_000]),
  rowOf(7, 'active B P m 29', [0, 0, 96_667, 0, 96_667, 96_667]),
  rowOf(8, 'active B P m 17', [0, 0, 56_667, 0, 56_667, 56_667]),
  rowOf(9, 'active B P m 15', [20_000, 0, 50_000, 0, 50_000, 30_000]),
  rowOf(10, 'active B P m 1', [0, 0, 3_333, 0, 3_333, 3_333]),
  rowOf(11, 'active B P m 0', [0, 0, 199_000, 0, 199_000, 199_000]),
  rowOf(12, 'active P Z m 13', [0, 0, 130_000, 0, 130_000, 130_000]),
  rowOf(13, 'active B Z m 7', [0, 0, 93_333, 0, 93_333, 93_333]),
  rowOf(14, 'pending B P m 0', [0, 99_000, 96_667, 0, 195_667, 195_667]),
  rowOf(15, 'pending B P m 1', [0, 99_000, 96_667, 0, 195_667, 195_667]),
  rowOf(16, 'pending B P m 13', [60_000, 99_000, 56_667, 0, 155_667, 95_667]),
  rowOf(17, 'pending B P m 29', [0, 99_000, 3_333, 0, 102_333, 102_333]),
  rowOf(18, 'pending B P m 30', [0, 99_000, 199_000, 0, 298_000, 298_000]),
  rowOf(19, 'past-due B P m', [0, 99_000, 199_000, 0, 298_000, 298_000]),
  rowOf(20, 'past-due P B m', [50_000, 199_000, 99_000, 0, 298_000, 248_000]),
  rowOf(21, 'active P B m 17', [0, 0, 99_000, 56_666, 0, 0], DIRECT),
  rowOf(22, 'active Z P m 13', [10_000, 0, 199_000, 130_000, 0, 0], DIRECT),
  rowOf(23, 'pending P B m 5', [0, 199_000, 99_000, 83_333, 199_000, 199_000]),
  rowOf(24, 'active P F m 20', [0, 0, 0, 132_666, 0, 0], DIRECT),
  rowOf(25, 'pending P F m 5', [150_000, 199_000, 0, 165_833, 199_000, 49_000]),
  rowOf(26, 'pending P F m 5', [250_000, 199_000, 0, 165_833, 199_000, 0], DIRECT),
  rowOf(27, 'past-due P F m', [199_000, 199_000, 0, 0, 199_000, 0], DIRECT),
  rowOf(28, 'active B P y 200', [0, 0, 666_667, 0, 666_667, 666_667]),
  rowOf(29, 'active B P y 364', [0, 0, 1_000_000, 0, 1_000_000, 1_000_000]),
  rowOf(30, 'active P B y 200', [0, 0, 99_000, 547_945, 0, 0], DIRECT),
  rowOf(31, 'pending P debt y 5', [0, 199_000, 0, 0, 1_990_000, 1_990_000]),
  rowOf(32, 'pending P debt y 5', [0, 219_000, 0, 0, 2_010_000, 2_010_000]),
  rowOf(33, 'pending B debt m 5', [30_000, 99_000, 0, 0, 99_000, 69_000]),
  rowOf(34, 'pending B debt m 5', [150_000, 99_000, 0, 0, 99_000, 0]),
  { ...rowOf(36, 'active B B m 9', [0, 0, 0, 0, 0, 0]), isRefused: true },
]
