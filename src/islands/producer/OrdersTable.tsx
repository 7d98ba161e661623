import type { ProducerOrder } from '#contract/producer.ts';
import { producerMessages as text } from '#messages/producer.ts';
import type { ListState } from '#stores/lib/list.ts';
import { statusClass } from '#stores/history/order-text.ts';
import { ORDER_COLUMNS, type Column } from './order-columns.ts';
import { Loading, useFocusFirstNew } from '../loading/LoadStates.tsx';

/** On narrow screens each row becomes a block of four columns (styles/producer.css). */
export function OrdersTable({
  state: { status, items, newFrom },
}: {
  state: ListState<ProducerOrder>;
}) {
  const body = useFocusFirstNew<HTMLTableSectionElement>(newFrom, 'tr');
  if (items.length === 0) return status === 'process' ? <Loading className="mt-4 h-100" /> : null;
  return (
    <table
      className="table order-blocks mt-3.5 mb-1"
      aria-label={text.ordersTable}
      aria-busy={status === 'process'}
    >
      <thead className="max-lg:sr-only">
        <tr>
          {ORDER_COLUMNS.map(({ name, head, isMoney }) => (
            <th key={name} scope="col" className={isMoney ? 'money' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {items.map((order) => (
          <tr key={order.movieOrderId} tabIndex={-1}>
            {ORDER_COLUMNS.map((column) => (
              <Cell key={column.name} column={column} order={order} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Cell = ({
  column: { name, head, isMoney, cell },
  order,
}: {
  column: Column;
  order: ProducerOrder;
}) => (
  <td className={isMoney ? `${name} money` : name} data-label={head}>
    {name === 'paymentStatus' ? (
      <span className={statusClass(order)}>{cell(order)}</span>
    ) : (
      cell(order)
    )}
  </td>
);
