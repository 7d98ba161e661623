import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import { nounTitle, officeScreenMessages as text } from '#messages/office-screens.ts';
import { type FormValues, queryOf, valuesFromQuery, withAfter, withoutAfter } from '#stores/office-input.ts';
import { nounHref, operationHref } from '#stores/office-view.ts';
import { listingOperation, openList } from '#stores/office-list.ts';
import { Button } from '#ui/Button.tsx';
import { BulkOperations } from './BulkOperations.tsx';
import { DataTable } from './DataTable.tsx';
import { Filters } from './Filters.tsx';
import { ErrorBox, Loading } from './LoadStates.tsx';
import { OfficePage } from './OfficePage.tsx';
import { OperationButtons } from './OperationButtons.tsx';
import { OperationLinks } from './OperationLinks.tsx';
import { OperationPage } from './OperationPage.tsx';
import { ScrollingText } from './Scrolling.tsx';
import { nextIn, partsOf } from './result-parts.ts';
import { labelOf, type Row } from './table-rows.ts';
import { useScrollPosition } from './use-scroll-position.ts';

interface NounPageProps {
  noun: string;
  query: string;
  operations: OperationDescription[];
}

export function NounPage({ noun, query, operations }: NounPageProps) {
  const listing = listingOperation(operations);
  useScrollPosition(listing && openList(listing).position);
  const nonListingOperations = operations.filter((each) => each !== listing);
  const [singleOperation] = nonListingOperations;
  if (!listing && singleOperation && nonListingOperations.length === 1)
    return <OperationPage key={query} operation={singleOperation} query={query} operations={operations} />;
  return (
    <OfficePage title={nounTitle(noun)}>
      {listing && <OperationButtons operations={nonListingOperations} />}
      {listing ? (
        <Listing operation={listing} operations={operations} query={query} />
      ) : (
        <OperationLinks operations={nonListingOperations} />
      )}
    </OfficePage>
  );
}

interface ListingProps {
  operation: OperationDescription;
  operations: OperationDescription[];
  query: string;
}

function Listing({ operation, operations, query }: ListingProps) {
  const [list] = useState(() => openList(operation));
  const { status, result, error } = useStore(list.$state);
  useEffect(() => void list.load(query), [list, query]);
  const tables = (result && partsOf(result.data)?.tables) ?? [];
  const filled = tables.filter(([, rows]) => rows.length > 0);
  const bulkOperations = operations.filter(({ isBulk }) => isBulk);
  const rowKey = bulkOperations[0]?.fields[0]?.choices?.value;
  return (
    <>
      <Filters key={query} operation={operation} query={query} onReload={() => void list.load(query)} />
      {status === 'process' && !result && <Loading />}
      {status === 'error' && <ErrorBox error={error} onRetry={() => void list.load(query)} />}
      {result && (
        <div className="office-buttons">
          <Button
            kind="secondary"
            small
            busy={status === 'process'}
            busyLabel={text.refreshing}
            onClick={() => void list.load(query)}
          >
            {text.refresh}
          </Button>
        </div>
      )}
      {result && <PartLinks operation={operation} query={query} next={nextIn(result.data)} />}
      {rowKey && tables.length > 0 && <BulkOperations operations={bulkOperations} $view={list.$view} />}
      {(filled.length > 0 ? filled : tables.slice(0, 1)).map(([name, rows]) => (
        <section key={`${name}?${query}`} className="office-section">
          {tables.length > 1 && <h2 className="heading-4">{labelOf(name)}</h2>}
          <DataTable
            rows={rows}
            title={tables.length > 1 ? labelOf(name) : nounTitle(operation.noun)}
            headers={result?.columns}
            linkOf={linkToObject(operations)}
            linksOf={linksToOperations(operations)}
            {...(tables.length === 1 && { $view: list.$view, rowKey })}
          />
        </section>
      ))}
      {result && tables.length === 0 && <ScrollingText label={text.result} lines={result.lines} />}
    </>
  );
}

function PartLinks({
  operation,
  query,
  next,
}: {
  operation: OperationDescription;
  query: string;
  next: string | null;
}) {
  const values = valuesFromQuery(operation, query);
  const isFirstPart = queryOf(operation, withoutAfter(values)) === queryOf(operation, values);
  const hrefOf = (changed: FormValues) => nounHref(operation.noun, queryOf(operation, changed));
  if (isFirstPart && next === null) return null;
  return (
    <nav aria-label={text.partsLabel} className="office-buttons">
      {!isFirstPart && (
        <a className="button secondary small" href={hrefOf(withoutAfter(values))}>
          {text.firstRows}
        </a>
      )}
      {next !== null && (
        <a className="button secondary small" href={hrefOf(withAfter(values, next))}>
          {text.laterRows}
        </a>
      )}
    </nav>
  );
}

const showOperation = (operations: OperationDescription[]) =>
  operations.find(({ verb, isChange }) => verb === 'show' && !isChange);

/** Links a row to the `show` operation: the row's identifier is the first field, and its values fill the fields of their names. */
function linkToObject(operations: OperationDescription[]) {
  const show = showOperation(operations);
  const field = show?.fields.find(({ isRequired }) => isRequired);
  if (!show || !field) return undefined;
  return (row: Row, key: string) =>
    operationHref(show, new URLSearchParams({ ...namedValues(show, row), [field.name]: String(row[key]) }).toString());
}

const namedValues = ({ fields }: OperationDescription, row: Row): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = row[name];
      return kind === 'text' && typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** The value of their first field would be a new name. */
const CREATING_VERBS = new Set(['add', 'create', 'bulk', 'invite']);

/** Without a page of the object: links a row to the operations on its object, whose first field is a column of the row. */
function linksToOperations(operations: OperationDescription[]) {
  const onObject = operations.filter(
    ({ verb, isChange, fields }) => isChange && fields[0]?.isRequired && !CREATING_VERBS.has(verb),
  );
  if (showOperation(operations) || onObject.length === 0) return undefined;
  return (row: Row) =>
    onObject.flatMap((operation) => {
      const field = operation.fields[0]!.name;
      const value = [field, `${field}Id`, `${operation.noun}${labelOf(field)}`]
        .map((key) => row[key])
        .find((each) => each !== undefined && each !== null);
      if (value === undefined) return [];
      const query = new URLSearchParams({ [field]: String(value as string | number) }).toString();
      return [{ href: operationHref(operation, query), label: operation.title }];
    });
}
