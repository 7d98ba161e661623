import { useStore } from '@nanostores/react';
import { $operations } from '#stores/office/office.ts';
import { operationHref } from '#stores/office/view.ts';

/** By key of a value: the operation that shows the object, and the field for the value. */
const SHOWN_BY: Partial<Record<string, { noun: string; field: string }>> = {
  orderNo: { noun: 'order', field: 'order' },
  disputeId: { noun: 'dispute', field: 'dispute' },
  userId: { noun: 'user', field: 'person' },
  receiverId: { noun: 'user', field: 'person' },
};

/**
 * Returns the URL of the object's page, if the value identifies another object that the member may
 * see.
 */
export function useObjectLinks() {
  const { operations } = useStore($operations);
  return (key: string, value: unknown): string | undefined => {
    const { noun, field } = SHOWN_BY[key] ?? {};
    const show = operations.find((each) => each.noun === noun && each.verb === 'show');
    if (!show || !field || (typeof value !== 'string' && typeof value !== 'number'))
      return undefined;
    const href = operationHref(show, new URLSearchParams({ [field]: String(value) }).toString());
    return href === globalThis.location.hash ? undefined : href;
  };
}
