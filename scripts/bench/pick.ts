/**
 * The item at `index`, which starts again after the last item. Throws RangeError if there is none.
 */
export function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError(`There is no item ${index} of ${items.length}`);
  return item;
}
