import type { PdfCode } from '@scanleaf/shared'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CreatePanel } from './create/create-panel'
import { UpdatePanel } from './edit/edit-panel'
import type { PdfTabSlots } from './slots'

export interface PdfTabProps {
  /** Name of the PDF code that is changed; none when a new one is made. */
  qrName: string | undefined
  slots: PdfTabSlots
}

/** The PDF code generator (spec §2): makes a code, or changes the one that the address names. */
export function PdfTab({ qrName, slots }: PdfTabProps) {
  const navigate = useNavigate()
  const [createdName, setCreatedName] = useState<string | null>(null)

  const open = (name: string | null) =>
    void navigate({
      to: '/dynamic-codes/generator',
      search: name === null ? { type: 'pdf' } : { qrName: name },
      replace: true,
      resetScroll: false,
    })

  function show(code: PdfCode) {
    setCreatedName(code.name)
    open(code.name)
  }

  if (qrName === undefined) return <CreatePanel slots={slots} onCreated={show} />
  return (
    <UpdatePanel
      key={qrName}
      name={qrName}
      isNew={qrName === createdName}
      slots={slots}
      onAnother={() => open(null)}
    />
  )
}
