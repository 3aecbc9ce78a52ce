export interface ItemDialogProps<Item> {
  /** What is changed; without it something is added. */
  item: Item | undefined
  onClose: () => void
}
